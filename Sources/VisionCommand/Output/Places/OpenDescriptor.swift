import Foundation

/// Paths that stand for a file that is open already.
enum OpenDescriptor {
  /// The number of the open file: of `-`, `/dev/stdout`, `/dev/stderr`, `/dev/fd/N` and `/proc/self/fd/N`; nil for other paths.
  ///
  /// Opening such a path would begin at the start of the file again and overwrite what is in it.
  static func number(of path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let prefixes = ["/dev/fd/", "/proc/self/fd/"]
      return prefixes.first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
    }
  }
}
