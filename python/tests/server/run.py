"""Runs the parts of scripts/ci/test-server."""

import argparse
from pathlib import Path

import client
import load
import metrics
import page

options = argparse.ArgumentParser()
options.add_argument("--work", type=Path, required=True)
options.add_argument("--samples", type=Path, required=True)
options.add_argument("--page", type=Path, required=True)
options.add_argument("--requests", type=int, required=True)
options.add_argument("--parts", required=True)
given = options.parse_args()
samples = given.samples.resolve()

parts = {
    "page": lambda: page.run(given.work, samples, given.page),
    "client": lambda: client.run(given.work, samples),
    "metrics": lambda: metrics.run(given.work, samples),
    "load": lambda: load.run(given.work, samples, given.requests),
}
for name in given.parts.split():
    parts[name]()
print("test-server: everything is right")
