import Foundation
import VisionImaging
import VisionPerception

/// The objects of a stream from frame to frame: their numbers, which of them are told, and what kinds of things they are.
struct ObjectStream {
  private let settings: ObjectTrackingSettings
  private var tracker: ObjectTracker
  private var choice = ProminentChoice()
  private var categories = StreamCategories()
  private var scene = StreamScene()
  private var size = CGSize.zero

  init(settings: ObjectTrackingSettings) throws {
    self.settings = settings
    // All are followed; which are told is decided by prominence, not by score.
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

  /// Goes on by a frame; `observations` is nil for one in which no detector looked.
  mutating func update(
    with observations: [ObjectObservation]?, image: ImageBuffer, timestampInMilliseconds: Int?,
    classifier: CoarseClassifier?
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
    let told = choose(followed, isNews: observations != nil)
    categories.keep(tracker.followedIDs)
    guard let classifier else { return told.map { FoundObject(box: $0.object.boundingBox, trackingID: $0.object.id) } }
    return try classified(told, image: image, isNews: observations != nil, classifier)
  }

  private typealias Ranked = (object: TrackedObject, prominence: Double)

  /// The objects to tell, the most prominent first.
  private mutating func choose(_ objects: [TrackedObject], isNews: Bool) -> [Ranked] {
    let ranked =
      objects
      .map { (object: $0, prominence: Prominence.of($0.boundingBox, score: $0.score, in: size)) }
      .sorted { $0.prominence > $1.prominence }
    if settings.findsSeveral { return Array(ranked.prefix(settings.objectLimit)) }
    let id = isNews ? choice.update(ranked.map { ($0.object.id, $0.prominence) }) : choice.current
    return ranked.filter { $0.object.id == id }
  }

  private mutating func classified(
    _ told: [Ranked], image: ImageBuffer, isNews: Bool, _ classifier: CoarseClassifier
  ) throws -> [FoundObject] {
    let hasSubject = (told.first?.prominence ?? 0) >= scene.subjectProminence
    if isNews {
      try categories.look(at: told.map(\.object), in: image, by: classifier)
      if hasSubject {
        scene.leave()
      } else {
        scene.look(try classifier.scores(of: nil, in: image)) { tracker.reserveID() }
      }
    }
    var objects = told.map { object, _ in
      FoundObject(box: object.boundingBox, trackingID: object.id, verdict: categories.verdict(of: object))
    }
    if !hasSubject, let place = scene.object(in: size) { objects.insert(place, at: 0) }
    return Array(objects.prefix(settings.objectLimit))
  }
}
