import Foundation
import VisionMedia
import VisionTasks

/// The frames of an input, decoded once into a file, so that both sides are timed on the same pixels without decoding.
struct BenchFrames {
  let path: String
  let width: Int
  let height: Int
  let isVideo: Bool
  let timestamps: [Int]
  /// The decoding time of each frame.
  let decodeMilliseconds: [Double]

  /// Decodes up to `limit` frames into a file in `folder`.
  init(input: String, limit: Int, folder: URL) throws {
    let clock = ContinuousClock()
    // Images are decoded when opened.
    var start = clock.now
    let frames = try InputFrames(.file(input))
    let file = folder.appendingPathComponent("frames.rgb")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw TasksError(.permissionDeniedError, "The scratch file \(file.path) cannot be written.")
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var size: (width: Int, height: Int)?
    var timestamps: [Int] = []
    var decodeMilliseconds: [Double] = []
    while timestamps.count < limit {
      guard let frame = try frames.next() else { break }
      decodeMilliseconds.append((clock.now - start).milliseconds)
      size = size ?? (frame.image.width, frame.image.height)
      try handle.write(contentsOf: Self.rgbBytes(of: frame.image))
      timestamps.append(frame.timestampInMilliseconds)
      start = clock.now
    }
    guard let size else { throw TasksError.invalidArgument("There is no frame in \(input).") }
    path = file.path
    (width, height) = size
    isVideo = frames.isVideo
    self.timestamps = timestamps
    self.decodeMilliseconds = decodeMilliseconds
  }

  /// The pixels as RGB without padding.
  private static func rgbBytes(of image: ImageBuffer) -> Data {
    image.withUnsafeBytes { bytes in
      var data = Data(capacity: image.width * image.height * 3)
      for row in 0..<image.height {
        let start = row * image.bytesPerRow
        switch image.format {
        case .rgb: data.append(contentsOf: bytes[start..<start + image.width * 3])
        case .rgba, .bgra:
          let order = image.format == .rgba ? (0, 2) : (2, 0)
          for x in 0..<image.width {
            let pixel = start + 4 * x
            data.append(contentsOf: [bytes[pixel + order.0], bytes[pixel + 1], bytes[pixel + order.1]])
          }
        case .gray:
          for x in 0..<image.width { data.append(contentsOf: repeatElement(bytes[start + x], count: 3)) }
        }
      }
      return data
    }
  }
}
