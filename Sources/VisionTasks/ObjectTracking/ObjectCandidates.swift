import Foundation
import VisionImaging
import VisionPerception

/// The detections of one image after class-agnostic NMS, most prominent first.
struct ObjectCandidates {
  /// A detection with its prominence.
  struct Candidate {
    let box: CGRect
    let score: Float
    let objectClass: ObjectClass
    let prominence: Double
  }

  /// Minimum score of the image's subject. It is low because objects outside the detector's classes score low.
  static let minScore: Float = 0.1
  /// Maximum intersection over union with a higher-scoring box.
  private static let suppressionOverlap: Float = 0.55
  /// Minimum score of an object other than the subject.
  private static let minFurtherScore: Float = 0.3

  private let candidates: [Candidate]

  init(_ detections: [Detection], in size: CGSize) {
    var suppression = NonMaxSuppression(overlapThreshold: Self.suppressionOverlap, isPerClass: false)
    let observations = detections.map(ObjectObservation.init).sorted { $0.score > $1.score }
    candidates = observations.compactMap { observation -> Candidate? in
      let box = observation.boundingBox.intersection(CGRect(origin: .zero, size: size))
      let shape = NormalizedBox(
        minX: Float(box.origin.x), minY: Float(box.origin.y), width: Float(box.size.width),
        height: Float(box.size.height))
      guard observation.score >= Self.minScore, !box.isEmpty, suppression.keeps(shape, classIndex: 0) else {
        return nil
      }
      return Candidate(
        box: box, score: observation.score, objectClass: observation.objectClass,
        prominence: Prominence.of(
          box, score: observation.score, className: observation.objectClass.name, in: size))
    }.sorted { $0.prominence > $1.prominence }
  }

  /// Whether the most prominent box is prominent enough to be the image's subject.
  private var hasSubject: Bool { (candidates.first?.prominence ?? 0) >= Prominence.minimum }

  /// The objects to report: the subject, and other boxes with a sufficient score.
  func objects(limit: Int) -> [Candidate] {
    let reported = candidates.enumerated().filter { place, candidate in
      (place == 0 && hasSubject) || candidate.score >= Self.minFurtherScore
    }
    return reported.prefix(limit).map(\.element)
  }
}
