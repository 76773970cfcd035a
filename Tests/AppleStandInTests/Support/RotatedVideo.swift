import Foundation
import TestSupport
import Testing
import VisionImaging

/// Copies of a recorded MP4 file that state another orientation of the same frames, as a phone's files do.
enum RotatedVideo {
  static func copy(of name: String, orientation: ImageOrientation, in folder: TemporaryFolder) throws -> URL {
    var file = try Data(contentsOf: URL(fileURLWithPath: SharedFolder.media(name)))
    // The first track header is the video's. Its matrix follows the type, version, times and layers.
    let header = try #require(file.range(of: Data("tkhd".utf8)))
    for (index, value) in matrix(orientation).enumerated() {
      let place = header.upperBound + 40 + 4 * index
      let bytes = withUnsafeBytes(of: (Int32(value) << 16).bigEndian) { Data($0) }
      file.replaceSubrange(place..<place + 4, with: bytes)
    }
    let url = URL(fileURLWithPath: folder.path("\(orientation).mp4"))
    try file.write(to: url)
    return url
  }

  /// Where the stored x and y axes point, y downwards; each followed by the zero of a column.
  private static func matrix(_ orientation: ImageOrientation) -> [Int] {
    switch orientation {
    case .up: [1, 0, 0, 0, 1]
    case .upMirrored: [-1, 0, 0, 0, 1]
    case .down: [-1, 0, 0, 0, -1]
    case .downMirrored: [1, 0, 0, 0, -1]
    case .left: [0, -1, 0, 1, 0]
    case .leftMirrored: [0, 1, 0, 1, 0]
    case .right: [0, 1, 0, -1, 0]
    case .rightMirrored: [0, -1, 0, -1, 0]
    }
  }
}
