"""Stands in for the modules that MediaPipe's tests import and its package lacks: six, protobuf, and MediaPipe's own messages.

The tests read messages only to learn the results that they expect. data.py writes these as JSON, so that a message can be any object
that has the fields of its file.
"""
import json
import sys
import types

MISSING = [
    "six", "google.protobuf", "mediapipe.python._framework_bindings", "mediapipe.framework.formats",
    "mediapipe.tasks.cc.components.containers.proto", "mediapipe.tasks.cc.vision.holistic_landmarker.proto",
]


class _AnyName(type):
    """Finds a class of messages in every module of messages, and one in every class, such as LocationData.BoundingBox."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Message


class Message(metaclass=_AnyName):
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def HasField(self, name):
        return name in self.__dict__


class text_format:
    @staticmethod
    def Parse(text, message):
        message.__dict__.update(json.loads(text, object_hook=lambda fields: Message(**fields)).__dict__)


class _Module(types.ModuleType):
    def __getattr__(self, name):
        return getattr(Message, name)


def install():
    import mediapipe.tasks  # noqa: F401  its true packages come first

    for path in MISSING:
        parts = path.split(".")
        for name in (".".join(parts[:count]) for count in range(1, len(parts) + 1)):
            if name not in sys.modules:
                sys.modules[name] = _Module(name)
                sys.modules[name].__path__ = []
    # Also where protobuf is installed: it could not read JSON.
    protobuf = _Module("google.protobuf")
    protobuf.text_format = text_format
    sys.modules["google.protobuf"] = protobuf
