import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import VisionCore
import VisionHTTP
import VisionImaging
import VisionMedia
import VisionResults

/// A camera frame as sent by the page.
struct LiveFrame: Sendable {
  private enum Layout: Sendable {
    /// RGBA rows without padding.
    case rgba(width: Int, height: Int)
    /// An encoded image file.
    case imageFile
  }

  /// Timestamps are clamped here, far below overflow; 2^52 milliseconds are 143 000 years.
  private static let maxTime = 1 << 52

  /// The capture time, in milliseconds of the page's clock.
  let time: Int
  private let layout: Layout
  private let bytes: ByteBuffer
  private let pixelLimit: Int

  /// Reads a frame from a request: RGBA pixels when the query has `width` and `height`, otherwise an image file.
  ///
  /// - Throws: `TasksError` for a frame that is too large, or whose length does not match its size.
  init(_ request: Request, limits: StudioLimits) async throws {
    let query = request.uri.queryParameters
    pixelLimit = limits.framePixels
    time = min(max(query.get("time").flatMap { Int($0) } ?? 0, 0), Self.maxTime)
    guard let width = query.get("width"), let height = query.get("height") else {
      layout = .imageFile
      bytes = try await request.body(atMost: limits.framePixels, of: "The frame")
      return
    }
    guard let width = Int(width), let height = Int(height), (1...8192).contains(width), (1...8192).contains(height),
      width * height <= pixelLimit
    else {
      throw TasksError.invalidArgument(
        "The frame's size is out of range; width and height are 1 to 8192 pixels, with at most \(pixelLimit) pixels in all."
      )
    }
    layout = .rgba(width: width, height: height)
    bytes = try await request.body(atMost: width * height * 4, of: "The frame")
    guard bytes.readableBytes == width * height * 4 else {
      throw TasksError.invalidArgument(
        "The frame has \(bytes.readableBytes) bytes; \(width) x \(height) RGBA pixels need \(width * height * 4).")
    }
  }

  /// The decoded pixels.
  ///
  /// - Throws: `TasksError` for an image file that cannot be decoded.
  func image() throws -> ImageBuffer {
    switch layout {
    case .imageFile: try ImageFile.decode(Data(bytes.readableBytesView), pixelLimit: pixelLimit)
    case .rgba(let width, let height):
      try ImageBuffer(copying: bytes.readableBytesView, width: width, height: height, format: .rgba)
    }
  }
}

/// The response to a camera frame: the result record, mask previews, and the times of decoding and inference in milliseconds.
struct LiveResponse: Encodable {
  private let result: FrameRecord
  private let masks: [MaskPreview]
  private let decodingMs: Double
  private let inferenceMs: Double

  init(record: FrameRecord, masks: [MaskPreview], decoding: Duration, inference: Duration) {
    result = record
    self.masks = masks
    decodingMs = decoding / .milliseconds(1)
    inferenceMs = inference / .milliseconds(1)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
