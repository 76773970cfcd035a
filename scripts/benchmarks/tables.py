"""The parts that the programs of the benchmark pages share: numbers, tables, machines, and the text between a page's marks.

A page has tables between `<!-- benchmarks: NAME -->` and `<!-- benchmarks: end -->`. All other text of the pages is edited by hand.
"""
import json
import re
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

root = Path(__file__).resolve().parents[2]
folder = root / "docs" / "benchmarks"

# The classes of processors by the beginning of the suite's name for their float32 instructions, in the order of the page.
CLASSES = {"AVX-512": "AVX-512", "AVX2": "AVX2, no AVX-512", "NEON": "NEON"}


# Data

def short(value):
    """A number with four significant digits; None for None."""
    return None if value is None else float(f"{value:.4g}")


def compact(entries):
    """A dictionary without the entries that are None."""
    return {key: value for key, value in entries.items() if value is not None}


def median(values):
    """The median; None without values."""
    values = sorted(values)
    middle = len(values) // 2
    if not values:
        return None
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def ratios(values):
    """The median of the rounds' ratios, the lowest and the highest; None without values."""
    values = [*values]
    if not values:
        return None
    return {"median": short(median(values)), "lowest": short(min(values)), "highest": short(max(values))}


def merged(old, new, key):
    """The old entries with those of the same key replaced; new ones are added."""
    return list({key(entry): entry for entry in [*old, *new]}.values())


def class_of(data):
    """A class's name, and its place on the page."""
    names = [*CLASSES]
    found = next((name for name in names if data["instructions"][0].startswith(name)), data["instructions"][0])
    return found, names.index(found) if found in names else len(names)


def file_name(data):
    """For example `avx2-amd-epyc-family-25-model-1-2-cores` for "AMD EPYC, family 25, model 1" with two cores."""
    model = re.sub(r"\((R|TM)\)|\b(CPU|Processor)\b|@.*", " ", data["processor"], flags=re.IGNORECASE)
    words = f"{class_of(data)[0]} {model} {data['cores']} cores".lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def file_header(machine):
    """The first entries of a machine's file, from the description that a run has."""
    return {
        "processor": machine["processor"], "instructions": machine["vectorInstructions"], "cores": machine["cores"],
        "system": machine["system"],
    }


def machine_file(data_folder, data):
    """The file of a machine in a folder, and what it has."""
    file = data_folder / f"{file_name(data)}.json"
    return file, json.loads(file.read_text()) if file.is_file() else {}


def encoded(data):
    """JSON with one line per row, so that a difference can be read."""
    def items(values):
        return "[\n" + ",\n".join(f"    {json.dumps(value, ensure_ascii=False)}" for value in values) + "\n  ]"

    lines = [
        f"  {json.dumps(key)}: " + (items(value) if key in ("rows", "streams") else json.dumps(value, ensure_ascii=False))
        for key, value in data.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


# Rendering

def number(value, places=None):
    """A number with half rounded up; a dash for None. Without places about three significant digits."""
    if value is None:
        return "–"
    if places is None:
        places = next(places for places, least in enumerate((100, 10, 1, 0)) if abs(value) >= least)
    return str(Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def spread(figure):
    """For example `0.31 (0.30 to 0.33)`, marked if above its limit; a range if the median is not known."""
    if not figure:
        return "–"
    middle, lowest, highest = (figure.get(key) for key in ("median", "lowest", "highest"))
    if middle is None:
        return f"{number(lowest, 2)} to {number(highest, 2)}"
    text = number(middle, 2)
    if lowest is not None:
        text += f" ({number(lowest, 2)} to {number(highest, 2)})"
    return text + (" †" if missed(figure) else "")


def missed(figure):
    """Whether a ratio is above its limit."""
    return "limit" in figure and figure.get("median", 0) > figure["limit"]


def table(titles, rows, numbers_from=1):
    """The lines of a table; columns from `numbers_from` are aligned right."""
    yield "| " + " | ".join(titles) + " |"
    yield "| " + " | ".join("---" if column < numbers_from else "---:" for column in range(len(titles))) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def machine(data):
    """The line about the machine and the runs."""
    parts = [f"{data['processor']} ({', '.join(data['instructions'])})"]
    parts += [f"{data['cores']} cores"] if "cores" in data else []
    parts += [data["system"]] if "system" in data else []
    runs = []
    for row in data["rows"]:
        run = ", ".join([
            row["date"], f"commit {row['commit']}", f"{row['rounds']} round{'' if row['rounds'] == 1 else 's'}",
            row["versions"],
        ])
        if run not in runs:
            runs.append(run)
    return f"{', '.join(parts)}. {'; '.join(runs)}."


def per_machine(machines, lines):
    """A section for each machine that has lines. Only machines of one class have their processor in the title."""
    classes = [class_of(data)[0] for data in machines.values()]
    for data in machines.values():
        found, name = list(lines(data)), class_of(data)[0]
        title = CLASSES.get(name, name)
        if classes.count(name) > 1:
            title += f": {data['processor']}, {data['cores']} cores"
        if found:
            yield from [f"## {title}", "", machine(data), "", *found, ""]


# Pages

def rendered(page, name, lines, program):
    """The page's text with new lines between its marks."""
    start, end = f"<!-- benchmarks: {name} -->\n", "<!-- benchmarks: end -->\n"
    text = page.read_text()
    if text.count(start) != 1 or text.count(end) != 1:
        sys.exit(f"{program}: {page.relative_to(root)} must have {start.strip()} and {end.strip()} once")
    before, rest = text.split(start)
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    paragraphs = f"\n{body}\n\n" if body else "\n"
    return before + start + paragraphs + end + rest.split(end)[1]


def main(program, data, take_over, blocks):
    """The program `scripts/benchmarks/PROGRAM [--check | RUN.json]`: takes over a run, and writes or checks the pages. `data` is the folder
    of the machines' files, and `blocks` the pages with the names and the lines of their tables."""
    arguments = sys.argv[1:]
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-") and arguments != ["--check"]):
        print(f"usage: scripts/benchmarks/{program} [--check | RUN.json]", file=sys.stderr)
        sys.exit(2)
    check = arguments == ["--check"]
    if arguments and not check:
        take_over(json.loads(Path(arguments[0]).read_text()))
    machines = {file.stem: json.loads(file.read_text()) for file in data.glob("*.json")}
    machines = dict(sorted(machines.items(), key=lambda entry: (class_of(entry[1])[1], entry[0])))
    texts = {page: rendered(page, name, lines, program) for page, (name, lines) in blocks(machines).items()}
    stale = [page for page, text in texts.items() if page.read_text() != text]
    if check and stale:
        names = ", ".join(str(page.relative_to(root)) for page in stale)
        sys.exit(f"{program}: {names} does not match {data.relative_to(root)}/*.json; run scripts/benchmarks/{program}")
    for page in stale:
        page.write_text(texts[page])
