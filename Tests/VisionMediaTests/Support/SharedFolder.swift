import Foundation

/// The folder with the media and the goldens: beside the checkout, or where VISION_SHARED says.
enum SharedFolder {
  static let url: URL? = {
    let packageRoot = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [
      ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(fileURLWithPath: $0) },
      packageRoot.deletingLastPathComponent().appendingPathComponent("shared"),
    ]
    return candidates.compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("media").path)
    }
  }()

  /// Tests that need the folder are skipped without it.
  static var isPresent: Bool { url != nil }

  static func media(_ name: String) throws -> String { try path("media", name) }

  /// The names of the media files with one of the endings.
  static func mediaNames(_ endings: String...) -> [String] {
    guard let folder = url?.appendingPathComponent("media").path else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { endings.contains(($0 as NSString).pathExtension) }.sorted()
  }

  static func golden(_ name: String) throws -> Golden {
    try JSONDecoder().decode(Golden.self, from: Data(contentsOf: URL(fileURLWithPath: path("golden", name))))
  }

  /// The golden that covers the most frames of a file, as RGB; not every file has goldens of every task.
  static func pixels(of media: String) throws -> GoldenPixels {
    let prefix = (media as NSString).deletingPathExtension + "."
    let names = try FileManager.default.contentsOfDirectory(atPath: path("golden", ""))
    let goldens = try names.filter { $0.hasPrefix(prefix) && !$0.contains(".rgba") }.map {
      try JSONDecoder().decode(GoldenPixels.self, from: Data(contentsOf: URL(fileURLWithPath: path("golden", $0))))
    }
    guard let longest = goldens.filter({ $0.pixelFormat == "SRGB" }).max(by: { $0.count < $1.count }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return longest
  }

  static func path(_ folder: String, _ name: String) throws -> String {
    struct Absent: Error {}
    guard let url else { throw Absent() }
    return url.appendingPathComponent(folder).appendingPathComponent(name).path
  }
}

/// What every golden says of the pixels that it was computed from.
struct GoldenPixels: Decodable {
  struct Frame: Decodable {
    let timestampMs: Int?
  }

  let width: Int
  let height: Int
  let pixelFormat: String
  let pixelSha256: String
  let frames: [Frame]

  /// The number of frames that the digest covers.
  var count: Int { frames.count }
}

/// What the tests read of a golden of hands: which pixels it was computed from.
struct Golden: Decodable {
  struct Frame: Decodable {
    let timestampMs: Int?
    let landmarks: [[[Float?]]]?
    let gestures: [[Category]]?
    let handedness: [[Category]]?
  }
  struct Category: Decodable {
    let categoryName: String
    let score: Float
  }
  let width: Int
  let height: Int
  let pixelSha256: String
  let frameCount: Int?
  let frames: [Frame]
}
