import AVFoundation
import Dispatch
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionMedia

/// What the stand-ins promise about threads; `scripts/ci/test-threads` runs this under the thread sanitizer.
@Suite struct StandInThreadsTests {
  @Test("A pool gives every thread memory of its own")
  func pool() throws {
    let attributes =
      [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 16, kCVPixelBufferHeightKey as String: 1,
      ] as CFDictionary
    var made: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &made) == kCVReturnSuccess)
    let pool = try #require(made)
    let mistakes = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<200 {
        var buffer: CVPixelBuffer?
        guard CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess, let buffer else {
          mistakes.withLock { $0 += 1 }
          continue
        }
        CVPixelBufferLockBaseAddress(buffer, [])
        let bytes = CVPixelBufferGetBaseAddress(buffer)?.bindMemory(to: UInt8.self, capacity: 64)
        for i in 0..<64 { bytes?[i] = UInt8(thread) }
        if !(0..<64).allSatisfy({ bytes?[$0] == UInt8(thread) }) { mistakes.withLock { $0 += 1 } }
        CVPixelBufferUnlockBaseAddress(buffer, [])
      }
    }
    #expect(mistakes.withLock { $0 } == 0)
  }

  @Test("Locks and attachments of one buffer may be used by many threads")
  func buffer() throws {
    var made: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
    let buffer = try #require(made)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<200 {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        CVBufferSetAttachment(
          buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        _ = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      }
    }
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
  }

  @Test(
    "A generator asked by several threads gives each its own picture",
    .needs(.shared))
  func generator() throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: try SharedFolder.media("thumb_video.mp4")))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = CGSize(width: 32, height: 32)
    let mistakes = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<6 {
        let time = CMTime(value: Int64((step * 5 + thread * 3) % 20), timescale: 10)
        var actual = CMTime.invalid
        let picture = try? generator.copyCGImage(at: time, actualTime: &actual)
        if picture == nil || actual > time || (time - actual).seconds > 0.05 { mistakes.withLock { $0 += 1 } }
      }
    }
    #expect(mistakes.withLock { $0 } == 0)
  }
}
