import Foundation
import VisionCatalog
import VisionErrors
import VisionTasks

/// A detector's pipeline, opened with the first image, and the clock of its stream.
///
/// Sendable: what changes is touched under the lock only, one image at a time.
final class DetectorEngine: @unchecked Sendable {
  private let tracking: ObjectTrackingOptions
  private let paths: (detector: String?, classifier: String?)
  private let lock = NSLock()
  private var pipeline: ObjectTrackingPipeline?
  private var clock = FrameClock()

  /// Takes over what the options say now.
  init(options: VisionObjectDetectorOptions) {
    tracking = ObjectTrackingOptions()
    tracking.relation = options.detectorMode == .stream ? .stream : .singleImage
    tracking.findsMultipleObjects = options.shouldEnableMultipleObjects
    tracking.classifies = options.shouldEnableClassification
    tracking.trackerOptions = options.trackerOptions
    tracking.detectorStride = options.detectorStride
    tracking.baseOptions.threadCount = options.threadCount
    tracking.baseOptions.kernels = options.kernels
    tracking.baseOptions.allowUnverifiedOperators = options.allowUnverifiedOperators
    paths = (options.detectorModelPath, options.classifierModelPath)
  }

  /// What was found in an image, and the image's time: its own, or the stream's where it has none.
  typealias Output = (objects: [VisionObject], time: Int)

  /// The objects of an image.
  func objects(in content: ImageContent) throws -> Output {
    let image = try content.upright()
    return try lock.withLock {
      let pipeline = try openPipeline()
      let time = clock.time(of: content.timestampInMilliseconds)
      let found = try pipeline.process(image, timestampInMilliseconds: time)
      return (
        found.map { VisionObject($0, frame: content.given($0.box)) }, content.timestampInMilliseconds ?? time
      )
    }
  }

  func prepare() throws { _ = try lock.withLock { try openPipeline() } }

  /// Forgets the stream.
  func reset() {
    lock.withLock {
      pipeline?.reset()
      clock = FrameClock()
    }
  }

  private func openPipeline() throws -> ObjectTrackingPipeline {
    if let pipeline { return pipeline }
    let catalog = ModelCatalog()
    tracking.baseOptions.modelAssetPath = try paths.detector ?? catalog.path(of: "efficientdet_lite0_int8")
    if tracking.classifies {
      tracking.classifierModelPath = try paths.classifier ?? catalog.path(of: "efficientnet_lite0")
    }
    try ObjectTracking.validate(tracking)
    let opened = try ObjectTrackingPipeline(tracking)
    pipeline = opened
    return opened
  }
}
