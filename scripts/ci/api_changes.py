"""Lists public declarations out of symbol graphs; scripts/ci/api-changes runs it with compare or update, its folder and the baseline.

A line is a module, a declaration's full name and the declaration, or a type's conformance. What the compiler made by itself has no
place in the source and is left out: it may change with the compiler. So is an override: without it the class inherits the same API.
What a class had and now inherits is not gone: in a generic base class each parameter may stand for any type.
"""
import json
import re
import sys
from pathlib import Path

# The stand-ins for Apple's modules are one here: each re-exports AppleBase, which has most of their types.
STAND_INS = re.compile(r"^(?:AppleBase|UIKit|CoreGraphics|CoreVideo|CoreMedia|AVFoundation)  ")
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


def bases(graphs):
    """The base class of each class, and the generic parameters of each type."""
    parent, parameters = {}, {}
    for graph in graphs:
        names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in graph["symbols"]}
        for symbol in graph["symbols"]:
            generics = symbol.get("swiftGenerics", {}).get("parameters", [])
            parameters[names[symbol["identifier"]["precise"]]] = [each["name"] for each in generics]
        for relation in graph["relationships"]:
            if relation["kind"] == "inheritsFrom" and relation["target"] in names:
                parent[names[relation["source"]]] = names[relation["target"]]
    return parent, parameters


def is_inherited(line, declared, parent, parameters):
    _, name, text = line.split("  ", 2)
    base, _, member = name.partition(".")
    while base := parent.get(base):
        for other in declared.get(f"{base}.{member}", []):
            pattern = re.escape(other)
            for parameter in parameters.get(base, []):
                pattern = re.sub(rf"\b{parameter}\b", rf"(?P<{parameter}>[\\w.]+)", pattern, count=1)
                pattern = re.sub(rf"(?<!<)\b{parameter}\b", rf"(?P={parameter})", pattern)
            if re.fullmatch(pattern, text):
                return True
    return False


mode, work, baseline = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
graphs = [json.loads(path.read_text()) for path in work.rglob("*.symbols.json")]
lines = {STAND_INS.sub("AppleTypes  ", line) for graph in graphs for line in declarations(graph)}
if len(lines) < 500:
    sys.exit(f"api-changes: only {len(lines)} public declarations were found; is the build complete?")
if mode == "update":
    baseline.write_text("".join(f"{line}\n" for line in sorted(lines)))
    print(f"api-changes: {baseline} has {len(lines)} declarations")
    sys.exit()
before = {STAND_INS.sub("AppleTypes  ", line) for line in baseline.read_text().splitlines() if "  override " not in line}
declared = {}
for line in lines:
    declared.setdefault(line.split("  ", 2)[1], []).append(line.split("  ", 2)[2])
parent, parameters = bases(graphs)
gone = {line for line in before - lines if not is_inherited(line, declared, parent, parameters)}
for line in sorted(lines - before):
    print(f"api-changes: new: {line}")
for line in sorted(gone):
    print(f"api-changes: gone or changed: {line}", file=sys.stderr)
if gone:
    sys.exit("api-changes: users' code may break; where that is meant, run scripts/ci/api-changes --update and tell of it in CHANGELOG.md")
print(f"api-changes: nothing of the {len(before)} public declarations is gone, {len(lines - before)} are new")
