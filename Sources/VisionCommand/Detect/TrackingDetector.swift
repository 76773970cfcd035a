import Foundation
import MediaPipeTasksVision
import VisionMedia
import VisionOutput

/// The object detector with a tracker behind it: what is found in a video or a live stream is followed and has numbers.
///
/// Pictures of image mode stand alone, so nothing is followed there.
// Safe to share: what changes is touched under the lock only.
final class TrackingDetector: NSObject, AnyVisionTask, @unchecked Sendable {
  private let detector: ObjectDetector
  private let liveResults: LiveResults?
  private let live: LiveForwarder?
  private let lock = NSLock()
  private var tracker: ObjectTracker
  private var trails = ObjectTrails()
  /// The frames of a live stream that have no answer yet.
  private var waiting: [Int: MPImage] = [:]

  /// - Parameters:
  ///   - options: The detector's options; the delegate is set here.
  ///   - tracking: The tracker's settings.
  ///   - liveResults: Where the answers of live-stream mode go; nil in the other modes.
  /// - Throws: `TasksError` for settings that are not allowed and for a model that cannot be used.
  init(options: ObjectDetectorOptions, tracking: ObjectTrackerOptions, liveResults: LiveResults?) throws {
    tracker = try ObjectTracker(options: tracking)
    self.liveResults = liveResults
    live = liveResults.map { _ in LiveForwarder() }
    options.objectDetectorLiveStreamDelegate = live
    detector = try ObjectDetector(options: options)
    super.init()
    live?.target = self
  }

  func output(of image: MPImage) throws -> any TaskOutput { try detector.detect(image: image) }

  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    let result = try detector.detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds)
    return try lock.withLock { try follow(result, in: frame, timestampInMilliseconds) }
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    lock.withLock { waiting[timestampInMilliseconds] = frame }
    try detector.detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  var droppedFrameCount: Int { detector.droppedFrameCount }

  func reset() {
    detector.reset()
    lock.withLock {
      tracker.reset()
      trails.removeAll()
      waiting = [:]
    }
  }

  /// Takes an answer of live-stream mode.
  fileprivate func take(_ result: ObjectDetectorResult?, _ timestamp: Int, _ error: (any Error)?) {
    guard let result else {
      liveResults?.add(nil, timestamp, error)
      return
    }
    let output = Result<any TaskOutput, any Error> {
      try lock.withLock {
        let frame = waiting[timestamp]
        // Frames that were sent before this one and have no answer were dropped.
        waiting = waiting.filter { $0.key > timestamp }
        guard let frame else { throw TasksError.internalFailure("The frame of \(timestamp) ms was not kept.") }
        return try follow(result, in: frame, timestamp)
      }
    }
    switch output {
    case .success(let output): liveResults?.add(output, timestamp, nil)
    case .failure(let error): liveResults?.add(nil, timestamp, error)
    }
  }

  /// Under the lock.
  private func follow(
    _ result: ObjectDetectorResult, in frame: MPImage, _ timestamp: Int
  ) throws -> TrackedObjectsOutput {
    let objects = try tracker.update(
      with: result.detections, image: frame, timestampInMilliseconds: timestamp)
    return trails.update(with: objects, timestampInMilliseconds: timestamp)
  }
}

/// Hands a detector's answers to the task that is made after its delegate has to be there.
// Safe to share: the target is set once, before the detector gets a frame.
private final class LiveForwarder: NSObject, ObjectDetectorLiveStreamDelegate, @unchecked Sendable {
  weak var target: TrackingDetector?

  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    target?.take(result, timestampInMilliseconds, error)
  }
}
