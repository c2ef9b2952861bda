"""An arena on a server, with the verbs of ``duelling.Arena``.

    from duelling.client import Arena

    arena = Arena("https://vote.example.org", token="...")  # in place of duelling.Arena("logos.db")
    ticket = arena.ask(voter="ann")
    arena.tell(ticket, "left")

The extra ``client`` has what it needs: ``pip install 'duelling[client]'``. What is sent may be sent twice, because the
server knows it again; so a reply that is lost, or a server that is away for a while, costs time and no vote.
"""

from duelling.client.arena import Arena

__all__ = ["Arena"]
