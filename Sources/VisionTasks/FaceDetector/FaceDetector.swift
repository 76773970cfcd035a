/// Finds faces and six points of each in images, videos and live streams.
///
/// ```swift
/// let options = FaceDetectorOptions()
/// options.baseOptions.modelAssetPath = "blaze_face_short_range.tflite"
/// options.minDetectionConfidence = 0.6
/// let detector = try FaceDetector(options: options)
/// let result = try detector.detect(image: image)
/// ```
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class FaceDetector: DetectionTask<FaceDetectorOptions, FaceDetectorResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a face detector (`.tflite`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: FaceDetectorOptions) throws -> Parts { try makeParts(options) }

  override func deliver(_ answer: LiveStreamAnswer<FaceDetectorResult>, to delegate: AnyObject) {
    (delegate as? any FaceDetectorLiveStreamDelegate)?.faceDetector(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `FaceDetector` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - faceDetector: The task that processed the frame.
  ///   - result: The result, with no detections when there is no face; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func faceDetector(
    _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension FaceDetectorLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func faceDetector(
    _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    faceDetector.countUnheardResult(of: self)
  }
}

extension FaceDetector: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "face-detect", title: "Face boxes", abstract: "Find faces and six points of each.",
    models: ["blaze_face_short_range", "face_detection_full_range_sparse"],
    swift: TaskDescriptor.SwiftNames(type: "FaceDetector", value: "detector", verb: "detect"))

  package typealias Pipeline = FaceDetectorPipeline

  package static func hasState(_ options: FaceDetectorOptions) -> Bool { options.shouldOutputTrackingIDs }
}
