import Foundation

/// An HTML file that redirects a browser to the page. Unlike a program's arguments, only this user can read it.
struct BrowserLaunchFile: Sendable {
  /// How long the file exists, in seconds; browsers may take a while to start.
  private static let lifetime = 60.0

  let file: URL

  /// Writes the file; nil if that fails, since the address was printed anyway.
  init?(in folder: PrivateFolder, to address: URL) {
    file = folder.newFile(ending: "html")
    // Safe to embed: the token has letters, digits, - and _ only, and the host was parsed.
    let page = """
      <!doctype html><meta charset="utf-8"><title>Vision Studio</title>
      <meta http-equiv="refresh" content="0;url=\(address.absoluteString)">
      <a href="\(address.absoluteString)">Vision Studio</a>

      """
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else { return nil }
  }

  /// Opens the file and removes it after a minute.
  func open(with open: @Sendable (URL) -> Void) {
    open(file)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.lifetime) { [file] in
      try? FileManager.default.removeItem(at: file)
    }
  }
}
