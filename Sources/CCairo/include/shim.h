// Cairo's interface, from wherever its headers are: the package manager asks pkg-config only for linked libraries.
#pragma once
#if __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#elif __has_include(<cairo.h>)
#include <cairo.h>
// Apple's compiler does not search Homebrew's and MacPorts' folders.
#elif __has_include("/opt/homebrew/include/cairo/cairo.h")
#include "/opt/homebrew/include/cairo/cairo.h"
#elif __has_include("/opt/local/include/cairo/cairo.h")
#include "/opt/local/include/cairo/cairo.h"
#else
#error "Cairo's headers are missing: run scripts/setup, or install libcairo2-dev (Debian, Ubuntu), cairo-devel (Fedora) or cairo (Homebrew, Arch)."
#endif
