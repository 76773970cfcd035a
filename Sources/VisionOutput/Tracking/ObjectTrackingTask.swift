import FirebaseMLVision
import Foundation
import VisionErrors
import VisionPerception
import VisionTasks

/// ML Kit's object detector as a run takes it: with the objects' trails, and with boxes in pixels as stored.
// Safe to share: what changes is touched under the lock only.
package final class ObjectTrackingTask: AnyVisionTask, @unchecked Sendable {
  /// Takes the answer to a frame of live-stream mode, with the frame's time.
  package typealias LiveAnswer = @Sendable ((any TaskOutput)?, Int, (any Error)?) -> Void

  /// The step between images that are frames of a stream without times.
  private static let imageStep = 40

  private let detector: VisionObjectDetector
  private let isStream: Bool
  private let answer: LiveAnswer?
  private let lock = NSLock()
  private var trails = ObjectTrails()
  private var imageCount = 0

  /// - Parameters:
  ///   - options: ML Kit's options with the models' paths.
  ///   - answer: Where the answers of live-stream mode go; nil in the other modes.
  /// - Throws: `TasksError` for models that are missing or unusable.
  package init(options: VisionObjectDetectorOptions, answer: LiveAnswer?) throws {
    detector = FirebaseMLVision.Vision.vision().objectDetector(options: options)
    isStream = options.detectorMode == .stream
    self.answer = answer
    try detector.prepare()
  }

  package func output(of image: MPImage) throws -> any TaskOutput {
    let time = lock.withLock {
      imageCount += 1
      return imageCount * Self.imageStep
    }
    return try output(of: image, timestampInMilliseconds: time)
  }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    let objects = try detector.results(in: Self.image(of: frame, timestampInMilliseconds))
    return output(objects, timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds time: Int) throws {
    detector.process(Self.image(of: frame, time)) { [self] objects, error in
      // A frame that was dropped has no answer; it is counted.
      if let error = error as? TasksError, error.code == .cancelledError { return }
      answer?(objects.map { output($0, time) }, time, error)
    }
  }

  package var droppedFrameCount: Int { detector.droppedFrameCount }

  /// Images one after another may be a stream; they are inputs of their own and go on.
  package func reset() {
    guard lock.withLock({ imageCount }) == 0 else { return }
    detector.reset()
    lock.withLock { trails.removeAll() }
  }

  private static func image(of frame: MPImage, _ time: Int) -> VisionImage {
    let image = VisionImage(imageBuffer: frame.imageBuffer)
    image.timestampInMilliseconds = time
    let metadata = VisionImageMetadata()
    metadata.orientation =
      switch frame.orientation {
      case .right: .rightTop
      case .down: .bottomRight
      case .left: .leftBottom
      default: .topLeft
      }
    image.metadata = metadata
    return image
  }

  private func output(_ objects: [VisionObject], _ time: Int) -> ObjectTrackingResult {
    let found = objects.map(FoundObject.init)
    guard isStream else { return ObjectTrackingResult(objects: found) }
    return lock.withLock { trails.update(with: found, timestampInMilliseconds: time) }
  }
}

extension FoundObject {
  fileprivate init(_ object: VisionObject) {
    self.init(
      box: object.frame, trackingID: object.trackingID?.intValue,
      label: CoarseLabel(
        category: CoarseCategory(rawValue: object.classificationCategory.rawValue) ?? .unknown,
        confidence: object.confidence?.floatValue))
  }
}
