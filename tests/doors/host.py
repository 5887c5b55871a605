"""The server of pages to draw on, its limits and its drafts."""

from analyzer.host import drafts, notes, server
from analyzer.host.drafts import Drafts, read_json
from analyzer.host.messages import Message
from analyzer.host.notes import Desk, Notes, NotesPage
from analyzer.host.places import SHARED
from analyzer.host.server import Page, listening
