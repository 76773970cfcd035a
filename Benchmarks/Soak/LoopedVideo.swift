import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// A video that begins again when it ends, opened anew each time.
final class LoopedVideo {
  private let path: String

  init(path: String) { self.path = path }

  /// Gives frames to a body, from the video's beginning.
  ///
  /// - Returns: How many.
  func forEach(_ count: Int, _ body: (ImageBuffer, _ timestampInMilliseconds: Int) throws -> Void) throws -> Int {
    var given = 0
    while given < count {
      let reader = try VideoReader(contentsOfFile: path, decodingThreads: 1)
      let before = given
      while given < count, let frame = try reader.next() {
        try body(frame.image, given * 33)
        given += 1
      }
      guard given > before else { throw TasksError(.dataLossError, "\"\(path)\" has no frame.") }
    }
    return given
  }
}

/// A video of the catalog's sample picture, over which a window moves.
enum SampleVideo {
  private static let (width, height, frames) = (320, 240, 60)

  static func make(_ catalog: ModelCatalog, in folder: URL) throws -> String {
    let picture = try ImageFile.read(contentsOfFile: catalog.fetch("gestures"))
    let path = folder.appendingPathComponent("sample.mp4").path
    let writer = try VideoWriter(
      path: path, width: width, height: height, frameRate: VideoFrameRate(numerator: 30, denominator: 1))
    let (room, depth) = (max(picture.width - width, 0), max(picture.height - height, 0))
    for index in 0..<frames {
      try writer.append(
        window(of: picture, x: room * index / frames, y: depth / 2), at: VideoTime(milliseconds: index * 33))
    }
    try writer.finish()
    return path
  }

  private static func window(of picture: ImageBuffer, x: Int, y: Int) throws -> ImageBuffer {
    let step = picture.format.bytesPerPixel
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    picture.withUnsafeBytes { bytes in
      for row in 0..<height {
        for column in 0..<width {
          let place = min(y + row, picture.height - 1) * picture.bytesPerRow + min(x + column, picture.width - 1) * step
          for channel in 0..<3 { pixels.append(bytes[place + min(channel, step - 1)]) }
        }
      }
    }
    return try ImageBuffer(copying: pixels, width: width, height: height, format: .rgb)
  }
}
