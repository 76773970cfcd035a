"""Writes an object file with the part of Unicode's tables that an English-only program needs.

    python3 unicode_data.py OBJECT

31 of the 34 MB of tables in Swift's static libraries are of other languages, character sets other than Unicode, and what nothing here asks
for: the alphabetical order, names of languages, regions and characters, transliterations, places to break a line. ICU falls back to its
root locale, so other languages are formatted as English. OBJECT has the remaining tables. The script prints the options of swiftc that take
them in place of ICU's, one a line.

The format is ICU's udata package, "CmnD": a header, a table of contents, and the items, each aligned to 16 bytes.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

# Locales by name, such as de.res and zh_Hant_TW.res; other resources have longer names.
LOCALE = re.compile(r"[a-z]{2,3}(_\w+)?\.res")
KEPT_LOCALES = {"en.res", "en_001.res", "en_US.res", "en_US_POSIX.res"}
UNUSED = ("coll/", "lang/", "region/", "translit/", "brkitr/line", "unames.icu", "confusables.cfu")


def is_kept(name):
    """Whether an item is needed; its name is without that of the package."""
    file = name.rsplit("/", 1)[-1]
    if file.endswith((".cnv", ".dict")) or name.startswith(UNUSED):
        return False
    return not LOCALE.fullmatch(file) or file in KEPT_LOCALES


def subset(package):
    """The package with only the needed items."""
    (header_size,) = struct.unpack_from("<H", package)
    if package[2:4] != b"\xda\x27" or package[12:16] != b"CmnD":
        sys.exit("unicode_data: not an ICU data package")
    contents = memoryview(package)[header_size:]
    (count,) = struct.unpack_from("<I", contents)
    places = [struct.unpack_from("<II", contents, 4 + 8 * i) for i in range(count)]
    ends = [data for _, data in places[1:]] + [len(contents)]
    items = []
    for (name_at, data_at), end in zip(places, ends):
        name = bytes(contents[name_at:package.index(b"\0", header_size + name_at) - header_size])
        if is_kept(name.decode().split("/", 1)[1]):
            items.append((name + b"\0", contents[data_at:end]))

    names_at = 4 + 8 * len(items)
    data_at = (names_at + sum(len(name) for name, _ in items) + 15) // 16 * 16
    table, names, data = struct.pack("<I", len(items)), b"", b""
    for name, item in items:
        table += struct.pack("<II", names_at + len(names), data_at + len(data))
        names += name
        data += bytes(item) + bytes(-len(item) % 16)
    return package[:header_size] + (table + names).ljust(data_at, b"\0") + data


def archive():
    """Foundation's static library of ICU."""
    command = ["swiftc", "-static-stdlib", "-print-target-info"]
    info = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return os.path.join(info["paths"]["runtimeResourcePath"], "linux", "lib_FoundationICU.a")


def main(target):
    target, library = os.path.abspath(target), archive()
    with tempfile.TemporaryDirectory() as folder:
        def run(*command):
            return subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout

        member = next(line for line in run("ar", "t", library).splitlines() if "packaged_data" in line)
        run("ar", "x", library, member)
        symbol = re.search(r"\b(icudt\d+_dat)\b", run("nm", member)).group(1)
        run("objcopy", "-O", "binary", "--only-section=.rodata", member, "whole")
        with open(os.path.join(folder, "whole"), "rb") as whole, open(os.path.join(folder, "part"), "wb") as part:
            part.write(subset(whole.read()))
        with open(os.path.join(folder, "part.s"), "w") as source:
            source.write(".section .rodata\n.balign 16\n.globl vision_unicode_data\n"
                         'vision_unicode_data: .incbin "part"\n.section .note.GNU-stack,"",%progbits\n')
        run("as", "-o", target, "part.s")
    print("-Xlinker", target, "-Xlinker", f"--defsym={symbol}=vision_unicode_data", sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
