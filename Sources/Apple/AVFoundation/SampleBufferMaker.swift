import CoreMedia
import CoreVideo
import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// Makes sample buffers with BGRA pixels from a source's frames, in reused memory. Not thread-safe.
final class SampleBufferMaker {
  private var pool: CVPixelBufferPool?
  private var poolSize: (width: Int, height: Int) = (0, 0)
  /// The format of the last image; nil before the first one.
  private(set) var formatDescription: CMFormatDescription?

  /// Copies a frame into a sample buffer.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory.
  func sampleBuffer(of frame: VideoFrame, at time: CMTime, isMirrored: Bool) throws -> CMSampleBuffer {
    let image = try isMirrored ? frame.image.upright(from: .upMirrored) : frame.image
    let buffer = try pixelBuffer(width: image.width, height: image.height)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let address = CVPixelBufferGetBaseAddress(buffer) else { throw Self.noMemory(image.width, image.height) }
    image.copyOpaqueBGRA(to: address, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))
    let description = try CMVideoFormatDescription(imageBuffer: buffer)
    formatDescription = description
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: description,
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  private func pixelBuffer(width: Int, height: Int) throws -> CVPixelBuffer {
    if pool == nil || poolSize != (width, height) {
      let attributes =
        [
          kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
          kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
        ] as CFDictionary
      CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &pool)
      poolSize = (width, height)
    }
    var buffer: CVPixelBuffer?
    if let pool { CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer) }
    guard let buffer else { throw Self.noMemory(width, height) }
    return buffer
  }

  private static func noMemory(_ width: Int, _ height: Int) -> TasksError {
    TasksError(.resourceExhaustedError, "There is no memory for an image of \(width) x \(height) pixels.")
  }
}
