import Foundation
import VisionCore
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
    let isVideo = try MediaKind.detect(contentsOfFile: input) == .video
    let video = isVideo ? try VideoReader(contentsOfFile: input) : nil
    var image = isVideo ? nil : try ImageFile.read(contentsOfFile: input)
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
      let frame = try video?.next()
      guard let pixels = frame?.image ?? image else { break }
      image = nil
      decodeMilliseconds.append((clock.now - start).milliseconds)
      size = size ?? (pixels.width, pixels.height)
      try handle.write(contentsOf: Self.rgbBytes(of: pixels))
      timestamps.append(frame?.timestampInMilliseconds ?? 0)
      start = clock.now
    }
    guard let size else { throw TasksError.invalidArgument("There is no frame in \(input).") }
    path = file.path
    (width, height) = size
    self.isVideo = isVideo
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

/// Reads frames from a file of RGB bytes into one reused buffer, so that frames do not add to the measured memory.
final class RawFrameReader {
  private let file: FileHandle
  private let width: Int
  private let height: Int
  private let buffer: UnsafeMutableRawBufferPointer

  init(path: String, width: Int, height: Int) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw TasksError.notFound("The scratch file \(path) does not exist.")
    }
    self.file = file
    self.width = width
    self.height = height
    buffer = .allocate(byteCount: width * height * 3, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// The frame at `index`; valid until the next call.
  func read(_ index: Int) throws -> MPImage {
    guard pread(file.fileDescriptor, buffer.baseAddress, buffer.count, off_t(index * buffer.count)) == buffer.count,
      let start = buffer.baseAddress
    else { throw TasksError(.dataLossError, "The scratch file ends before frame \(index).") }
    return try MPImage(
      imageBuffer: ImageBuffer(
        borrowing: start, width: width, height: height, bytesPerRow: width * 3, format: .rgb, release: {}))
  }
}
