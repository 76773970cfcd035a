// Names of forwarders to functions of libraries that are loaded at run time.
#pragma once

/// Lets the compiler take `vision_NAME` for the function NAME that a library's header declares afterwards: a forwarder under
/// the library's own name would also be called by other code of a program that links the library.
#define VISION_RENAME(name) VISION_PRAGMA(redefine_extname name vision_##name)
#define VISION_PRAGMA(text) _Pragma(#text)
