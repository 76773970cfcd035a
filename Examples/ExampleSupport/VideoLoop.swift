import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Samples frames of a video at a regular interval for a task in video mode; shared by all services.
public struct VideoLoop {
  private let generator: AVAssetImageGenerator
  /// Nil for a video that does not state its length: it ends where two samples are of the same frame.
  private let frameCount: Int?
  private let intervalInMilliseconds: Double

  /// Prepares the loop.
  ///
  /// - Parameters:
  ///   - asset: The video.
  ///   - durationInMilliseconds: The duration to process; not finite for a video that does not state it.
  ///   - intervalInMilliseconds: The interval between frames, more than 0.
  public init(asset: AVAsset, durationInMilliseconds: Double, intervalInMilliseconds: Double) {
    generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = CMTimeMake(value: 1, timescale: 25)
    generator.requestedTimeToleranceAfter = CMTimeMake(value: 1, timescale: 25)
    generator.appliesPreferredTrackTransform = true
    frameCount = Int(exactly: (max(durationInMilliseconds.rounded(), 0) / intervalInMilliseconds).rounded(.up))
    self.intervalInMilliseconds = intervalInMilliseconds
  }

  /// Runs a task on every frame. An unreadable frame ends the loop; a frame that the task rejects has no result.
  ///
  /// - Parameter task: Receives a frame and its timestamp in milliseconds.
  /// - Returns: The results, or nil when the video's first frame cannot be read.
  public func run<Result>(_ task: (MPImage, Int) throws -> Result) -> ResultBundle<Result>? {
    var results: [Result?] = []
    var size = CGSize.zero
    var seconds = 0.0
    var last: CMTime?
    for index in 0..<(frameCount ?? .max) {
      let timestamp = Int(Double(index) * intervalInMilliseconds)
      do {
        let time = CMTime(value: Int64(timestamp), timescale: 1000)
        var actual = CMTime.zero
        let frame = UIImage(cgImage: try generator.copyCGImage(at: time, actualTime: &actual))
        // After its end a video shows its last frame.
        if frameCount == nil, actual == last { break }
        last = actual
        size = frame.size
        let image = try MPImage(uiImage: frame)
        let start = Date()
        results.append(try? task(image, timestamp))
        seconds += Date().timeIntervalSince(start)
      } catch {
        print("The frame at \(timestamp) ms cannot be read: \(error.localizedDescription)")
        break
      }
    }
    guard !results.isEmpty else { return nil }
    return ResultBundle(inferenceTime: 1000 * seconds / Double(results.count), results: results, size: size)
  }
}
