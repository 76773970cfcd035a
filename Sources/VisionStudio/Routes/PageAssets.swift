import CVisionPage
import Foundation
import Hummingbird
import VisionCore

/// The page's files, embedded in the program, by file name.
struct PageAssets: Sendable {
  /// A folder whose files replace the embedded ones during development; nil for none.
  let folder: URL?

  func add(to router: Router<BasicRequestContext>) {
    router.get("/") { request, _ in try await response("index.html", to: request) }
    router.get("/favicon.ico") { request, _ in try await response("logo.svg", to: request) }
    router.get("/page/:name") { request, context in
      try await response(context.parameters.require("name"), to: request)
    }
  }

  private func response(_ name: String, to request: Request) async throws -> Response {
    let (type, bytes) = try asset(named: name)
    return try await FileResponse.part(of: bytes.count, type: type, to: request) {
      ResponseBody(byteBuffer: ByteBuffer(bytes: bytes[$0]))
    }
  }

  func asset(named name: String) throws -> (type: String, bytes: [UInt8]) {
    guard let embedded = Self.files[name] else { throw TasksError.notFound("There is no such page.") }
    // Safe to use in a path: the name is one of the list.
    return (Self.type(of: name), folder.flatMap { Self.find(name, in: $0) } ?? embedded.bytes)
  }

  private static func find(_ name: String, in folder: URL) -> [UInt8]? {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    guard let path = paths.first(where: { $0.lastPathPart == name }) else { return nil }
    return (try? Data(contentsOf: folder.appendingPathComponent(path))).map { Array($0) }
  }

  private static func type(of name: String) -> String {
    switch name.fileExtension {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "jpg": "image/jpeg"
    case "mp4": "video/mp4"
    default: "application/octet-stream"
    }
  }

  static let files: [String: EmbeddedFile] = {
    var count = 0
    guard let first = vision_page_files(&count) else { return [:] }
    let files = UnsafeBufferPointer(start: first, count: count)
    return Dictionary(files.map { (String(cString: $0.name), EmbeddedFile(file: $0)) }) { first, _ in first }
  }()

  /// A file in the program's constants. Safe to share: nothing writes to it, and it is there as long as the process.
  struct EmbeddedFile: @unchecked Sendable {
    fileprivate let file: VisionPageFile

    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
  }
}
