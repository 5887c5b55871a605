"""Files read with the place of every fault, and written whole or not at all."""

from analyzer.errors import HIDDEN, Fault, all_or_faults, naming_options
from analyzer.files import flaws, yamltree
from analyzer.files.editions.figures import figure_named
from analyzer.files.yamlfile import parse_mapping
