import Foundation
import VisionPerception

/// What a detector saw in one image, the most prominent first, whatever its class.
struct ObjectCandidates {
  /// A box with how much it catches the eye.
  struct Candidate {
    let box: CGRect
    let score: Float
    let objectClass: ObjectClass
    let prominence: Double
  }

  /// The minimum score of a box that may be the image's subject: boxes of things that the detector has no class for score low.
  static let leastScore: Float = 0.1
  /// The overlap from which the weaker of two boxes is dropped.
  private static let suppressionOverlap: Float = 0.55
  /// The minimum score of an object beside the image's subject.
  private static let leastFurtherScore: Float = 0.3

  private let candidates: [Candidate]

  init(_ detections: [Detection], in size: CGSize) {
    var suppression = NonMaxSuppression(overlapThreshold: Self.suppressionOverlap, isPerClass: false)
    let observations = detections.map(ObjectObservation.init).sorted { $0.score > $1.score }
    candidates = observations.compactMap { observation -> Candidate? in
      let box = observation.boundingBox.intersection(CGRect(origin: .zero, size: size))
      let shape = DetectionBox(
        xMin: Float(box.origin.x), yMin: Float(box.origin.y), width: Float(box.size.width),
        height: Float(box.size.height))
      guard observation.score >= Self.leastScore, !box.isEmpty, suppression.keeps(shape, classIndex: 0) else {
        return nil
      }
      return Candidate(
        box: box, score: observation.score, objectClass: observation.objectClass,
        prominence: Prominence.of(box, score: observation.score, in: size))
    }.sorted { $0.prominence > $1.prominence }
  }

  /// Whether something makes up the image.
  private var hasSubject: Bool { (candidates.first?.prominence ?? 0) >= Prominence.minimum }

  /// The objects to tell: the subject, and what is sure enough without being it.
  func objects(limit: Int) -> [Candidate] {
    let sure = candidates.enumerated().filter { place, candidate in
      (place == 0 && hasSubject) || candidate.score >= Self.leastFurtherScore
    }
    return sure.prefix(limit).map(\.element)
  }
}
