import Foundation
import VisionImaging
import VisionPerception

/// The objects of a stream from frame to frame: their numbers, which of them are reported, and what kinds of things they are.
struct ObjectStream {
  private let settings: ObjectTrackingSettings
  private var tracker: ObjectTracker
  private var choice = ProminentChoice()
  private var categories = StreamCategories()
  private var scene = StreamScene()
  private var size = CGSize.zero

  init(settings: ObjectTrackingSettings) throws {
    self.settings = settings
    // All are followed; which are reported is decided by prominence, not by score.
    var tracking = settings.tracking
    tracking.maxObjects = nil
    tracker = try ObjectTracker(options: tracking)
  }

  mutating func reset() {
    tracker.reset()
    choice = ProminentChoice()
    categories = StreamCategories()
    scene = StreamScene()
  }

  /// Goes on by a frame.
  ///
  /// - Parameters:
  ///   - observations: What the detector found; nil for a frame in which it did not run.
  ///   - framesSinceDetection: The frames since it ran last, this one included.
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, which rises; nil stands for 40 ms after the frame before.
  ///   - classifier: Nil leaves every category unknown; it does not change which objects are reported.
  /// - Returns: The objects, the most prominent first; or the whole image, where the classifier knows it and there is none.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise, and the classifier's errors.
  mutating func update(
    with observations: [ObjectObservation]?, framesSinceDetection: Int = 1, image: ImageBuffer,
    timestampInMilliseconds: Int?, classifier: CoarseClassifier?
  ) throws -> [FoundObject] {
    let size = CGSize(width: image.width, height: image.height)
    // Another size is another stream.
    if size != self.size { reset() }
    self.size = size
    let followed =
      if let observations {
        try tracker.update(with: observations, image: image, timestampInMilliseconds: timestampInMilliseconds)
      } else {
        try tracker.skip(imageSize: size, timestampInMilliseconds: timestampInMilliseconds)
      }
    let detectedAfter = observations.map { _ in framesSinceDetection }
    let reported = choose(followed, detectedAfter: detectedAfter)
    categories.keep(tracker.followedIDs)
    guard let classifier else { return reported.map { FoundObject(box: $0.boundingBox, trackingID: $0.id) } }
    if detectedAfter != nil { try classify(reported, hasObjects: !followed.isEmpty, in: image, by: classifier) }
    if followed.isEmpty { return scene.object(in: size).map { [$0] } ?? [] }
    return reported.map {
      FoundObject(box: $0.boundingBox, trackingID: $0.id, label: categories.label(of: $0))
    }
  }

  /// The objects to report, the most prominent first; `detectedAfter` is nil where the detector did not run.
  private mutating func choose(_ objects: [TrackedObject], detectedAfter frames: Int?) -> [TrackedObject] {
    let ranked =
      objects
      .map { (object: $0, prominence: Prominence.of($0.boundingBox, score: $0.score, in: size)) }
      .sorted { $0.prominence > $1.prominence }
    if settings.findsSeveral { return ranked.prefix(settings.objectLimit).map(\.object) }
    let id =
      if let frames { choice.update(ranked.map { ($0.object.id, $0.prominence) }, frames: frames) } else {
        choice.current
      }
    return ranked.map(\.object).filter { $0.id == id }
  }

  /// Classifies the objects to report, in turn; or the whole image where there is no object at all.
  private mutating func classify(
    _ objects: [TrackedObject], hasObjects: Bool, in image: ImageBuffer, by classifier: CoarseClassifier
  ) throws {
    if hasObjects {
      try categories.look(at: objects, in: image, by: classifier)
      scene.leave()
    } else {
      scene.look(try classifier.scores(of: nil, in: image))
    }
  }
}
