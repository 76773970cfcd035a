"""python -m vision_mediapipe enable|disable|status|fetch: see --help."""
import argparse
import site
import sys
import sysconfig
from pathlib import Path
from typing import Tuple

from ._hook import mediapipe_version, reason_against
from ._library import library_path, model_path
from ._version import __version__

# Python runs the lines of such a file, which begin with import, whenever it starts in the environment. The file outlives
# `pip uninstall`, which does not know it, so its line does nothing where the package is gone.
_LINE = "import importlib.util as util; util.find_spec('vision_mediapipe') and __import__('vision_mediapipe.{}')\n"
_START = _LINE.format("_start")
_START_WITH_SOLUTIONS = _LINE.format("_start_with_solutions")


def _file() -> Path:
    return Path(_environment()[1]) / "vision_mediapipe_start.pth"


def _environment() -> Tuple[str, str]:
    """The environment that has this package, and its folder of packages: the user's own, as where `pip install --user` put it, or that
    of this Python."""
    user = site.getusersitepackages()
    if site.ENABLE_USER_SITE and Path(user).resolve() == Path(__file__).resolve().parents[1]:
        return site.getuserbase(), user
    return sys.prefix, sysconfig.get_path("purelib")


def _changing(change, *arguments) -> None:
    try:
        change(*arguments)
    except OSError as error:
        raise OSError(
            f"{_file()} cannot be changed: {error.strerror}. Run this as the environment's owner, or call vision_mediapipe.enable() "
            "in the program instead.") from None


def _enable(arguments) -> str:
    reason = reason_against(mediapipe_version())
    if reason is not None and not (arguments.solutions and mediapipe_version() is None):
        raise SystemExit(reason)
    library_path()
    _changing(_file().write_text, _START_WITH_SOLUTIONS if arguments.solutions else _START)
    return f"Enabled for {_environment()[0]}: programs there use vision_mediapipe {__version__}. Disable takes it back."


def _disable(arguments) -> str:
    file = _file()
    if not file.exists():
        return f"It was not enabled for {_environment()[0]}; nothing was changed."
    _changing(file.unlink)
    return f"Disabled for {_environment()[0]}: programs there use mediapipe's own library again."


def _status(arguments) -> str:
    text = _file().read_text() if _file().exists() else ""
    state = "enabled, with solutions" if text == _START_WITH_SOLUTIONS else "enabled" if text else "not enabled"
    reason = reason_against(mediapipe_version())
    version = mediapipe_version() or "not installed"
    return f"vision_mediapipe {__version__}: {state} for {_environment()[0]}\nmediapipe: {version}" + (f"\n{reason}" if reason else "")


def _fetch(arguments) -> str:
    return "\n".join(model_path(name, fetch=True) for name in arguments.model)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision_mediapipe", description=(
        "Lets the installed mediapipe use another engine in every program of this Python environment. No file of mediapipe is "
        "changed."))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    enable = commands.add_parser("enable", help="use it in every program of this environment")
    enable.add_argument("--solutions", action="store_true", help="bring mp.solutions back, too")
    enable.set_defaults(run=_enable)
    commands.add_parser("disable", help="undo it").set_defaults(run=_disable)
    commands.add_parser("status", help="say whether it is enabled").set_defaults(run=_status)
    fetch = commands.add_parser("fetch", help="download models for vision_mediapipe.solutions")
    fetch.add_argument("model", nargs="+", help="such as hand_landmarker, face_landmarker, pose_landmarker_full")
    fetch.set_defaults(run=_fetch)
    arguments = parser.parse_args()
    try:
        print(arguments.run(arguments))
    except (OSError, RuntimeError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
