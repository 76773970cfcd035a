"""The load test: throughput, latency at half load, flat memory, bad requests."""

import os
import queue
import random
import shutil
import statistics
import subprocess
import threading
import time

from server import TOKEN, Connection, Server, check, say

TASK = "gesture"
# The number of images whose throughput is compared with the command's, and the seconds at saturation and at half load.
IMAGES = 600
SECONDS = 15
# The limits in docs/server.md, "Measurements".
MIN_THROUGHPUT = 0.9
MAX_LATENCY = 3.0
MAX_GROWTH = 1.05


def run(work, samples, requests):
    image = samples / "thumb_up_teal.png"
    if not shutil.which("wrk"):
        say("SKIPPED: the load test needs wrk (Debian's package wrk)")
        return
    with Server(work / "load.log", "--model", TASK, "--log-level", "warning") as server:
        command = command_rate(work, image)
        wrk(server, TASK, image, 3)
        rate, failures = wrk(server, TASK, image, SECONDS)
        say(f"{TASK}: the command {command:.1f}, the server {rate:.1f} images a second: {rate / command:.2f}")
        check(failures == 0, f"{failures} requests failed at saturation")
        single, half = latencies(server, image, rate / 2)
        say(f"{TASK}: one request {single * 1000:.1f} ms, p99 at half load {half * 1000:.1f} ms: {half / single:.2f}")
        neighbours(server, image)
    memory(work, samples / "tiny_32x24.png", requests)
    check(rate >= MIN_THROUGHPUT * command, f"the throughput is {rate / command:.2f} of the command's")
    check(half < MAX_LATENCY * single, f"p99 at half load is {half / single:.2f} times a single request")


def command_rate(work, image):
    """Images a second of the command on all cores, with its start."""
    folder = work / "images"
    folder.mkdir()
    for number in range(IMAGES):
        shutil.copy(image, folder / f"{number}{image.suffix}")
    start = time.perf_counter()
    subprocess.run(["vision", TASK, str(folder), "--json", str(work / "lines.jsonl"), "--quiet"], check=True)
    return IMAGES / (time.perf_counter() - start)


def wrk(server, task, image, seconds, connections=8):
    """Requests a second at saturation, and the number of failures."""
    environment = dict(os.environ, LOAD_IMAGE=str(image), LOAD_TOKEN=TOKEN)
    script = os.path.join(os.path.dirname(__file__), "load.lua")
    output = subprocess.run(
        ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "30s", "-s", script,
         f"http://{server.address}/v1/{task}"], check=True, capture_output=True, text=True, env=environment).stdout
    count, microseconds, statuses, errors = map(int, output.split("RESULT ")[1].split())
    return count / (microseconds / 1e6), statuses + errors


def latencies(server, image, rate):
    """The median of single requests, and the 99th percentile at a rate with random (Poisson) arrivals, in seconds."""
    body = image.read_bytes()
    connection = Connection(server)
    single = statistics.median(connection.post(f"/v1/{TASK}", body)[2] for _ in range(100))
    arrivals, answers = queue.Queue(), []

    def worker():
        own = Connection(server)
        while (due := arrivals.get()) is not None:
            try:
                status = own.post(f"/v1/{TASK}", body)[0]
            except OSError as error:
                status = str(error)
                own = Connection(server)
            # Time in the client's own queue counts.
            answers.append((status, time.perf_counter() - due))

    workers = [threading.Thread(target=worker, daemon=True) for _ in range(16)]
    for thread in workers:
        thread.start()
    generator = random.Random(1)
    count = 0
    due = time.perf_counter()
    end = due + SECONDS
    while due < end:
        time.sleep(max(0, due - time.perf_counter()))
        arrivals.put(due)
        count += 1
        due += generator.expovariate(rate)
    for _ in workers:
        arrivals.put(None)
    for thread in workers:
        thread.join()
    # A failure in a thread would end that thread only.
    failures = {status for status, _ in answers} - {200}
    check(not failures, f"requests failed at half load: {failures}")
    check(len(answers) == count, f"{len(answers)} of {count} requests were answered at half load")
    times = sorted(seconds for _, seconds in answers)
    return single, times[int(len(times) * 0.99)]


def neighbours(server, image):
    """Bad requests beside good ones: the good ones have the same answers."""
    good = image.read_bytes()
    expected = Connection(server).post(f"/v1/{TASK}", good)[1]
    stop = threading.Event()
    refused = []

    def bad():
        own = Connection(server)
        requests = [
            (f"/v1/{TASK}", good[: len(good) // 2]), (f"/v1/{TASK}", b"no image"), ("/v1/other", good),
            (f"/v2/models/{TASK}/infer", b"{"), (f"/v2/models/{TASK}/infer", b"[" * 100_000),
        ]
        while not stop.is_set():
            for path, body in requests:
                try:
                    refused.append(own.post(path, body)[0])
                except OSError as error:
                    refused.append(str(error))
                    own = Connection(server)

    threads = [threading.Thread(target=bad, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    own = Connection(server)
    answers = [own.post(f"/v1/{TASK}", good) for _ in range(200)]
    stop.set()
    for thread in threads:
        thread.join()
    check(all(status == 200 and body == expected for status, body, _ in answers), "a good request noticed the bad ones")
    check(refused and set(refused) <= {400, 404}, f"bad requests got {set(refused)}")
    say(f"{len(refused)} bad requests beside {len(answers)} good ones changed none of their answers")


def memory(work, image, requests):
    """Resident memory does not grow with the number of requests."""
    with Server(work / "memory.log", "--model", "small=classify:efficientnet_lite0_int8", "--log-level", "warning") as server:
        def after(count):
            done = 0
            while done < count:
                rate, failures = wrk(server, "small", image, 5)
                check(failures == 0, f"{failures} small requests failed")
                done += int(rate * 5)
            return server.metric("process_resident_memory_bytes") / 1e6, done

        before, _ = after(requests // 10)
        growth, done = after(requests)
        say(f"memory: {before:.1f} MB, after {done} further requests {growth:.1f} MB")
        check(growth < before * MAX_GROWTH, f"memory grew from {before:.1f} to {growth:.1f} MB")
