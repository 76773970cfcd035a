/// The tracked objects of a stream: their IDs, categories, and the selection of those to report.
struct ObjectStream {
  private let objectLimit: Int
  private var tracker: ObjectTracker
  private var choice = ProminentChoice()
  private var categories = StreamCategories()
  private var scene = StreamScene()
  private var cuts = SceneCuts()
  private var isAfterCut = false
  private var size = CGSize.zero

  init(tracker options: ObjectTrackerOptions, objectLimit: Int) throws {
    self.objectLimit = objectLimit
    // Track all objects: the ones to report are selected by prominence, not by score.
    var options = options
    options.maxObjects = nil
    tracker = try ObjectTracker(options: options)
  }

  mutating func reset() {
    tracker.reset()
    choice = ProminentChoice()
    (categories, scene) = (StreamCategories(), StreamScene())
  }

  /// Updates the tracks with the next frame, whose `observations` are nil where the detector did not run.
  /// `framesSinceDetection` counts this one. Without a classifier every category is unknown; it does not affect the
  /// selection of objects, which come most prominent first. If there is none and the classifier recognizes a place, the
  /// whole image is the object.
  mutating func update(
    with observations: [ObjectObservation]?, framesSinceDetection: Int = 1, image: ImageBuffer,
    timestampInMilliseconds: Int?, classifier: CoarseClassifier?
  ) throws -> [FoundObject] {
    let size = CGSize(width: image.width, height: image.height)
    // A change of size begins another stream.
    if size != self.size { reset() }
    self.size = size
    let tracked =
      if let observations {
        try tracker.update(with: observations, image: image, timestampInMilliseconds: timestampInMilliseconds)
      } else {
        try tracker.skip(imageSize: size, timestampInMilliseconds: timestampInMilliseconds)
      }
    if cuts.isCut(at: image) { isAfterCut = true }
    // Without detections there are predictions only, which a cut makes wrong until the next detection.
    let current = isAfterCut && observations == nil ? [] : tracked.visible(afterCut: isAfterCut)
    if observations != nil { isAfterCut = false }
    let detectedAfter = observations.map { _ in framesSinceDetection }
    let reported = choose(current, detectedAfter: detectedAfter)
    categories.keep(tracker.followedIDs)
    guard let classifier else { return reported.map { FoundObject(box: $0.boundingBox, trackingID: $0.id) } }
    if detectedAfter != nil { try classify(reported, hasObjects: !current.isEmpty, in: image, by: classifier) }
    if current.isEmpty { return scene.object(in: size).map { [$0] } ?? [] }
    return reported.map { object in
      FoundObject(box: object.boundingBox, trackingID: object.id, label: categories.label(of: object))
    }
  }

  private mutating func choose(_ objects: [TrackedObject], detectedAfter frames: Int?) -> [TrackedObject] {
    let ranked =
      objects
      .map { object in
        let name = object.objectClass.name
        return (
          object: object, prominence: Prominence.of(object.boundingBox, score: object.score, className: name, in: size)
        )
      }
      .sorted { $0.prominence > $1.prominence }
    if objectLimit > 1 { return ranked.prefix(objectLimit).map(\.object) }
    let id =
      if let frames { choice.update(ranked.map { ($0.object.id, $0.prominence) }, frames: frames) } else {
        choice.current
      }
    return ranked.map(\.object).filter { $0.id == id }
  }

  /// Classifies the objects to report in rotation, or the whole image if there is no object.
  private mutating func classify(
    _ objects: [TrackedObject], hasObjects: Bool, in image: ImageBuffer, by classifier: CoarseClassifier
  ) throws {
    if hasObjects {
      try categories.classify(objects, in: image, by: classifier)
      scene.skip()
    } else {
      scene.update(with: try classifier.scores(of: nil, in: image))
    }
  }
}
