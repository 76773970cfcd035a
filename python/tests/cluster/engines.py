"""Clusters of two nodes on this machine."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def descendants(process):
    """The numbers and command lines of a process and all below it."""
    children, lines = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except (FileNotFoundError, ProcessLookupError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found, rest = {}, [process]
    while rest:
        number = rest.pop()
        found[number] = lines.get(number, "")
        rest += children.get(number, [])
    return found


def still_running(processes, seconds):
    """Those of the processes that run after at most so many seconds."""
    deadline = time.monotonic() + seconds
    while left := [number for number in processes if Path(f"/proc/{number}").exists()]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    return left


class Cluster:
    """A cluster of processes that end with it."""

    name = ""
    #: Matches the command lines of a node's own processes.
    killed = ""

    def __init__(self, work):
        self.work = work
        # Ray's own default depends on whether this user has a token, and is not the same for `ray start` and for jobs.
        self.environment = dict(
            os.environ, PYSPARK_PYTHON=sys.executable, RAY_USAGE_STATS_ENABLED="0", RAY_num_workers_soft_limit="4",
            RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32),
        )
        self.processes = []
        os.environ.update(self.environment)

    def __enter__(self):
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception):
        everything = {}
        for process in self.processes:
            everything.update(descendants(process.pid))
            process.terminate()
        for process in self.processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for number in still_running(everything, seconds=10):
            os.kill(number, signal.SIGKILL)

    def start(self, command, ready):
        """Starts a process of the cluster and waits for a line of its output."""
        log = self.work / f"{self.name}-{len(self.processes)}.log"
        with log.open("w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, start_new_session=True)
        self.processes.append(process)
        for _ in range(1200):
            if found := re.search(ready, log.read_text()):
                return found
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"test-cluster: {' '.join(map(str, command))} does not start:\n{log.read_text()[-3000:]}")

    def kill_node(self):
        """Kills the last node's own processes. Its workers must end by themselves; returns their numbers."""
        below = descendants(self.processes[-1].pid)
        for number, line in below.items():
            if re.search(self.killed, line):
                os.kill(number, signal.SIGKILL)
        return [number for number, line in below.items() if re.search(r"vision worker ", line)]


class Ray(Cluster):
    name = "ray"
    killed = r"/raylet |ray start"

    def begin(self):
        # Below 10000, where Ray's workers have their ports.
        port = 6399
        common = ["--block", "--num-cpus=1", "--object-store-memory=200000000", "--disable-usage-stats"]
        command = ["ray", "start", "--head", f"--port={port}", "--include-dashboard=false", *common]
        address = self.start(command, r"Local node IP: (\S+)\n[\s\S]*Ray runtime started")[1]
        self.address = f"{address}:{port}"
        self.start(["ray", "start", f"--address={self.address}", *common], "Ray runtime started")

    def job(self, examples, images, output, task, vision):
        return [sys.executable, examples / "ray_map_batches.py", images, output, "--task", task, "--program", vision,
                "--address", self.address]


class Spark(Cluster):
    name = "spark"
    # A short job ends before the second compiler's work pays off.
    java = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    killed = r"deploy\.worker\.Worker|CoarseGrainedExecutorBackend"

    def begin(self):
        self.address = f"spark://127.0.0.1:{free_port()}"
        master = ["spark-class", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port",
                  self.address.rpartition(":")[2], "--webui-port", "0"]
        self.start(master, "I have been elected leader")
        for number in (1, 2):
            worker = ["spark-class", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--cores", "1",
                      "--memory", "1g", "--webui-port", "0", "--work-dir", self.work / f"spark-worker-{number}",
                      self.address]
            self.start(worker, "Successfully registered with master")

    def job(self, examples, images, output, task, vision):
        return ["spark-submit", "--master", self.address, "--conf", "spark.driver.host=127.0.0.1", "--conf",
                "spark.ui.enabled=false", "--conf", f"spark.executor.extraJavaOptions={self.java}",
                "--driver-java-options", self.java, examples / "spark_map_in_pandas.py", images, output, "--task", task,
                "--program", vision]


ENGINES = {"ray": Ray, "spark": Spark}
