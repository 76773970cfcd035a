import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import VisionErrors
import VisionImaging
import VisionMedia

/// A frame of the camera as the page sends it: the bytes, and how to read them.
struct LiveFrame: Sendable {
  private enum Layout: Sendable {
    /// Rows of red, green, blue and alpha without padding.
    case rgba(width: Int, height: Int)
    /// A whole picture file.
    case picture
  }

  /// Times are cut here, far from the end of the numbers; 2^52 milliseconds are 143 000 years.
  private static let latestTime = 1 << 52

  /// When it was taken, in milliseconds of the page's clock.
  let time: Int
  private let layout: Layout
  private let bytes: ByteBuffer
  private let pixelLimit: Int

  /// Reads a frame from a request: with `width` and `height` in the address as pixels, else as a picture file.
  ///
  /// - Throws: `TasksError` for a frame that is too large or whose bytes do not fit its size.
  init(_ request: Request, limits: StudioLimits) async throws {
    let query = request.uri.queryParameters
    pixelLimit = limits.framePixels
    time = min(max(query.get("time").flatMap { Int($0) } ?? 0, 0), Self.latestTime)
    guard let width = query.get("width"), let height = query.get("height") else {
      layout = .picture
      bytes = try await request.body(atMost: limits.framePixels, of: "The frame")
      return
    }
    guard let width = Int(width), let height = Int(height), (1...8192).contains(width), (1...8192).contains(height),
      width * height <= pixelLimit
    else {
      throw TasksError.invalidArgument(
        "The frame's size is not allowed; it has 1 to 8192 pixels a side and at most \(pixelLimit) in all.")
    }
    layout = .rgba(width: width, height: height)
    bytes = try await request.body(atMost: width * height * 4, of: "The frame")
    guard bytes.readableBytes == width * height * 4 else {
      throw TasksError.invalidArgument(
        "The frame has \(bytes.readableBytes) bytes; \(width) x \(height) pixels need \(width * height * 4).")
    }
  }

  /// The pixels.
  ///
  /// - Throws: `TasksError` for a picture file that cannot be decoded.
  func image() throws -> ImageBuffer {
    switch layout {
    case .picture: try ImageFile.decode(Data(bytes.readableBytesView), pixelLimit: pixelLimit)
    case .rgba(let width, let height):
      try ImageBuffer(copying: bytes.readableBytesView, width: width, height: height, format: .rgba)
    }
  }
}
