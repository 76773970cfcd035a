import VisionResults

/// How much of a classifier's belief falls to each coarse category.
package struct CoarseCategoryScores: Sendable, Hashable {
  /// The classes of the classifier that scores are made of: ImageNet's, without a background class.
  package static var classCount: Int { CoarseCategoryTable.categories.count }
  /// The minimum confidence of a category that is reported; below it the object is unknown. Measured: from 0.35 to 0.42 lie
  /// wrong categories only.
  private static let leastConfidence: Float = 0.45
  /// The least probability of a category's best class. A belief that is spread over hundreds of classes is none: of plain grey,
  /// half falls to home goods, none of which has more than three hundredths.
  private static let leastPeak: Float = 0.08
  /// How much a further look counts.
  private static let newShare: Float = 0.3

  /// The sums, by the categories' raw values.
  private(set) var sums: [Float]

  /// Adds up a classifier's probabilities, one for each of ImageNet's classes in their order.
  package init(_ probabilities: UnsafeBufferPointer<Float>) {
    sums = Array(repeating: 0, count: CoarseCategory.allCases.count)
    var peaks = sums
    for (probability, category) in zip(probabilities, CoarseCategoryTable.categories) {
      sums[category.rawValue] += probability
      peaks[category.rawValue] = max(peaks[category.rawValue], probability)
    }
    for category in CoarseCategory.allCases where category != .unknown && peaks[category.rawValue] < Self.leastPeak {
      sums[CoarseCategory.unknown.rawValue] += sums[category.rawValue]
      sums[category.rawValue] = 0
    }
  }

  /// Takes a further look at the same object into account.
  package mutating func blend(with newer: CoarseCategoryScores) {
    for index in sums.indices {
      sums[index] = (1 - Self.newShare) * sums[index] + Self.newShare * newer.sums[index]
    }
  }

  /// The category of a whole picture in which there is no object: a landscape or greenery, or nothing.
  package var sceneVerdict: CoarseVerdict {
    let verdict = verdict
    return verdict.category == .places || verdict.category == .plants ? verdict : .unknown
  }

  /// The confidence from which the classifier's category stands, whatever the detector says.
  private static let sureConfidence: Float = 0.8
  /// What a detection weighs against the classifier, times its score: at a score of 0.5 they are equals.
  private static let detectorWeight: Float = 2
  /// The same for plants: the classifier knows three flowers only, so a detection of 0.3 outweighs it.
  private static let plantWeight: Float = 3.5

  /// The category with the detector's class taken into account.
  ///
  /// Where the classifier is not sure, its shares and the detector's class are added up by their weights. A class that belongs
  /// to no category, such as a person, counts for "unknown": it keeps what is around a person from naming them. A class that
  /// is none of COCO's does not count.
  package func verdict(of objectClass: ObjectClass, score: Float) -> CoarseVerdict {
    let verdict = verdict
    guard let detected = objectClass.name.flatMap({ DetectorCategoryTable.categories[$0] }),
      (verdict.confidence ?? 0) < Self.sureConfidence
    else { return verdict }
    let total = sums.reduce(0, +)
    var shares = sums.map { total > 0 ? $0 / total : 0 }
    shares[detected.rawValue] += score * (detected == .plants ? Self.plantWeight : Self.detectorWeight)
    return Self.verdict(of: shares)
  }

  /// The category, and how sure it is as a share of the whole belief; unknown has no confidence.
  package var verdict: CoarseVerdict { Self.verdict(of: sums) }

  /// The sums are divided by their total because quantized probabilities lose their many small parts. A category is reported
  /// only where it outweighs everything that belongs to none.
  private static func verdict(of sums: [Float]) -> CoarseVerdict {
    let total = sums.reduce(0, +)
    let known = CoarseCategory.allCases.filter { $0 != .unknown }
    guard total > 0, let best = known.max(by: { sums[$0.rawValue] < sums[$1.rawValue] }) else { return .unknown }
    let confidence = sums[best.rawValue] / total
    let isSure = sums[best.rawValue] > sums[CoarseCategory.unknown.rawValue] && confidence >= leastConfidence
    return isSure ? CoarseVerdict(category: best, confidence: confidence) : .unknown
  }
}
