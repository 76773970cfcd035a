import VisionImaging
import VisionPerception
import VisionTasks

/// Tells whether a list of detections is one that suppression may give, whatever the order of candidates with equal scores.
///
/// Greedy suppression is undetermined only in which of several best candidates it takes next. So a list is right exactly if
/// each of its entries was, in its turn, a best one among the candidates that no entry before it suppresses, and if at the end
/// none is left, or as many are taken as were asked for.
struct SuppressionReplay {
  struct Candidate {
    let bounds: BoundingBox
    let pixels: PixelBox
    let classIndex: Int
    let score: Float
  }

  /// One entry of the list: a box with one of its categories.
  struct Entry {
    let pixels: PixelBox
    let className: String
    let score: Float
  }

  let candidates: [Candidate]
  let classNames: [String]
  let overlapThreshold: Float
  let maxResults: Int

  /// Why the list is wrong; nil when it is right.
  func objection(to list: [Entry]) -> String? {
    // Sorted once, so that the best candidates are always the first ones.
    var open = candidates.sorted { $0.score > $1.score }
    for (place, entry) in list.enumerated() {
      guard let best = open.first?.score else { return "place \(place): no candidate is left" }
      guard abs(best - entry.score) < 1e-6 else { return "place \(place): score \(entry.score), the best is \(best)" }
      let fitting = open.prefix { $0.score == best }
        .first { $0.pixels == entry.pixels && classNames[$0.classIndex] == entry.className }
      guard let fitting else { return "place \(place): \(entry) is none of the candidates with the score \(best)" }
      // The candidate itself overlaps itself fully and goes, too.
      open.removeAll { $0.bounds.intersectionOverUnion(fitting.bounds) > overlapThreshold }
    }
    let isComplete = open.isEmpty || (maxResults > 0 && list.count == maxResults)
    return isComplete ? nil : "\(open.count) candidates are left out"
  }
}
