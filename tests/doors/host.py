"""The server of pages to draw on, its limits and its drafts."""

from analyzer.host import drafts, server
from analyzer.host.drafts import Drafts, read_json
from analyzer.host.messages import Message
from analyzer.host.notes import Notes
from analyzer.host.notes import Page as NotesPage
from analyzer.host.places import SHARED
from analyzer.host.server import Page, listening
