import Foundation
import TestSupport
import Testing
import VisionMedia

@testable import VisionStudio

@Suite("Kinds of images that visitors bring", .needs(.shared))
struct ImageKindTests {
  static func fixture(_ name: String) throws -> Data {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(path: "VisionMediaTests/Fixtures/\(name)"))
  }

  /// A GIF with frames of one pixel.
  private static func gif(frames: Int) -> Data {
    let pixel: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    return Data(header + (0..<frames).flatMap { _ in pixel } + [0x3B])
  }

  @Test("HEIC and AVIF are images, upright, and shown as JPEG; a GIF is a video where it has several frames")
  func kinds() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let visit = try await client.visit()
    let files: [(name: String, data: Data, isVideo: Bool, width: Int, height: Int)] = try [
      ("phone.heic", Self.fixture("quadrants.heic"), false, 64, 48),
      ("held.heic", Self.fixture("rotated.heic"), false, 48, 64),
      ("a.avif", Self.fixture("quadrants.avif"), false, 64, 48),
      ("one.gif", Self.gif(frames: 1), false, 1, 1), ("three.gif", Self.gif(frames: 3), true, 1, 1),
    ]
    for file in files {
      let answer = try await client.upload(file.data, name: file.name, to: visit)
      #expect(answer.status == 201, "\(file.name): \(answer.message)")
      let stored = try answer.json()
      #expect(stored["isVideo"] as? Bool == file.isVideo, "\(file.name)")
      #expect(stored["width"] as? Int == file.width && stored["height"] as? Int == file.height, "\(file.name)")
      if file.name.hasSuffix(".heic") {
        let id = try #require(stored["id"] as? String)
        let shown = try ImageFile.decode(try await client.get("\(visit)/files/\(id)/image.jpg").body)
        #expect(shown.width == file.width && shown.height == file.height)
      }
    }
    let cut = try await client.upload(Self.fixture("quadrants.heic").prefix(400), name: "cut.heic", to: visit)
    #expect(cut.status == 422 && cut.message.contains("HEIC"), "\(cut.message)")
    try await studio.stop()
  }

  @Test("An image file beyond the limit for images is refused, animated or not")
  func limit() async throws {
    let studio = try await RunningStudio { $0.limits.imageBytes = 1000 }
    let visit = try await studio.client.visit()
    let answer = try await studio.client.upload(Self.gif(frames: 100), name: "long.gif", to: visit)
    #expect(answer.status == 413, "\(answer.status): \(answer.message)")
    try await studio.stop()
  }
}
