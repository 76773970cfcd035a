import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// A looped video, reopened at each repetition.
final class LoopedVideo {
  private let path: String

  init(path: String) { self.path = path }

  /// Calls a closure with frames from the start of the video.
  ///
  /// - Returns: The number of frames.
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

/// A video of a window that moves over the catalog's sample image.
enum SampleVideo {
  private static let (width, height, frames) = (320, 240, 60)

  static func make(_ catalog: ModelCatalog, in folder: URL) throws -> String {
    let image = try ImageFile.read(contentsOfFile: catalog.fetch("gestures"))
    let path = folder.appendingPathComponent("sample.mp4").path
    let writer = try VideoWriter(
      path: path, width: width, height: height, frameRate: VideoFrameRate(numerator: 30, denominator: 1))
    let (room, depth) = (max(image.width - width, 0), max(image.height - height, 0))
    for index in 0..<frames {
      try writer.append(
        window(of: image, x: room * index / frames, y: depth / 2), at: VideoTime(milliseconds: index * 33))
    }
    try writer.finish()
    return path
  }

  private static func window(of image: ImageBuffer, x: Int, y: Int) throws -> ImageBuffer {
    let step = image.format.bytesPerPixel
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    image.withUnsafeBytes { bytes in
      for row in 0..<height {
        for column in 0..<width {
          let place = min(y + row, image.height - 1) * image.bytesPerRow + min(x + column, image.width - 1) * step
          for channel in 0..<3 { pixels.append(bytes[place + min(channel, step - 1)]) }
        }
      }
    }
    return try ImageBuffer(copying: pixels, width: width, height: height, format: .rgb)
  }
}
