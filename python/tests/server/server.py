"""A `vision serve` process for the tests."""

import http.client
import re
import signal
import subprocess
import time
import urllib.request

TOKEN = "token-of-the-test"


class Server:
    """A server on a free port; a context manager that ends it by SIGTERM and expects status 0."""

    def __init__(self, log, *arguments, port=0):
        self.log = open(log, "wb")
        self.process = subprocess.Popen(
            ["vision", "serve", "--port", str(port), "--token", TOKEN, *arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if not found:
            raise SystemExit(f"the server did not start: {line!r} {log.read_text()}")
        self.port = int(found[1])
        self.address = f"127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=60)
        self.log.close()
        if kind is None:
            check(status == 0, f"SIGTERM ended the server with status {status}")

    def get(self, path):
        request = urllib.request.Request(
            f"http://{self.address}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request) as response:
            return response.read().decode()

    def metric(self, name):
        """The value of a metric without labels."""
        found = re.search(rf"^{name} (\S+)$", self.get("/metrics"), re.M)
        return float(found[1])


class Connection:
    """A connection that is kept open."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def post(self, path, body, headers=()):
        """The status, the body and the seconds of a request."""
        start = time.perf_counter()
        self.connection.request("POST", path, body, {"Authorization": f"Bearer {TOKEN}", **dict(headers)})
        response = self.connection.getresponse()
        content = response.read()
        return response.status, content, time.perf_counter() - start


def check(condition, message):
    """Ends the test when a condition does not hold."""
    if not condition:
        raise SystemExit(f"test-server: failed: {message}")


def say(message):
    print(f"test-server: {message}", flush=True)
