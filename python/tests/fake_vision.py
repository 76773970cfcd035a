"""A stand-in for `vision`: answers like `vision worker` and does what an image's bytes say."""

import json
import os
import signal
import sys
import time

source, sink = sys.stdin.buffer, sys.stdout.buffer


def answer(value: dict) -> None:
    sink.write(json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    sink.flush()


assert sys.argv[1] == "worker"
if sys.argv[2] == "missing":
    answer({"error": {"code": 5, "message": "There is no model."}})
    sys.exit(3)
if sys.argv[2] == "usage":
    print("Error: wrong usage", file=sys.stderr)
    sys.exit(2)
if sys.argv[2] == "endless":
    time.sleep(60)
if sys.argv[2] == "fragile":
    # So many processes die before they are ready; each leaves a letter in the file.
    options = dict(argument.removeprefix("--").split("=") for argument in sys.argv[3:5])
    with open(options["dead"], "a+") as file:
        file.seek(0)
        if len(file.read()) < int(options["times"]):
            file.write("x")
            file.flush()
            os.kill(os.getpid(), signal.SIGKILL)
answer({"ready": True, "protocol": 1, "mode": "image", "task": sys.argv[2], "sandbox": False})

count = 0
while line := source.readline():
    header = json.loads(line)
    data = source.read(header["bytes"])
    word, _, rest = data[:200].partition(b":")
    if word == b"die" or (word == b"die once" and not os.path.exists(rest)):
        if word == b"die once":
            open(rest, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    elif word == b"exit":
        print("Error: out of memory", file=sys.stderr)
        sys.exit(1)
    elif word == b"hang":
        time.sleep(60)
    elif word == b"garbage":
        sink.write(b"garbage\n")
        sink.flush()
    elif word == b"flood":
        if rest:
            with open(rest, "ab") as tries:
                tries.write(b".")
        sink.write(b"x" * 3_000_000)
        sink.flush()
        time.sleep(60)
    elif word == b"bad":
        answer({"id": header["id"], "error": {"code": 3, "message": "There is no image."}})
    else:
        if word == b"slow":
            time.sleep(0.05)
        fields = {"frame": count, "id": header["id"], "task": sys.argv[2], "process": os.getpid()}
        fields["arguments"] = sys.argv[3:]
        fields["variables"] = sorted(os.environ)
        fields["header"] = {key: value for key, value in header.items() if key != "id"}
        fields["answer"] = 'a "id":5 in,"frame":7 text' + " " * {b"long": 1_000_000, b"mask": 70_000_000}.get(word, 0)
        fields["data"] = data[:200].decode("latin-1")
        answer(fields)
    count += 1
