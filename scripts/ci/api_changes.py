"""Lists public declarations out of symbol graphs; scripts/ci/api-changes runs it with compare or update, its folder and the baseline.

A line is a module, a declaration's full name and the declaration, or a type's conformance. What the compiler made by itself has no
place in the source and is left out: it may change with the compiler. So is an override: without it the class inherits the same API.
"""
import json
import sys
from pathlib import Path

# Conformances that the compiler infers.
INFERRED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def declarations(graph):
    module = graph["module"]["name"]
    names = {}
    for symbol in graph["symbols"]:
        name = ".".join(symbol["pathComponents"])
        names[symbol["identifier"]["precise"]] = name
        if "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
            text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
            if not text.startswith("override "):
                yield f"{module}  {name}  {' '.join(text.split())}"
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in names:
            protocol = relation.get("targetFallback") or names.get(relation["target"], "")
            protocol = protocol.removeprefix("Swift.")
            if protocol and protocol not in INFERRED:
                yield f"{module}  {names[relation['source']]}  : {protocol}"


mode, work, baseline = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
lines = {line for path in work.rglob("*.symbols.json") for line in declarations(json.loads(path.read_text()))}
if len(lines) < 500:
    sys.exit(f"api-changes: only {len(lines)} public declarations were found; is the build complete?")
if mode == "update":
    baseline.write_text("".join(f"{line}\n" for line in sorted(lines)))
    print(f"api-changes: {baseline} has {len(lines)} declarations")
    sys.exit()
before = {line for line in baseline.read_text().splitlines() if "  override " not in line}
for line in sorted(lines - before):
    print(f"api-changes: new: {line}")
for line in sorted(before - lines):
    print(f"api-changes: gone or changed: {line}", file=sys.stderr)
if before - lines:
    sys.exit("api-changes: users' code may break; where that is meant, run scripts/ci/api-changes --update and tell of it in CHANGELOG.md")
print(f"api-changes: nothing of the {len(before)} public declarations is gone, {len(lines - before)} are new")
