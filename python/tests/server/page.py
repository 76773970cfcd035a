"""Runs the commands of docs/server.md, and checks the OpenAPI description."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request

from openapi_spec_validator import validate

from server import Server, check, say


def run(work, samples, page):
    blocks = re.findall(r"^```(sh|python|json)\n(.*?)^```", page.read_text(), re.M | re.S)
    folder = work / "page"
    folder.mkdir()
    shutil.copy(samples / "thumb_up_teal.png", folder / "hand.png")
    shutil.copy(samples / "coffee.png", folder / "coffee.png")
    environment = dict(os.environ, VISION_SERVE_TOKEN="at-least-12-letters")
    server = None
    count = 0
    try:
        for kind, text in blocks:
            if kind == "json":
                (folder / "serve.json").write_text(text)
            elif "vision serve" in text:
                stop(server)
                server = start(text, folder, environment)
            elif kind == "sh":
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=environment,
                                      capture_output=True, text=True)
                check(done.returncode == 0, f"this command of the page fails:\n{text}{done.stdout}{done.stderr}")
            else:
                done = subprocess.run(["python", "-c", text], cwd=folder, env=environment, capture_output=True, text=True)
                check(done.returncode == 0, f"this program of the page fails:\n{text}{done.stdout}{done.stderr}")
            count += 1
    finally:
        stop(server)
    check(count > 5, "the page has no commands")
    say(f"{count} examples of {page} run")
    description(work)


def start(text, folder, environment):
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", text], cwd=folder, env=environment, start_new_session=True,
        stdout=open(folder / "serve.log", "ab"), stderr=subprocess.STDOUT)
    for _ in range(100):
        try:
            urllib.request.urlopen("http://127.0.0.1:8430/v2/health/ready")
            return process
        except OSError:
            check(process.poll() is None, f"this command of the page fails:\n{text}")
            time.sleep(0.2)
    check(False, f"this server of the page does not start:\n{text}")


def stop(process):
    if process and process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)


def description(work):
    with Server(work / "openapi.log", "--model", "hand") as server:
        validate(json.loads(server.get("/openapi.json")))
    say("the OpenAPI description is valid")
