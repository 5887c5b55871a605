"""The `analyzer` command inside the process: its parser, its options, its progress line, its tables of verbs."""

from analyzer.cli import multiword_options, option_records, options, watch
from analyzer.cli.app import app
from analyzer.cli.app import main as main_of_app
from analyzer.cli.stopping import tells_when_stopped
from analyzer.cli.watch import ProgressLine, progress, to_go
from analyzer.lorry.command.verbs import GAME as LORRY
from analyzer.starship.command.verbs import GAME as STARSHIP
from analyzer.trucker.command import fleet_options, flying
from analyzer.trucker.command import options as trucker_options
from analyzer.trucker.command.verbs import GAME as TRUCKER
