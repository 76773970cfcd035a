import Foundation
import VisionCore

/// Whether a library may be loaded: only root and the user can have put it there or can replace it.
/// The file and every folder above it have to belong to one of the two and be writable by no others. In a sticky folder
/// such as `/tmp` others cannot exchange what is there, but anybody can put something: it may stand above the library's
/// own folder only. Access lists are not read.
///
/// A library beside the shared library that has this code, as in an installed Python package, may also be as
/// safe as that one: the users who can exchange it can exchange the other as well, which runs already.
struct LibraryTrust {
  /// Groups that count as root.
  #if os(macOS)
    // `wheel` and `admin`, whose members may become root; Homebrew's folders are theirs.
    private static let systemGroups: Set<gid_t> = [0, 80]
  #else
    private static let systemGroups: Set<gid_t> = [0]
  #endif

  var user = geteuid()
  /// The shared library that has this code; nil in an executable.
  var code: String?

  /// Returns the path without symbolic links, which is the one to load. The error names the file or folder at fault and
  /// what mends it.
  func check(_ path: String) throws(TasksError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw TasksError(
        .permissionDeniedError, "The LiteRT library at \(path) cannot be reached: \(FileFailure().text).")
    }
    defer { free(resolved) }
    let file = String(cString: resolved)
    if isAsSafeAsCode(path) { return file }
    var place = file
    var depth = 0
    while true {
      if let fault = fault(of: place, mayBeSticky: depth > 1) {
        throw TasksError(
          .permissionDeniedError,
          "The LiteRT library at \(path) is not loaded, for others could have put it there: \(place) \(fault.text). Run: "
            + "\(fault.remedy) \"\(place)\" if you trust it, or scripts/setup, which puts the library into your cache folder."
        )
      }
      guard place != "/" else { return file }
      place = place.parentPath
      depth += 1
    }
  }

  /// Whether a file is in the folder of the code's file, with the same owner, and no other users can write to it.
  private func isAsSafeAsCode(_ path: String) -> Bool {
    guard let code, path.parentPath == code.parentPath else { return false }
    var (file, other) = (stat(), stat())
    guard lstat(path, &file) == 0, lstat(code, &other) == 0 else { return false }
    let isFile = [file, other].allSatisfy { $0.st_mode & S_IFMT == S_IFREG }
    let isOfGroup = file.st_mode & S_IWGRP == 0 || file.st_gid == other.st_gid
    return isFile && file.st_uid == other.st_uid && isOfGroup
      && file.st_mode & ~other.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  private func fault(of place: String, mayBeSticky: Bool) -> (text: String, remedy: String)? {
    let closing = "chmod go-w"
    var status = stat()
    guard stat(place, &status) == 0 else { return ("cannot be inspected", closing) }
    guard status.st_uid == 0 || status.st_uid == user else {
      return ("belongs to user \(status.st_uid)", "chown \(user)")
    }
    if mayBeSticky, mode_t(status.st_mode) & mode_t(S_ISVTX) != 0 { return nil }
    if mode_t(status.st_mode) & mode_t(S_IWOTH) != 0 { return ("can be written by everybody", closing) }
    if mode_t(status.st_mode) & mode_t(S_IWGRP) != 0, !isUsersAlone(status.st_gid) {
      return ("can be written by the group \(status.st_gid)", closing)
    }
    return nil
  }

  /// Whether a group has no other members: many systems give each user a group of the user's name, and let it write.
  private func isUsersAlone(_ group: gid_t) -> Bool {
    if Self.systemGroups.contains(group) { return true }
    var buffer = [CChar](repeating: 0, count: 65_536)
    var userEntry = passwd()
    var foundUser: UnsafeMutablePointer<passwd>?
    guard getpwuid_r(user, &userEntry, &buffer, buffer.count, &foundUser) == 0, foundUser != nil,
      userEntry.pw_gid == group, let pointer = userEntry.pw_name
    else { return false }
    let name = String(cString: pointer)
    var entry = GroupEntry()
    var found: UnsafeMutablePointer<GroupEntry>?
    guard getgrgid_r(group, &entry, &buffer, buffer.count, &found) == 0, found != nil, let groupName = entry.gr_name,
      String(cString: groupName) == name
    else { return false }
    var member = entry.gr_mem
    while let pointer = member?.pointee {
      guard String(cString: pointer) == name else { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }
}

/// The C library's entry of a group, whose name is also that of a parameter above.
private typealias GroupEntry = group
