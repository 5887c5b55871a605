"""What follows from messages about versions, texts, questions and the setting, one function a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.host.messages import Message
from analyzer.trucker.designer import asking, messages, otherwise, versioning, writing
from analyzer.trucker.designer.sketch import Reply

HANDLERS: Mapping[type[Message], Callable[[Any, Any], Reply]] = {
    messages.Go: versioning.go,
    messages.History: versioning.history,
    messages.Keep: versioning.keep,
    messages.OfVersion: versioning.of_version,
    messages.SaveVersion: versioning.save_version,
    messages.Pair: versioning.pair,
    messages.Strip: versioning.strip,
    messages.Text: writing.text,
    messages.EditText: writing.edit_text,
    messages.Mend: asking.mend,
    messages.Swap: asking.swap,
    messages.Improve: asking.improve,
    messages.Stop: asking.stop,
    messages.Learning: otherwise.learning,
    messages.StartPlace: otherwise.start,
    messages.OwnFiles: otherwise.own_files,
}
