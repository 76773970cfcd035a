import VisionCatalog
import VisionTasks

/// A detector's pipeline, opened with the first image, and its stream's clock. Processes one image at a time.
final class DetectorEngine: Sendable {
  private struct State {
    let tracking: ObjectTrackingOptions
    let region: CGRect?
    var pipeline: ObjectTrackingPipeline?
    var clock = FrameClock()
  }

  private let paths: (detector: String?, classifier: String?)
  private let state: Locked<State>

  init(options: VisionObjectDetectorOptions) {
    let tracking = ObjectTrackingOptions()
    tracking.relation = options.detectorMode == .stream ? .stream : .singleImage
    tracking.findsMultipleObjects = options.shouldEnableMultipleObjects
    tracking.classifies = options.shouldEnableClassification
    tracking.trackerOptions = options.trackerOptions
    tracking.detectorStride = options.detectorStride
    tracking.baseOptions.threadCount = options.threadCount
    tracking.baseOptions.kernels = options.kernels
    tracking.baseOptions.precision = options.precision
    tracking.baseOptions.allowUnverifiedOperators = options.allowUnverifiedOperators
    paths = (options.detectorModelPath, options.classifierModelPath)
    state = Locked(State(tracking: tracking, region: options.regionOfInterest))
  }

  /// The objects of an image, and the image's time: its own, or the stream's for an image without one.
  func objects(in content: ImageContent) throws -> (objects: [VisionObject], time: Int) {
    let image = try content.upright()
    return try state.withLock { state in
      let pipeline = try openPipeline(&state)
      let time = state.clock.time(of: content.timestampInMilliseconds)
      let frame = try Frame(MPImage(imageBuffer: image), region: state.region.map(content.upright))
      let objects = try pipeline.run(frame, timestampInMilliseconds: time).objects
      return (objects.map { VisionObject($0, frame: content.given($0.box)) }, content.timestampInMilliseconds ?? time)
    }
  }

  func prepare() throws { try state.withLock { _ = try openPipeline(&$0) } }

  func reset() {
    state.withLock { state in
      state.pipeline?.forget()
      state.clock = FrameClock()
    }
  }

  private func openPipeline(_ state: inout State) throws -> ObjectTrackingPipeline {
    if let pipeline = state.pipeline { return pipeline }
    let tracking = state.tracking
    let catalog = ModelCatalog()
    tracking.baseOptions.modelAssetPath = try paths.detector ?? catalog.path(of: "efficientdet_lite0_int8")
    if tracking.classifies {
      tracking.classifierModelPath = try paths.classifier ?? catalog.path(of: "efficientnet_lite0")
    }
    try ObjectTracking.validate(tracking)
    let opened = try ObjectTrackingPipeline(options: tracking)
    state.pipeline = opened
    return opened
  }
}

/// The time of a stream's frames, which always increases: by the difference of timestamps, without them by the time
/// between the calls, and by 40 ms at a timestamp that does not increase, as at the start of another video.
struct FrameClock {
  /// A day: every object is forgotten long before, and no number of frames reaches the limit of `Int`.
  private static let longestStep = 86_400_000
  private var now = 0
  private var last: Int?
  private var lastCall: Int?

  mutating func time(of given: Int?, calledAt call: Int = FrameClock.milliseconds) -> Int {
    defer { (last, lastCall) = (given, call) }
    let passed =
      if let given, let last {
        given.subtractingReportingOverflow(last).overflow || given <= last ? ObjectTracker.frameStep : given - last
      } else if given == nil, last == nil, let lastCall {
        call - lastCall
      } else {
        ObjectTracker.frameStep
      }
    now += min(max(1, passed), Self.longestStep)
    return now
  }

  static var milliseconds: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}
