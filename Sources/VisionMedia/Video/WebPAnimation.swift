internal import CFFmpeg
internal import CVisionWebP

final class WebPAnimation: FileFrames {
  /// Durations up to this, in milliseconds, are replaced, as by browsers and for GIF and PNG.
  private static let longestUnstated = 10
  private static let unstatedDuration = 100
  let properties: VideoProperties
  let skipped = Locked(0)
  private let name: String
  private let durations: [Int]
  private let memory: UnsafeMutableRawBufferPointer
  private let animation: OpaquePointer
  private var nextIndex = 0
  private var start = 0

  init(_ file: EncodedImage) throws {
    guard let structure = WebPStructure(ByteReader(file.bytes)) else { throw damaged(file.name, "it has no header") }
    try file.check(width: structure.width, height: structure.height)
    let webP = try SystemLibrary.webP.load()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.bytes.count, alignment: 16)
    memory.copyMemory(from: file.bytes)
    let start = memory.bindMemory(to: UInt8.self).baseAddress
    guard let animation = vision_webp_animation_open(webP, start, file.bytes.count) else {
      memory.deallocate()
      throw damaged(file.name, "its frames cannot be found")
    }
    (name, self.memory, self.animation) = (file.name, memory, animation)
    durations = structure.frameDurations.map { $0 <= Self.longestUnstated ? Self.unstatedDuration : $0 }
    let (count, total) = (durations.count, durations.reduce(0, +))
    properties = VideoProperties(
      width: structure.width, height: structure.height,
      frameRate: total > 0 ? VideoFrameRate(numerator: count * 1000, denominator: total) : nil,
      duration: total > 0 ? Double(total) / 1000 : nil, frameCount: count, timescale: 1000)
    guard vision_webp_animation_width(animation) == structure.width,
      vision_webp_animation_height(animation) == structure.height
    else { throw damaged(file.name, "its headers state different sizes") }
  }

  deinit {
    vision_webp_animation_close(animation)
    memory.deallocate()
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

  static func firstImage(in file: EncodedImage) throws -> ImageBuffer {
    guard let canvas = try WebPAnimation(file).nextCanvas() else { throw damaged(file.name, "it has no frame") }
    return try canvas.droppingFullAlpha()
  }

  private func nextCanvas() throws -> ImageBuffer? {
    guard vision_webp_animation_has_more(animation) else { return nil }
    var end: Int32 = 0
    guard let pixels = vision_webp_animation_next(animation, &end) else {
      throw damaged(name, "it breaks off after \(nextIndex) frames")
    }
    let (width, height) = (properties.width, properties.height)
    return try ImageBuffer(
      copying: UnsafeBufferPointer(start: pixels, count: width * height * 4), width: width, height: height,
      format: .rgba)
  }
}

private func damaged(_ name: String, _ reason: String) -> TasksError {
  TasksError.dataLoss("The animated WebP image in \(name) is damaged or cut off: \(reason).")
}
