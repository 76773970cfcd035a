"""Checks that the documentation is complete; scripts/docs runs it with its working folder and the site.

Every public symbol needs a comment. Every type and every article must be in a hand-written topic group; docc groups the members of
a type. Symbols that the compiler synthesizes, such as `init(rawValue:)` of an enumeration, have no source location and need no
comment.
"""
import json
import sys
from pathlib import Path

work, site = Path(sys.argv[1]), Path(sys.argv[2])
pages = site / "data" / "documentation"
problems = []


def curated():
    """The pages in topic groups that are not docc's own, in lower case without the site's name."""
    for page in pages.rglob("*.json"):
        for section in json.loads(page.read_text()).get("topicSections", []):
            if not section.get("generated", False):
                yield from (name.split("/documentation/", 1)[1].lower() for name in section["identifiers"])


in_topics = set(curated())
commented = types = 0
for path in sorted(work.rglob("*.symbols.json")):
    graph = json.loads(path.read_text())
    module = path.name.removesuffix(".symbols.json").split("@")[-1]
    for symbol in graph["symbols"]:
        if "location" not in symbol:
            continue
        name = ".".join(symbol["pathComponents"])
        if symbol.get("docComment", {}).get("lines"):
            commented += 1
        else:
            problems.append(f"{module}: {name} has no comment")
        if len(symbol["pathComponents"]) == 1 and "stand-ins" not in path.parts:
            types += 1
            if f"{module}/{name}".lower() not in in_topics:
                problems.append(f"{module}: {name} is in no topic")

# docc silently omits articles that are in no topic.
articles = [page for page in sorted(work.glob("Site.docc/*/*.md")) if not page.read_text().startswith("# ``")]
for article in articles:
    if f"mediapipetasksvision/{article.stem}".lower() not in in_topics:
        problems.append(f"{article.name} is in no topic")

for problem in problems:
    print(f"docs: {problem}", file=sys.stderr)
if problems:
    sys.exit(1)
print(f"docs: 100 %: {commented} public symbols with comments, {types} types and {len(articles)} articles in topics")
