import Foundation
import MediaPipeTasksVision
import VisionMedia

/// A run of the tracker on a scene.
struct SceneRun {
  let options: ObjectTrackerOptions
  /// The interval of frames whose detections are used; the tracker predicts in between.
  let detectorStride: Int
  /// The interval of frames passed to the tracker, as at a lower frame rate.
  let frameStride: Int
  /// Whether the tracker gets the images, for colour similarity.
  let usesImages: Bool

  /// The outcome of a scene.
  struct Outcome {
    /// Lines in the MOT challenge format.
    var lines: [String] = []
    /// The time of each update.
    var durations: [Duration] = []
  }

  func run(_ scene: BenchScene) throws -> Outcome {
    var tracker = try ObjectTracker(options: options)
    var outcome = Outcome()
    let video = try VideoReader(contentsOfFile: scene.videoPath)
    let clock = ContinuousClock()
    var index = 0
    while index < scene.frames.count, let frame = try video.next() {
      defer { index += 1 }
      guard index.isMultiple(of: frameStride) else { continue }
      var objects: [TrackedObject] = []
      let size = CGSize(width: frame.image.width, height: frame.image.height)
      outcome.durations.append(
        try clock.measure {
          if !(index / frameStride).isMultiple(of: detectorStride) {
            objects = try tracker.skip(imageSize: size, timestampInMilliseconds: index * 40)
          } else if usesImages {
            objects = try tracker.update(
              with: scene.frames[index], image: frame.image, timestampInMilliseconds: index * 40)
          } else {
            objects = try tracker.update(
              with: scene.frames[index], imageSize: size, timestampInMilliseconds: index * 40)
          }
        })
      outcome.lines += objects.map { Self.line(frame: index + 1, $0) }
    }
    return outcome
  }

  private static func line(frame: Int, _ object: TrackedObject) -> String {
    let box = object.boundingBox
    let numbers = [box.minX, box.minY, box.width, box.height].map { String(format: "%.2f", Double($0)) }
    let score = String(format: "%.3f", Double(object.score))
    return "\(frame),\(object.trackingID),\(numbers.joined(separator: ",")),\(score),-1,-1,-1"
  }
}
