// Swift Testing imports a module of this name in every file that imports both Testing and CoreImage, also on Linux,
// where it does not ship one. Without this empty module such a file does not compile.
