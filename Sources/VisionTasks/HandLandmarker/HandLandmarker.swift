/// Finds hands and their landmarks in images, videos and live streams.
///
/// ```swift
/// let options = HandLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "hand_landmarker.task"
/// options.numHands = 2
/// let landmarker = try HandLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class HandLandmarker: DetectionTask<HandLandmarkerOptions, HandLandmarkerResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a hand landmarker bundle (`.task`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: HandLandmarkerOptions) throws -> Parts { try makeParts(options) }

  override func deliver(_ answer: LiveStreamAnswer<HandLandmarkerResult>, to delegate: AnyObject) {
    (delegate as? any HandLandmarkerLiveStreamDelegate)?.handLandmarker(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `HandLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - handLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no hand; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    handLandmarker.countUnheardResult(of: self)
  }
}

extension HandLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "hand", title: "Hands", abstract: "Find hand landmarks.", models: ["hand_landmarker"],
    swift: TaskDescriptor.SwiftNames(type: "HandLandmarker", value: "landmarker", verb: "detect"))

  package typealias Pipeline = HandLandmarkerPipeline
}
