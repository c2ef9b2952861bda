"""Errors by cause, and the checks that many places share."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import duelling as du
from duelling.errors import (
    EXACT,
    LONGEST,
    LONGEST_LINE,
    Conflict,
    DamagedFile,
    InputError,
    Unavailable,
    UnknownName,
    WrongValue,
    above,
    at_least,
    chance,
    names,
    one_of,
    path_of,
    plain_text,
    quoted,
    real,
    texts,
    unknown,
    unreadable,
    web_address,
    whole,
)
from duelling.registry.choice import choice
from duelling.seeds import check_seed

pytestmark = pytest.mark.plain

PACKAGE = Path(du.__file__).parent


@pytest.mark.parametrize("value", [1, 7, np.int64(7), EXACT, 1e5, np.float32(2)])
def test_a_whole_number_comes_back_as_an_int(value):
    assert whole("runs", value) == value
    assert type(whole("runs", value)) is int


@pytest.mark.parametrize("value", [0, -1, 2.5, True, "3", None, math.nan])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(WrongValue, match=re.escape(f"runs must be a whole number from 1 on, got {value!r}")):
        whole("runs", value)


def test_whole_numbers_have_a_largest_one():
    assert whole("arm", 3, 0, 3) == 3
    assert whole("seed", 2**70, 0, math.inf) == 2**70
    with pytest.raises(WrongValue, match="arm must be a whole number from 0 to 3, got 4"):
        whole("arm", 4, 0, 3)
    with pytest.raises(WrongValue, match=r"horizon must be at most 2\^53, got 9007199254740993"):
        whole("horizon", EXACT + 1)


NOTHING = [math.nan, math.inf, -math.inf, True, "0.5", None]


@pytest.mark.parametrize(
    ("check", "good", "bad", "rule"),
    [
        (lambda x: chance("x", x), [0.5, np.float32(0.5)], [0, 1, *NOTHING], "lie between 0 and 1"),
        (lambda x: above("x", x, 0.5), [0.51, 7], [0.5, *NOTHING], "be a finite number above 0.5"),
        (lambda x: above("x", x, 0, 0.5), [0.1, 0.5], [0, 0.51, *NOTHING], "be above 0 and at most 0.5"),
        (lambda x: above("x", x, 0, EXACT), [EXACT], [2 * EXACT], "be above 0 and at most 2^53"),
        (lambda x: at_least("x", x, 1), [1, 1.5], [0.9, *NOTHING], "be a finite number from 1 on"),
        (lambda x: at_least("x", x, 1, 9), [1, 9], [0.9, 9.1, *NOTHING], "be from 1 to 9"),
    ],
)
def test_numbers_come_back_as_floats_or_are_refused(check, good, bad, rule):
    for value in good:
        assert check(value) == value
        assert type(check(value)) is float
    for value in bad:
        with pytest.raises(WrongValue, match=re.escape(f"x must {rule}, got {value!r}")):
            check(value)


class Silent:
    def __repr__(self):
        raise RuntimeError("no words")


class Loud:
    def __repr__(self):
        return "a\n  b\x1b[31m\udc80"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("tea", "'tea'"),
        (np.eye(2), "array([[1., 0.], [0., 1.]])"),
        ("\udc80\0\n", r"'\udc80\x00\n'"),
        (Silent(), "<Silent>"),
        ([Silent()], "<list>"),
        (10**5000, "<int>"),
        (Loud(), r"a b\x1b[31m\udc80"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_quoted_value_is_one_line_of_what_can_be_printed(value, text):
    assert quoted(value) == text


@pytest.mark.parametrize("value", ["x" * 5000, list(range(10_000)), 10**4000], ids=lambda value: type(value).__name__)
def test_a_long_value_is_quoted_without_its_middle(value):
    text = quoted(value)
    assert len(text) == LONGEST
    head, tail = text.split("...")
    assert repr(value).startswith(head)
    assert repr(value).endswith(tail)


class Text(str):
    """A kind of text that writes itself in another way."""

    def __str__(self):
        return "other"


def test_a_text_comes_back_as_a_str():
    assert [plain_text("name", value) for value in ("x", np.str_("x"), Text("x"))] == ["x"] * 3
    assert {type(plain_text("name", value)) for value in ("x", np.str_("x"), Text("x"))} == {str}


@pytest.mark.parametrize("value", [None, 3, b"x", Path("x"), ["x"], "a\0", "\udc80"], ids=ascii)
def test_what_is_no_text_is_refused(value):
    with pytest.raises(WrongValue, match=re.escape("name must be ")):
        plain_text("name", value)


def test_several_texts_have_an_order_and_each_is_checked():
    assert texts("arms", np.array(["a", "b"])) == ("a", "b")
    assert names("winner", "borda") == ("borda",)
    for value in ("ab", b"ab", {"a", "b"}, {"a": 1}, None, 3, np.array("a")):
        with pytest.raises(WrongValue, match="arms must be a list of texts, got "):
            texts("arms", value)
    with pytest.raises(WrongValue, match=r"arms\[1\] must be a text, got 2"):
        texts("arms", ["a", 2])


def test_a_name_that_is_not_known_is_told_from_what_is_no_name():
    assert one_of("link", Text("linear"), ("linear", "probit")) == "linear"
    for value, kind in (("cubic", UnknownName), (3, WrongValue), (["linear"], WrongValue)):
        message = f"link must be one of linear, probit, got {value!r}"
        with pytest.raises(kind, match=re.escape(message)) as error:
            one_of("link", value, ("linear", "probit"))
        assert type(error.value) is kind


@pytest.mark.parametrize(
    "ask",
    [
        lambda: du.UtilityModel([0.1, 0.2], "cubic"),
        lambda: du.problem("continuous:quadratic,link=cubic"),
        lambda: du.ContinuousProblem("quadratic", [0.5], link="cubic"),
        lambda: du.select(regret="cubic"),
        lambda: du.simulate("sushi", "random", horizon=9, regret="cubic"),
        lambda: du.simulate("sushi", "random", horizon=9, runs=1).regret("cubic"),
        lambda: du.algorithm(
            "x", label="", reference="", winners=(), regret="cubic", adversarial=False, anytime=True, cost=""
        ),
    ],
)
def test_an_unknown_link_or_regret_has_one_cause_on_every_way(ask):
    with pytest.raises(UnknownName, match="cubic"):
        ask()


def test_a_path_is_a_text_or_a_path(tmp_path):
    for value in ("x", Path("x"), Text("x")):
        assert path_of("path", value) == Path("x")
    for value in ("", None, 3, b"x", [], "a\0b", "\ud800", tmp_path.open):
        with pytest.raises(WrongValue, match="path must be a path"):
            path_of("path", value)


def test_numbers_too_large_for_a_float_are_refused_in_words():
    for value in (10**400, -(10**400)):
        with pytest.raises(WrongValue, match=r"x must be a finite number, got -?1000"):
            real("x", value)
    with pytest.raises(WrongValue, match=r"seed must be at most 2\^128, got "):
        check_seed(2**128 + 1)


@pytest.mark.parametrize("value", [5e-324, 1e-101])
def test_a_chance_is_not_tiny(value):
    assert chance("delta", 1e-100) == 1e-100
    with pytest.raises(WrongValue, match=f"delta must be at least 1e-100, got {value}"):
        chance("delta", value)


@pytest.mark.parametrize("value", [1.1e100, 1.7976931348623157e308, 10**101, np.float64(1e308)])
def test_a_number_is_not_huge(value):
    for check in (above, at_least):
        assert check("eta", 1e100, 0) == 1e100
        with pytest.raises(WrongValue, match=re.escape(f"eta must be at most 1e+100, got {value!r}")):
            check("eta", value, 0)


@pytest.mark.parametrize("value", ["foo", "ftp://a.org", "http://", "http://a:b", "http://a?b", "http://a b", "//a", 3])
def test_what_is_no_address_of_a_server_is_refused(value):
    with pytest.raises(WrongValue, match=r"^url must "):
        web_address("url", value)


def test_an_address_may_have_a_port_and_a_path():
    for value in ("http://localhost:8000", "https://a.org/vote/", "http://[::1]:80"):
        assert web_address("url", value) == value


def test_an_error_keeps_its_cause_when_the_place_is_added():
    error = unknown("winner", "bordo", ["borda"]).within("grid.toml")
    assert type(error) is UnknownName
    assert str(error) == "grid.toml: there is no winner 'bordo': did you mean 'borda'?"


def test_a_missing_file_and_one_that_cannot_be_read_are_told_apart(tmp_path):
    for path, kind in ((tmp_path / "none", UnknownName), (tmp_path, DamagedFile)):
        with pytest.raises(OSError, match=str(path)) as error:
            path.read_text()
        assert type(unreadable(path, error.value)) is kind


@pytest.mark.parametrize(
    ("ask", "kind"),
    [
        (lambda folder: du.problem("sushy"), UnknownName),
        (lambda folder: choice("rocb"), UnknownName),
        (lambda folder: choice("rucb:alpah=1"), UnknownName),
        (lambda folder: du.problem(str(folder / "none.txt")), UnknownName),
        (lambda folder: choice("rucb:alpha=0.5").start(3, 10), WrongValue),
        (lambda folder: du.PreferenceMatrix([[0.5]]), WrongValue),
        (lambda folder: du.algorithm("rucb", label="", reference="", winners=(), regret="weak", adversarial=False,
                                     anytime=True, cost="")(print), Conflict),
        (lambda folder: du.Result.load(folder / "half.parquet"), DamagedFile),
        (lambda folder: du.problem(str(folder / "half.npz")), DamagedFile),
        (lambda folder: du.load(folder / "half.py"), DamagedFile),
    ],
)  # fmt: skip
def test_a_service_can_tell_causes_apart(tmp_path, ask, kind):
    for name in ("half.parquet", "half.npz", "half.py"):
        (tmp_path / name).write_bytes(b"PAR1 (")
    with pytest.raises(InputError) as error:
        ask(tmp_path)
    assert type(error.value) is kind


def test_every_error_has_a_cause():
    """``InputError`` itself is only caught."""
    assert [path for path in PACKAGE.rglob("*.py") if re.search(r"raise InputError\b", path.read_text())] == []
    ours = {kind for kind in InputError.__subclasses__() if kind.__module__ == InputError.__module__}
    assert ours == {UnknownName, WrongValue, Conflict, DamagedFile, Unavailable}, "other modules may be those of tests"


HOSTILE = ["\x1b[31m", "\0", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\udc80", "\t"]


@pytest.mark.parametrize("character", HOSTILE)
def test_messages_show_control_characters_and_names_have_none(character):
    assert str(WrongValue(f"a{character}b")) == f"a{ascii(character)[1:-1]}b"
    with pytest.raises(WrongValue, match="name must be one line of UTF-8 without control characters"):
        plain_text("name", f"a{character}")


@pytest.mark.parametrize("text", ["", "a b", "Übung", "你好", "👩\u200d🔬", "\u200fشای"])
def test_any_other_text_is_plain(text):
    assert plain_text("name", text) == text
    assert str(WrongValue(f"got {text}x")) == f"got {text}x"


def test_a_long_quote_loses_its_middle_and_the_rest_of_the_message_stays():
    for value in ("x" * 5000, "x " * 5000, "x" * 5000 + '"', 10**4000):
        text = str(WrongValue(f"the user's value must be short, got {value!r}: take 'another' one"))
        assert text.startswith("the user's value must be short, got ")
        assert text.endswith(": take 'another' one")
        assert len(text) < 250
        assert "..." in text
    names = ", ".join(f"name-{n}" for n in range(100))
    assert names in str(WrongValue(f"there is no 'x': choose from {names}, as 'y'"))
    assert len(str(WrongValue("word " * 10**5))) == LONGEST_LINE


def test_a_notebook_shows_one_line_with_the_line_of_the_call():
    """IPython asks an error for ``_render_traceback_``; a cell is the module ``__main__``."""
    code = compile("\n\nraise_it()\n", "cell", "exec")

    def raise_it():
        raise WrongValue("horizon must be a whole number, got 'x'")

    with pytest.raises(WrongValue) as caught:
        exec(code, {"__name__": "__main__", "raise_it": raise_it})
    assert caught.value._render_traceback_() == ["WrongValue in line 3: horizon must be a whole number, got 'x'"]
    assert WrongValue("x")._render_traceback_() == ["WrongValue: x"]
