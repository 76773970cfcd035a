import Foundation
import VisionImaging
import VisionMedia

/// Writing for tests.
enum VideoCopy {
  /// Copies a video, or only its first frames, frame by frame.
  @discardableResult
  static func make(of source: String, to path: String, frames: Int = .max, keepsAudio: Bool = true) throws -> VideoAudio
  {
    let reader = try VideoReader(contentsOfFile: source)
    let writer = try VideoWriter(path: path, like: reader, keepsAudio: keepsAudio)
    while writer.frameCount < frames, let frame = try reader.next() { try writer.append(frame.image, timedAs: frame) }
    try writer.finish()
    return writer.audio
  }

  /// The peak signal-to-noise ratio of two lists of bytes, in decibels.
  static func ratio(_ a: [UInt8], _ b: [UInt8]) -> Double {
    guard a.count == b.count, !a.isEmpty else { return -.infinity }
    let sum = zip(a, b).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * log10(255 * 255 / max(sum / Double(a.count), 1e-9))
  }

  /// A picture without hard edges in its colours, which 4:2:0 can hold.
  static func gradient(width: Int, height: Int, format: PixelFormat, phase: Int = 0) throws -> ImageBuffer {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let red = UInt8(255 * x / max(width - 1, 1))
        let green = UInt8(255 * y / max(height - 1, 1))
        let blue = UInt8((x + y + phase) * 255 / (width + height + phase))
        switch format {
        case .rgb: bytes += [red, green, blue]
        case .rgba: bytes += [red, green, blue, UInt8(truncatingIfNeeded: x * 31)]
        case .bgra: bytes += [blue, green, red, UInt8(truncatingIfNeeded: x * 31)]
        case .gray: bytes.append(red / 2 + green / 2)
        }
      }
    }
    return try ImageBuffer(copying: bytes, width: width, height: height, format: format)
  }
}
