import AVFoundation
import MediaPipeTasksVision
import UIKit

/// Takes pictures out of a video at regular times, each for a task in video mode: the loop that all services share.
public struct VideoLoop {
  private let generator: AVAssetImageGenerator
  private let frameCount: Int
  private let intervalInMilliseconds: Double

  /// Prepares the loop.
  ///
  /// - Parameters:
  ///   - asset: The video.
  ///   - durationInMilliseconds: How much of it is looked at.
  ///   - intervalInMilliseconds: The time from picture to picture, above 0.
  public init(asset: AVAsset, durationInMilliseconds: Double, intervalInMilliseconds: Double) {
    generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = CMTimeMake(value: 1, timescale: 25)
    generator.requestedTimeToleranceAfter = CMTimeMake(value: 1, timescale: 25)
    generator.appliesPreferredTrackTransform = true
    frameCount = Int(max(durationInMilliseconds / intervalInMilliseconds, 0))
    self.intervalInMilliseconds = intervalInMilliseconds
  }

  /// Runs a task on every picture. A picture that cannot be read ends the loop; one that the task refuses has no result.
  ///
  /// - Parameter task: Gets a picture and its timestamp in milliseconds.
  /// - Returns: The results, or nil when the video's first picture cannot be read.
  public func run<Result>(_ task: (MPImage, Int) throws -> Result) -> ResultBundle<Result>? {
    var results: [Result?] = []
    var size = CGSize.zero
    var seconds = 0.0
    for index in 0..<frameCount {
      let timestamp = Int(Double(index) * intervalInMilliseconds)
      do {
        let time = CMTime(value: Int64(timestamp), timescale: 1000)
        let picture = UIImage(cgImage: try generator.copyCGImage(at: time, actualTime: nil))
        size = picture.size
        let image = try MPImage(uiImage: picture)
        let start = Date()
        results.append(try? task(image, timestamp))
        seconds += Date().timeIntervalSince(start)
      } catch {
        print("The picture at \(timestamp) ms cannot be read: \(error.localizedDescription)")
        break
      }
    }
    guard !results.isEmpty else { return nil }
    return ResultBundle(inferenceTime: 1000 * seconds / Double(results.count), results: results, size: size)
  }
}
