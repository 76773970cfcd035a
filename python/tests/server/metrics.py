"""Prometheus against the server."""

import json
import shutil
import subprocess
import time
import urllib.parse
import urllib.request

from server import TOKEN, Connection, Server, check, say

PROMETHEUS_PORT = 19090


def run(work, samples):
    if not shutil.which("promtool") or not shutil.which("prometheus"):
        say("SKIPPED: Prometheus is not installed (Debian's package prometheus)")
        return
    with Server(work / "metrics.log", "--model", "hand") as server:
        status, _, _ = Connection(server).post("/v1/hand", (samples / "thumb_up_teal.png").read_bytes())
        check(status == 200, f"the status is {status}")
        lint = subprocess.run(
            ["promtool", "check", "metrics"], input=server.get("/metrics"), capture_output=True, text=True)
        check(lint.returncode == 0, f"promtool: {lint.stdout}{lint.stderr}")
        say("promtool check metrics has no objection")
        scrape(work, server)


def scrape(work, server):
    (work / "token").write_text(TOKEN)
    (work / "prometheus.yml").write_text(f"""
global: {{ scrape_interval: 1s }}
scrape_configs:
  - job_name: vision
    authorization: {{ credentials_file: {work / "token"} }}
    static_configs: [{{ targets: ["{server.address}"] }}]
""")
    log = open(work / "prometheus.log", "wb")
    process = subprocess.Popen(
        ["prometheus", f"--config.file={work / 'prometheus.yml'}", f"--storage.tsdb.path={work / 'data'}",
         f"--web.listen-address=127.0.0.1:{PROMETHEUS_PORT}"], stdout=log, stderr=log)
    try:
        for query, expected in [
            ('vision_requests_total{model="hand",outcome="ok"}', "1"), ("vision_inference_seconds_count", "1"),
            ("up", "1"),
        ]:
            check(value(query) == expected, f"Prometheus has {value(query)} for {query}, not {expected}")
    finally:
        process.terminate()
        process.wait()
        log.close()
    say("Prometheus scrapes the server")


def value(query):
    """The value of a query, once Prometheus has one."""
    address = f"http://127.0.0.1:{PROMETHEUS_PORT}/api/v1/query?" + urllib.parse.urlencode({"query": query})
    for _ in range(60):
        try:
            with urllib.request.urlopen(address) as response:
                found = json.load(response)["data"]["result"]
            if found:
                return found[0]["value"][1]
        except OSError:
            pass
        time.sleep(0.5)
    return None
