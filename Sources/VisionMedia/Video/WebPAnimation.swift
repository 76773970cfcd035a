internal import CFFmpeg
internal import CVisionWebP
import Foundation
import VisionCore
import VisionImaging

/// The frames of an animated WebP file, each the whole canvas.
final class WebPAnimation: FileFrames {
  private let name: String
  private let structure: WebPStructure
  /// Durations up to this, in milliseconds, are replaced, as by browsers and for GIF and PNG.
  private static let longestUnstated = 10
  private static let unstatedDuration = 100

  /// How long each frame is shown, in milliseconds.
  private let durations: [Int]
  private let totalMilliseconds: Int
  /// The file's bytes, which the decoder reads from.
  private let memory: UnsafeMutableRawBufferPointer
  private let animation: OpaquePointer
  private var nextIndex = 0
  /// The start time of the next frame, in milliseconds.
  private var start = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; they are copied.
  ///   - name: The name in messages, quoted.
  ///   - pixelLimit: The maximum number of pixels of the canvas.
  /// - Throws: `TasksError` with `dataLossError` for a damaged file, `invalidArgumentError` for too large a one,
  ///   `notFoundError` when libwebpdemux is missing.
  init(_ bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int = ImageFile.maximumPixelCount) throws {
    guard let structure = WebPStructure(ByteReader(bytes)) else { throw Self.damaged(name, "it has no header") }
    try ImageFile.check(width: structure.width, height: structure.height, name: name, pixelLimit: pixelLimit)
    let webP = try SystemLibrary.webP.load()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyMemory(from: bytes)
    let start = memory.bindMemory(to: UInt8.self).baseAddress
    guard let animation = vision_webp_animation_open(webP, start, bytes.count) else {
      memory.deallocate()
      throw Self.damaged(name, "its frames cannot be found")
    }
    (self.name, self.structure, self.memory, self.animation) = (name, structure, memory, animation)
    durations = structure.frameDurations.map { $0 <= Self.longestUnstated ? Self.unstatedDuration : $0 }
    totalMilliseconds = durations.reduce(0, +)
    guard vision_webp_animation_width(animation) == structure.width,
      vision_webp_animation_height(animation) == structure.height
    else { throw Self.damaged(name, "its headers state different sizes") }
  }

  deinit {
    vision_webp_animation_close(animation)
    memory.deallocate()
  }

  var width: Int { structure.width }
  var height: Int { structure.height }
  var duration: TimeInterval? { totalMilliseconds > 0 ? Double(totalMilliseconds) / 1000 : nil }
  var estimatedFrameCount: Int? { structure.frameDurations.count }
  var timescale: Int { 1000 }
  var pixelAspectRatio: AVRational { AVRational(num: 0, den: 1) }
  var mayHaveSound: Bool { false }
  var skippedFrames: Int { 0 }

  var frameRateSource: FrameRateEstimate.Source { frameRate == nil ? .unknown : .measured }

  var frameRate: VideoFrameRate? {
    guard totalMilliseconds > 0 else { return nil }
    return VideoFrameRate(numerator: structure.frameDurations.count * 1000, denominator: totalMilliseconds)
  }

  func next() throws -> VideoFrame? {
    guard let canvas = try nextCanvas() else { return nil }
    let duration = nextIndex < durations.count ? durations[nextIndex] : Self.unstatedDuration
    defer {
      nextIndex += 1
      start += duration
    }
    return VideoFrame(
      image: try canvas.converted(to: .rgb), index: nextIndex, timestampInMilliseconds: start,
      duration: VideoTime(milliseconds: duration))
  }

  /// The first frame of a file: RGB, or RGBA where a pixel is translucent.
  static func firstImage(in bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int) throws -> ImageBuffer {
    let animation = try WebPAnimation(bytes, name: name, pixelLimit: pixelLimit)
    guard let canvas = try animation.nextCanvas() else { throw damaged(name, "it has no frame") }
    let isOpaque = canvas.withUnsafeBytes { pixels in
      stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
    return isOpaque ? try canvas.converted(to: .rgb) : canvas
  }

  /// The canvas with the next frame.
  private func nextCanvas() throws -> ImageBuffer? {
    guard vision_webp_animation_has_more(animation) else { return nil }
    var end: Int32 = 0
    guard let pixels = vision_webp_animation_next(animation, &end) else {
      throw Self.damaged(name, "it breaks off after \(nextIndex) frames")
    }
    return try ImageBuffer(
      copying: UnsafeBufferPointer(start: pixels, count: width * height * 4), width: width, height: height,
      format: .rgba)
  }

  private static func damaged(_ name: String, _ reason: String) -> TasksError {
    TasksError(.dataLossError, "The animated WebP image in \(name) is damaged or cut off: \(reason).")
  }
}
