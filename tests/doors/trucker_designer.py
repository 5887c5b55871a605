"""The designer of ships: pages, sessions, drafts, versions, flights in the background."""

from analyzer.trucker.designer import advice, desk, drafts, flight_tasks, frontend, messages
from analyzer.trucker.designer.at_table import load_notes
from analyzer.trucker.designer.drafts import Drafts, link_content, state_folder
from analyzer.trucker.designer.server import Page
from analyzer.trucker.designer.session import Session
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.designer.sketch import Reply
from analyzer.trucker.designer.versions import History
