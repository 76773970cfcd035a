import CoreMedia
import CoreVideo
import Foundation
import UIKit
import VisionMedia

/// Plays a video like a phone's camera: sample buffers with BGRA pixels, at the video's frame rate.
///
/// It replaces an app's `AVCaptureSession`. For a real camera, use `Camera` of VisionMedia.
public struct CameraFeed {
  /// A failed allocation of a frame's memory.
  public struct BufferError: Error {
    /// The result of the Core Video function.
    public let code: CVReturn
  }

  private let reader: VideoReader
  private let pool: CVPixelBufferPool

  /// Opens a video file.
  ///
  /// - Throws: As `VideoReader`, or `BufferError`.
  public init(contentsOfFile path: String) throws {
    reader = try VideoReader(contentsOfFile: path)
    let attributes =
      [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: reader.width, kCVPixelBufferHeightKey as String: reader.height,
      ] as CFDictionary
    var pool: CVPixelBufferPool?
    let status = CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &pool)
    guard let pool else { throw BufferError(code: status) }
    self.pool = pool
  }

  /// Delivers the frames until the video ends.
  ///
  /// - Parameters:
  ///   - isPaced: Whether each frame waits for its time.
  ///   - output: Receives a frame and its orientation, always `.up` since the reader rotates frames upright.
  /// - Throws: As `VideoReader.next()`, `BufferError`, and what `output` throws.
  public func run(isPaced: Bool = true, _ output: (CMSampleBuffer, UIImage.Orientation) throws -> Void) throws {
    let start = Date()
    while let frame = try reader.next() {
      let wait = frame.presentationTime.seconds - Date().timeIntervalSince(start)
      if isPaced, wait > 0 { Thread.sleep(forTimeInterval: wait) }
      try output(try sampleBuffer(of: frame), .up)
    }
  }

  private func sampleBuffer(of frame: VideoFrame) throws -> CMSampleBuffer {
    var buffer: CVPixelBuffer?
    let status = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &buffer)
    guard let buffer else { throw BufferError(code: status) }
    copyPixels(of: frame, to: buffer)
    let time = CMTime(value: CMTimeValue(frame.timestampInMilliseconds), timescale: 1000)
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  private func copyPixels(of frame: VideoFrame, to buffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let (image, bytesPerRow) = (frame.image, CVPixelBufferGetBytesPerRow(buffer))
    image.withUnsafeBytes { rgb in
      for y in 0..<min(image.height, CVPixelBufferGetHeight(buffer)) {
        let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
        for x in 0..<min(image.width, CVPixelBufferGetWidth(buffer)) {
          let pixel = y * image.bytesPerRow + 3 * x
          row[4 * x] = rgb[pixel + 2]
          row[4 * x + 1] = rgb[pixel + 1]
          row[4 * x + 2] = rgb[pixel]
          row[4 * x + 3] = 255
        }
      }
    }
  }
}
