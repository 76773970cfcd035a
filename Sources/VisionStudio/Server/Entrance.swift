import Foundation

/// A file that leads a browser to the page. Only this user can read it: what stands in a program's arguments, all users can.
struct Entrance: Sendable {
  /// How long it is there, in seconds; browsers may take a while to start.
  private static let lifetime = 60.0

  let file: URL

  /// Writes the file; nil when that cannot be done, as the address was printed anyway.
  init?(in folder: PrivateFolder, to address: URL) {
    file = folder.newFile(ending: "html")
    // The token has letters, digits, - and _, and the host was taken apart: nothing of it ends a text in HTML.
    let page = """
      <!doctype html><meta charset="utf-8"><title>Vision Studio</title>
      <meta http-equiv="refresh" content="0;url=\(address.absoluteString)">
      <a href="\(address.absoluteString)">Vision Studio</a>

      """
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { return nil }
  }

  /// Hands the file over and removes it after a while.
  func lead(with open: @Sendable (URL) -> Void) {
    open(file)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.lifetime) { [file] in
      try? FileManager.default.removeItem(at: file)
    }
  }
}
