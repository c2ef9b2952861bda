"""What the owner of an arena decides about its pages: words, who may vote, what is shown. It stands in the journal."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from duelling.errors import WrongValue

Words = Annotated[str, Field(max_length=300)]
Text = Annotated[str, Field(max_length=20_000)]
Limit = Annotated[int, Field(ge=0, le=1_000_000)]


class Page(BaseModel):
    """All of it, with what holds where nothing was decided."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    title: Words = Field(default="", description="The heading of the pages; without one, the arena's name, or Vote.")
    question: Words = Field(default="", description="What voters are asked; without it, which one is better.")
    about: Text = Field(default="", description="Markdown for the first page.")
    language: Annotated[str, Field(max_length=8)] = Field(
        default="", description="en, de; without one, that of the browser."
    )
    voters: Literal["open", "invited", "api"] = Field(
        default="open", description="Who may vote: everybody, those with a link, or programs with a token."
    )
    standings: Literal["admin", "closed", "always"] = Field(
        default="admin",
        description="Who sees the standings: the admin; everybody once the arena is closed; or always, which gives up "
        "the guarantee: voters who see who leads may vote for it.",
    )
    reveal: bool = Field(default=False, description="Tell the names after each vote.")
    tie: bool = Field(default=True, description="Offer the answer 'about equal'.")
    bad: bool = Field(default=True, description="Offer the answer 'both bad'.")
    skip: bool = Field(default=True, description="Offer to skip.")
    most_open: Annotated[int, Field(ge=1, le=1000)] = Field(default=5, description="Tickets that a voter may hold.")
    per_minute: Limit = Field(default=60, description="Questions a minute for a voter; 0 is no limit.")
    in_a_row: Limit = Field(default=10, description="Votes in a row while others are there; 0 is no limit.")

    def answers(self) -> tuple[str, ...]:
        """The answers that the page offers."""
        return ("left", "right", *(name for name in ("tie", "bad", "skip") if getattr(self, name)))


def page_in(journal: dict[str, Any]) -> Page:
    """Return the page that stands in a journal; what another version of this package wrote there is left out."""
    try:
        return Page.model_validate({name: value for name, value in journal.items() if name in Page.model_fields})
    except ValidationError:
        return Page()


def page_of(given: dict[str, Any]) -> Page:
    """Return the page with these values; raise WrongValue for the first that is wrong."""
    try:
        return Page.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise WrongValue(f"page.{where}: {first['msg']}") from None
