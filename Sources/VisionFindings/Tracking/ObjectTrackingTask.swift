import FirebaseMLVision
import Foundation
import MediaPipeTasksVision

/// ML Kit's object detector as a run takes it: with the objects' trails, and with boxes in the picture as given.
// Safe to share: what changes is touched under the lock only.
package final class ObjectTrackingTask: RunnableTask, @unchecked Sendable {
  /// Takes the answer to a frame of live-stream mode, with the frame's time.
  package typealias LiveAnswer = @Sendable ((any Findings)?, Int, (any Error)?) -> Void

  /// The step between pictures that are frames of a stream without times.
  private static let pictureStep = 40

  private let detector: VisionObjectDetector
  private let isStream: Bool
  private let answer: LiveAnswer?
  private let lock = NSLock()
  private var trails = ObjectTrails()
  private var pictureCount = 0

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

  package func findings(in image: MPImage) throws -> any Findings {
    let time = lock.withLock {
      pictureCount += 1
      return pictureCount * Self.pictureStep
    }
    return try findings(in: image, timestampInMilliseconds: time)
  }

  package func findings(in frame: MPImage, timestampInMilliseconds: Int) throws -> any Findings {
    let objects = try detector.results(in: Self.picture(of: frame, timestampInMilliseconds))
    return findings(objects, timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds time: Int) throws {
    detector.process(Self.picture(of: frame, time)) { [self] objects, error in
      // A frame that was dropped has no answer; it is counted.
      if let error = error as? TasksError, error.code == .cancelledError { return }
      answer?(objects.map { findings($0, time) }, time, error)
    }
  }

  package var droppedFrameCount: Int { detector.droppedFrameCount }

  /// Pictures one after another may be a stream; they are inputs of their own and go on.
  package func reset() {
    guard lock.withLock({ pictureCount }) == 0 else { return }
    detector.reset()
    lock.withLock { trails = ObjectTrails() }
  }

  private static func picture(of frame: MPImage, _ time: Int) -> VisionImage {
    let picture = VisionImage(imageBuffer: frame.imageBuffer)
    picture.timestampInMilliseconds = time
    let metadata = VisionImageMetadata()
    metadata.orientation =
      switch frame.orientation {
      case .right: .rightTop
      case .down: .bottomRight
      case .left: .leftBottom
      default: .topLeft
      }
    picture.metadata = metadata
    return picture
  }

  private func findings(_ objects: [VisionObject], _ time: Int) -> ObjectFindings {
    let found = objects.map(ObjectFindings.Found.init)
    guard isStream else { return ObjectFindings(objects: found, trails: []) }
    return lock.withLock { trails.findings(found, timestampInMilliseconds: time) }
  }
}
