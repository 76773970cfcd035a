#if os(Linux)
  import Foundation

  /// What starts the command under a fault: programs with their arguments, for `CommandRun`'s `launcher`.
  enum FaultLauncher {
    /// A shell whose script runs the command as `"$@"`.
    static func shell(_ script: String) -> [String] { ["/bin/sh", "-c", script, "sh"] }

    /// A file system of its own at a folder, which nobody else sees and which is gone with the command. After the run its files are
    /// in `copy`.
    ///
    /// - Parameters:
    ///   - options: Those of a tmpfs, such as `size=16k` or `ro`.
    ///   - folder: Where it is mounted; the folder exists.
    ///   - copy: An existing folder outside of it.
    /// - Returns: The launcher.
    static func fileSystem(_ options: String, at folder: String, copyingTo copy: String) -> [String] {
      let script = """
        mount -t tmpfs -o \(options) tmpfs '\(folder)' || exit 99
        "$@"
        status=$?
        cp -a '\(folder)/.' '\(copy)'
        exit $status
        """
      return ["/usr/bin/unshare", "-m", "--propagation", "private"] + shell(script)
    }
  }
#endif
