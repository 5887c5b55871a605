"""The server of pages to draw on, its limits and its drafts."""

from analyzer.host import drafts, notes, server
from analyzer.host.messages import Message
from analyzer.host.notes import Desk, Notes, NotesPage
from analyzer.host.places import SHARED
