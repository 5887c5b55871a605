"""Files read with the place of every fault, and written whole or not at all."""

from analyzer.errors import HIDDEN, Fault, all_or_faults, naming_options, nearest, one_of
from analyzer.files import places
from analyzer.files.captainfiles import CaptainFiles
from analyzer.files.editions import folder
from analyzer.files.flaws import Flaw, by_line, in_file, line_of
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import parse_mapping
from analyzer.files.yamltree import Fields, Items, read
