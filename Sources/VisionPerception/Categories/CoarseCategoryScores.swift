import VisionResults

/// A classifier's probabilities summed by coarse category.
package struct CoarseCategoryScores: Sendable, Hashable {
  /// The number of classes of the classifier: ImageNet's, without a background class.
  package static var classCount: Int { CoarseCategoryTable.categories.count }
  /// The minimum confidence of a reported category; below it the object is unknown. Measured: from 0.35 to 0.42 there
  /// are only wrong categories.
  private static let minConfidence: Float = 0.45
  /// The minimum probability of a category's best class. Probabilities spread over hundreds of classes mean nothing:
  /// for plain grey, half of them fall to home goods, no class of which has more than 0.03.
  private static let minPeak: Float = 0.08
  /// The weight of newer scores in a blend.
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
    for category in CoarseCategory.allCases where category != .unknown && peaks[category.rawValue] < Self.minPeak {
      sums[CoarseCategory.unknown.rawValue] += sums[category.rawValue]
      sums[category.rawValue] = 0
    }
  }

  /// Blends in the scores of a newer frame.
  package mutating func blend(with newer: CoarseCategoryScores) {
    for index in sums.indices {
      sums[index] = (1 - Self.newShare) * sums[index] + Self.newShare * newer.sums[index]
    }
  }

  /// The category of a whole image in which there is no object: a landscape or greenery, or nothing.
  package var sceneLabel: CoarseLabel {
    let label = label
    return label.category == .places || label.category == .plants ? label : .unknown
  }

  /// The confidence from which the classifier's category stands, whatever the detector reports.
  private static let highConfidence: Float = 0.8
  /// The weight of a detection against the classifier, times its score: at a score of 0.5 they are equal.
  private static let detectorWeight: Float = 2
  /// The same for plants: the classifier knows three flowers only, so a detection of 0.3 outweighs it.
  private static let plantWeight: Float = 3.5

  /// The score from which a class without a category, such as a person, stands, whatever the classifier reports.
  private static let sureScore: Float = 0.5

  /// The category, with the detector's class taken into account.
  ///
  /// Below the confidence that needs no second opinion, the classifier's sums and the detector's class are added by
  /// their weights. A class without a category, such as a person, counts as unknown, so that neither surroundings nor clothes
  /// name a person. A class that is none of COCO's does not count.
  package func label(of objectClass: ObjectClass, score: Float) -> CoarseLabel {
    let label = label
    guard let detected = objectClass.name.flatMap({ DetectorCategoryTable.categories[$0] }),
      (label.confidence ?? 0) < Self.highConfidence || (detected == .unknown && score >= Self.sureScore)
    else { return label }
    let total = sums.reduce(0, +)
    var shares = sums.map { total > 0 ? $0 / total : 0 }
    shares[detected.rawValue] += score * (detected == .plants ? Self.plantWeight : Self.detectorWeight)
    return Self.label(of: shares)
  }

  /// The category, with its share of all probabilities as confidence; unknown has no confidence.
  package var label: CoarseLabel { Self.label(of: sums) }

  /// Divided by the total because quantized probabilities lose their many small values. A category is reported only
  /// where it outweighs the classes without one.
  private static func label(of sums: [Float]) -> CoarseLabel {
    let total = sums.reduce(0, +)
    let known = CoarseCategory.allCases.filter { $0 != .unknown }
    guard total > 0, let best = known.max(by: { sums[$0.rawValue] < sums[$1.rawValue] }) else { return .unknown }
    let confidence = sums[best.rawValue] / total
    let isConfident = sums[best.rawValue] > sums[CoarseCategory.unknown.rawValue] && confidence >= minConfidence
    return isConfident ? CoarseLabel(category: best, confidence: confidence) : .unknown
  }
}
