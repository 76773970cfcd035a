import TestSupport
import VisionImaging

/// Seeded random inputs.
enum Noise {
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  static func floats(_ count: Int, in range: ClosedRange<Float>) -> [Float] {
    var generator = SeededGenerator(seed: 2)
    return (0..<count).map { _ in Float.random(in: range, using: &generator) }
  }

  /// An RGB image.
  static func image(width: Int, height: Int) throws -> ImageBuffer {
    try ImageBuffer(copying: bytes(width * height * 3), width: width, height: height, format: .rgb)
  }
}
