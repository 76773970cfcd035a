// Swift Testing announces a module of this name for every file that imports both it and CoreGraphics, on Linux too, where it does
// not bring the module: without this empty one such a file does not compile.
