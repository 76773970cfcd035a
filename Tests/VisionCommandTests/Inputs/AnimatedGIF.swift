import Foundation

/// A GIF of one pixel.
enum AnimatedGIF {
  private static let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
  private static let frame: [UInt8] = [
    0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
  ]

  static let oneFrame = Data(header + frame + [0x3B])
  /// Each frame lasts 100 ms.
  static let twoFrames = Data(header + frame + frame + [0x3B])
}
