import AVFoundation
import XCTest

extension TestResources {
  /// An empty frame of a camera.
  static func grayFrame(atMilliseconds time: Int) throws -> CMSampleBuffer {
    var created: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 320, 240, kCVPixelFormatType_32BGRA, nil, &created)
    let pixelBuffer = try XCTUnwrap(created)
    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    memset(
      try XCTUnwrap(CVPixelBufferGetBaseAddress(pixelBuffer)), 118,
      CVPixelBufferGetBytesPerRow(pixelBuffer) * CVPixelBufferGetHeight(pixelBuffer))
    CVPixelBufferUnlockBaseAddress(pixelBuffer, [])
    return try CMSampleBuffer(
      imageBuffer: pixelBuffer, formatDescription: CMVideoFormatDescription(imageBuffer: pixelBuffer),
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: CMTime(value: CMTimeValue(time), timescale: 1000),
        decodeTimeStamp: .invalid))
  }
}

/// Keeps the results of a live stream and fulfills an expectation for each.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the lock.
final class StreamResults<Result>: @unchecked Sendable {
  private let lock = NSLock()
  private var received: [(time: Int, result: Result?)] = []
  private var arrival: XCTestExpectation?

  var all: [(time: Int, result: Result?)] { lock.withLock { received } }

  func fulfill(_ expectation: XCTestExpectation) { lock.withLock { arrival = expectation } }

  func add(_ result: Result?, at time: Int) {
    lock.withLock {
      received.append((time, result))
      arrival?.fulfill()
    }
  }
}
