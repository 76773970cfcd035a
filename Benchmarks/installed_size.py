"""Measures the installed size of this package and of MediaPipe, without models.

    python installed_size.py [--json] VISION [LITERT]

VISION is our executable as scripts/install makes it, with Swift's libraries inside; LITERT its runtime library, by default the one beside
it. Our size includes the stripped executable, its resource bundles and the runtime library. The Debian packages of all libraries
loaded at startup, and of Cairo, are counted separately as the system's. The C library is not counted, nor are
FFmpeg and libcurl, which are loaded for videos and downloads only. MediaPipe's size includes the package and its requirements as installed
for this interpreter; Python itself is counted separately. Prints a Markdown table, or with --json a line for `vision-bench suite`.
"""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

from packaging.requirements import Requirement  # a requirement of mediapipe

# The library that our program loads to draw.
CAIRO = "libcairo.so.2"

# Part of every Debian system.
BASE = {"libc6", "libgcc-s1", "libstdc++6", "gcc-12-base", "gcc-13-base", "gcc-14-base"}


def output(*command, **variables):
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **variables}).stdout


def part(name, size, is_system=False):
    return {"name": name, "bytes": size, "is_system": is_system}


def tree_size(folder, skipped=()):
    """The bytes of the files in a folder, without links."""
    size = 0
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if os.path.join(parent, name) not in skipped]
        size += sum(os.path.getsize(path) for path in (os.path.join(parent, name) for name in files)
                    if not os.path.islink(path))
    return size


def stripped_size(program):
    """The bytes of a stripped executable."""
    tool = shutil.which("strip") or shutil.which("llvm-strip")
    if tool is None:
        return os.path.getsize(program)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "program")
        subprocess.run([tool, "-o", copy, program], check=True)
        return os.path.getsize(copy)


def loaded_libraries(program):
    """The real paths of the shared libraries that a program loads at startup, and of Cairo."""
    # Cairo is loaded later. Preload it, so that it is listed with its dependencies.
    found = re.findall(r"=> (/\S+)", output("ldd", program, LD_PRELOAD=CAIRO))
    if not any(os.path.basename(path) == CAIRO for path in found):
        sys.exit(f"The system's loader does not find {CAIRO}, which {program} needs to draw")
    return sorted({os.path.realpath(path) for path in found})


def debian_packages(libraries):
    """The packages that own libraries; libraries without a package are ignored."""
    # A file has two names if /lib is a link to /usr/lib.
    names = [name for path in libraries for name in (path, path.removeprefix("/usr"))]
    owners = output("dpkg-query", "--search", *names).splitlines() if shutil.which("dpkg-query") and names else []
    return {line.split(":")[0].strip() for line in owners}


def packages_size(packages):
    """The bytes of packages' files."""
    paths = set(output("dpkg-query", "--listfiles", *packages).splitlines()) if packages else ()
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path) and not os.path.islink(path))


def is_swift(library):
    return "/swift/" in library or os.path.basename(library).startswith(("libswift", "libFoundation", "lib_Foundation"))


def our_parts(program, runtime):
    folder = os.path.dirname(os.path.realpath(program))
    bundles = [name for name in os.listdir(folder) if name.endswith(".resources") and "Tests" not in name]
    libraries = loaded_libraries(program)
    if any(map(is_swift, libraries)):
        sys.exit(f"{program} is a development build: it loads Swift's libraries. Measure the program that scripts/install makes.")
    packages = sorted(debian_packages(libraries) - BASE)
    return [
        part("the program, stripped", stripped_size(program)),
        part("resource bundles", sum(tree_size(os.path.join(folder, name)) for name in bundles)),
        part(os.path.basename(runtime), os.path.getsize(runtime)),
        part(f"{len(packages)} Debian packages of Cairo, libjpeg-turbo, libdeflate and what these load",
             packages_size(packages), is_system=True),
    ]


def closure(name, found):
    """A distribution and its requirements, without extras."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in found:
        return
    try:
        found[key] = importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return  # required on other systems or Python versions only
    for text in found[key].requires or []:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            closure(requirement.name, found)


def distribution_size(distribution):
    paths = {os.path.realpath(distribution.locate_file(file)) for file in distribution.files or []}
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))


def their_parts():
    found = {}
    closure("mediapipe", found)
    if not found:
        sys.exit("The package mediapipe is not installed for " + sys.executable)
    sizes = sorted(((distribution_size(value), name) for name, value in found.items()), reverse=True)
    library = sysconfig.get_path("stdlib")
    # The executable is small if the interpreter is in a shared library.
    python = tree_size(library, skipped={os.path.join(library, "site-packages"), os.path.join(library, "dist-packages")})
    python += os.path.getsize(os.path.realpath(sys.executable))
    shared = os.path.join(sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("LDLIBRARY") or "")
    if shared.endswith(".so") and os.path.isfile(shared):
        python += os.path.getsize(os.path.realpath(shared))
    return [part(name, size) for size, name in sizes] + [part("Python and its standard library", python, is_system=True)]


def table(ours, theirs):
    """The lines of the Markdown table."""
    yield "| installed, without models | MB |"
    yield "| --- | --- |"
    for side, parts in (("ours", ours), ("MediaPipe", theirs)):
        for entry in parts:
            system = " (the system's)" if entry["is_system"] else ""
            yield f"| {side}: {entry['name']}{system} | {entry['bytes'] / 1e6:.1f} |"
    for name, with_system in (("all but the system's", False), ("with the system's", True)):
        sums = [sum(entry["bytes"] for entry in parts if with_system or not entry["is_system"])
                for parts in (ours, theirs)]
        yield f"| {name}: {sums[0] / 1e6:.1f} ÷ {sums[1] / 1e6:.1f} | {sums[0] / sums[1]:.3f} |"


def main(arguments):
    as_json = "--json" in arguments
    paths = [argument for argument in arguments if argument != "--json"]
    if not 1 <= len(paths) <= 2:
        sys.exit(__doc__)
    runtime = paths[1] if len(paths) > 1 else os.path.join(os.path.dirname(os.path.realpath(paths[0])), "libLiteRt.so")
    ours, theirs = our_parts(paths[0], runtime), their_parts()
    print(json.dumps({"ours": ours, "theirs": theirs}) if as_json else "\n".join(table(ours, theirs)))


if __name__ == "__main__":
    main(sys.argv[1:])
