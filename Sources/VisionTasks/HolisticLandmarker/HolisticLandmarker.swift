/// Finds the body, the face and both hands of one person in images, videos and live streams.
///
/// ```swift
/// let options = HolisticLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "holistic_landmarker.task"
/// options.outputFaceBlendshapes = true
/// let landmarker = try HolisticLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// The pose gives the regions of the hands and the face, so without a pose nothing is found. Of several people it is
/// the one with the best score, in a video the tracked one until it is lost. The bundle is put together by `vision
/// models assemble holistic`.
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class HolisticLandmarker: DetectionTask<HolisticLandmarkerOptions, HolisticLandmarkerResult>,
  @unchecked Sendable
{
  /// Makes a task for still images with default options and a holistic landmarker bundle (`.task`); a nil path is an
  /// error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: HolisticLandmarkerOptions) throws -> Parts { try makeParts(options) }

  override func deliver(_ answer: LiveStreamAnswer<HolisticLandmarkerResult>, to delegate: AnyObject) {
    (delegate as? any HolisticLandmarkerLiveStreamDelegate)?.holisticLandmarker(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `HolisticLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol HolisticLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - holisticLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no person; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func holisticLandmarker(
    _ holisticLandmarker: HolisticLandmarker, didFinishDetection result: HolisticLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension HolisticLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func holisticLandmarker(
    _ holisticLandmarker: HolisticLandmarker, didFinishDetection result: HolisticLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    holisticLandmarker.countUnheardResult(of: self)
  }
}

extension HolisticLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "holistic", title: "Body, face and hands", abstract: "Find the body, the face and both hands of one person.",
    models: ["holistic_landmarker"],
    swift: TaskDescriptor.SwiftNames(type: "HolisticLandmarker", value: "landmarker", verb: "detect"))

  package typealias Pipeline = HolisticLandmarkerPipeline

  package static func maskBytes(_ options: HolisticLandmarkerOptions) -> Int {
    options.outputPoseSegmentationMasks ? MemoryLayout<Float>.size : 0
  }
}
