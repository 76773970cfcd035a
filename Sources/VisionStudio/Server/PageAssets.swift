import Foundation
import VisionErrors

/// The page's files, which are part of the program, by their names without folders.
struct PageAssets: Sendable {
  /// A file with its type for browsers.
  struct Asset: Sendable {
    let type: String
    let bytes: [UInt8]
  }

  /// A folder that has files in place of the built-in ones, for those who work on the page.
  let folder: URL?

  /// The file of a name.
  ///
  /// - Throws: `TasksError` with `notFoundError` for every name that is not in the list.
  func asset(named name: String) throws -> Asset {
    guard let bytes = Self.files[name] else { throw TasksError.notFound("There is no such page.") }
    let type = Self.type(of: name)
    // The name is one of the list's by now, whatever the request said.
    if let folder, let file = Self.find(name, in: folder) { return Asset(type: type, bytes: file) }
    return Asset(type: type, bytes: bytes())
  }

  private static func find(_ name: String, in folder: URL) -> [UInt8]? {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    guard let path = paths.first(where: { ($0 as NSString).lastPathComponent == name }) else { return nil }
    return (try? Data(contentsOf: folder.appendingPathComponent(path))).map { Array($0) }
  }

  private static func type(of name: String) -> String {
    switch (name as NSString).pathExtension {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "jpg": "image/jpeg"
    default: "application/octet-stream"
    }
  }
}
