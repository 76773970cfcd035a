/// Finds faces and their landmarks in images, videos and live streams.
///
/// ```swift
/// let options = FaceLandmarkerOptions()
/// options.baseOptions.modelAssetPath = "face_landmarker.task"
/// options.numFaces = 2
/// let landmarker = try FaceLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// ```
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class FaceLandmarker: DetectionTask<FaceLandmarkerOptions, FaceLandmarkerResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and a face landmarker bundle (`.task`); a nil path is an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: FaceLandmarkerOptions) throws -> Parts { try makeParts(options) }

  override func deliver(_ answer: LiveStreamAnswer<FaceLandmarkerResult>, to delegate: AnyObject) {
    (delegate as? any FaceLandmarkerLiveStreamDelegate)?.faceLandmarker(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of a `FaceLandmarker` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - faceLandmarker: The task that processed the frame.
  ///   - result: The result, with empty arrays when there is no face; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension FaceLandmarkerLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    faceLandmarker.countUnheardResult(of: self)
  }
}

extension FaceLandmarker {
  /// The 40 connections of the lips.
  public static func lipsConnections() -> [Connection] { connections("lips") }

  /// The 16 connections of the left eye: the person's, which is on the right in an upright image.
  public static func leftEyeConnections() -> [Connection] { connections("left eye") }

  /// The 8 connections of the left eyebrow.
  public static func leftEyebrowConnections() -> [Connection] { connections("left eyebrow") }

  /// The 4 connections of the left iris, around its centre, landmark 473.
  public static func leftIrisConnections() -> [Connection] { connections("left iris") }

  /// The 16 connections of the right eye.
  public static func rightEyeConnections() -> [Connection] { connections("right eye") }

  /// The 8 connections of the right eyebrow.
  public static func rightEyebrowConnections() -> [Connection] { connections("right eyebrow") }

  /// The 4 connections of the right iris, around its centre, landmark 468. MediaPipe for iOS returns those of the left
  /// one.
  public static func rightIrisConnections() -> [Connection] { connections("right iris") }

  /// The 36 connections of the face's oval.
  public static func faceOvalConnections() -> [Connection] { connections("face oval") }

  /// The 132 connections of lips, eyes, eyebrows, irises and oval.
  public static func contoursConnections() -> [Connection] {
    [
      "lips", "left eye", "left eyebrow", "left iris", "right eye", "right eyebrow", "right iris", "face oval",
    ].flatMap(connections)
  }

  /// The 2556 connections of the mesh: three for each of its 852 triangles, so that shared sides are there twice.
  public static func tesselationConnections() -> [Connection] { connections("tesselation") }

  /// All 2688 connections: the contours, then the mesh. MediaPipe's list has the lips twice.
  public static func faceConnections() -> [Connection] { contoursConnections() + tesselationConnections() }

  private static func connections(_ group: String) -> [Connection] { LandmarkTopology.face.connections(of: group) }
}

extension FaceLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "face", title: "Faces", abstract: "Find faces and face landmarks, expressions and poses in space.",
    models: ["face_landmarker"],
    swift: TaskDescriptor.SwiftNames(type: "FaceLandmarker", value: "landmarker", verb: "detect"))

  package typealias Pipeline = FacePipeline
}
