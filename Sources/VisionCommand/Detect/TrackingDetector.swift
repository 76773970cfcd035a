import Foundation
import MediaPipeTasksVision
import VisionFindings
import VisionMedia

/// The object detector with a tracker behind it: what is found in a video or a live stream is followed and has numbers.
///
/// Pictures of image mode stand alone, so nothing is followed there.
// Safe to share: what changes is touched under the lock only.
final class TrackingDetector: NSObject, RunnableTask, @unchecked Sendable {
  private let detector: ObjectDetector
  private let liveResults: LiveResults?
  private let live: LiveForwarder?
  private let lock = NSLock()
  private var tracker: ObjectTracker
  private var history = TrailHistory()
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

  func findings(in image: MPImage) throws -> any Findings { DetectionFindings(try detector.detect(image: image)) }

  func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
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
      history.removeAll()
      waiting = [:]
    }
  }

  /// Takes an answer of live-stream mode.
  fileprivate func take(_ result: ObjectDetectorResult?, _ timestamp: Int, _ error: (any Error)?) {
    guard let result else {
      liveResults?.add(nil, timestamp, error)
      return
    }
    let findings = Result<any Findings, any Error> {
      try lock.withLock {
        let frame = waiting[timestamp]
        // Frames that were sent before this one and have no answer were dropped.
        waiting = waiting.filter { $0.key > timestamp }
        guard let frame else { throw TasksError.internalFailure("The frame of \(timestamp) ms was not kept.") }
        return try follow(result, in: frame, timestamp)
      }
    }
    switch findings {
    case .success(let findings): liveResults?.add(findings, timestamp, nil)
    case .failure(let error): liveResults?.add(nil, timestamp, error)
    }
  }

  /// Under the lock.
  private func follow(_ result: ObjectDetectorResult, in frame: MPImage, _ timestamp: Int) throws -> TrackedFindings {
    let objects = try tracker.update(
      with: result.detections, image: frame, timestampInMilliseconds: timestamp)
    let points = objects.map { TrackedPoint(id: $0.trackingID, middleOf: $0.boundingBox) }
    history.add(points, atSeconds: Double(timestamp) / 1000)
    return TrackedFindings(objects: objects, trails: history.trails)
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
