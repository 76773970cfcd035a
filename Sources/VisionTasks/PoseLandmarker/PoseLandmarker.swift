/// Finds people and their body landmarks in images, videos and live streams.
///
/// ```swift
/// let options = PoseLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "pose_landmarker_lite.task"
/// options.numPoses = 2
/// let landmarker = try PoseLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class PoseLandmarker: DetectionTask<PoseLandmarkerOptions, PoseLandmarkerResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a pose landmarker bundle (`.task`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  /// The 35 connections between body landmarks.
  public static var poseLandmarks: [Connection] { LandmarkTopology.pose.connections }

  override class func open(_ options: PoseLandmarkerOptions) throws -> Parts { try makeParts(options) }

  override func deliver(_ answer: LiveStreamAnswer<PoseLandmarkerResult>, to delegate: AnyObject) {
    (delegate as? any PoseLandmarkerLiveStreamDelegate)?.poseLandmarker(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `PoseLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - poseLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no person; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension PoseLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    poseLandmarker.countUnheardResult(of: self)
  }
}

extension PoseLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "pose", title: "Poses", abstract: "Find people and body landmarks.",
    models: ["pose_landmarker_lite", "pose_landmarker_full"],
    swift: TaskDescriptor.SwiftNames(type: "PoseLandmarker", value: "landmarker", verb: "detect"))

  package typealias Pipeline = PosePipeline

  package static func maskBytes(_ options: PoseLandmarkerOptions) -> Int {
    options.shouldOutputSegmentationMasks ? Int(UInt16(clamping: options.numPoses)) * MemoryLayout<Float>.size : 0
  }
}
