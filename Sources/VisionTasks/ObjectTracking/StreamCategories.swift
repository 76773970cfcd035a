import VisionImaging
import VisionPerception

/// What kinds of things the followed objects are. A new object is looked at once; later one object a frame, in turn.
struct StreamCategories {
  private var scores: [Int: CoarseCategoryScores] = [:]
  private var lastLooks: [Int: Int] = [:]
  private var lookCount = 0

  /// Forgets all objects but these.
  mutating func keep(_ ids: Set<Int>) {
    guard scores.keys.contains(where: { !ids.contains($0) }) else { return }
    scores = scores.filter { ids.contains($0.key) }
    lastLooks = lastLooks.filter { ids.contains($0.key) }
  }

  mutating func look(at objects: [TrackedObject], in image: ImageBuffer, by classifier: CoarseClassifier) throws {
    // What is not seen in this frame may be hidden by something else.
    let seen = objects.filter { $0.missedUpdates == 0 }
    let new = seen.filter { scores[$0.id] == nil }
    let next = seen.min { (lastLooks[$0.id] ?? 0) < (lastLooks[$1.id] ?? 0) }
    for object in new.isEmpty ? [next].compactMap({ $0 }) : new {
      let found = try classifier.scores(of: object.boundingBox, in: image)
      if scores[object.id] == nil { scores[object.id] = found } else { scores[object.id]?.blend(with: found) }
      lookCount += 1
      lastLooks[object.id] = lookCount
    }
  }

  func label(of object: TrackedObject) -> CoarseLabel {
    scores[object.id]?.label(of: object.objectClass, score: object.score) ?? .unknown
  }
}
