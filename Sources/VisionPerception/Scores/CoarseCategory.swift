import VisionResults

package struct CoarseLabel: Sendable, Hashable {
  package let category: CoarseCategory
  /// The confidence, 0...1; nil when the category is unknown.
  package let confidence: Float?

  package init(category: CoarseCategory, confidence: Float?) {
    (self.category, self.confidence) = (category, confidence)
  }

  package static let unknown = CoarseLabel(category: .unknown, confidence: nil)
}

/// The coarse category of each of COCO's 80 classes, by the names that detectors' labels have. Assigned by hand, as
/// `CoarseCategoryTable` is: electronics and toys count as home goods, bags as fashion goods. People, animals,
/// vehicles, street furniture and sports gear belong to none.
enum DetectorCategoryTable {
  /// The categories by name. A missing name is none of COCO's.
  static let categories: [String: CoarseCategory] = Dictionary(
    uniqueKeysWithValues: names.flatMap { category, names in
      names.split(separator: ",").map { ($0.trimmingPrefix(" ").description, category) }
    })

  private static let names: [CoarseCategory: String] = [
    .homeGoods: """
    bench, bottle, wine glass, cup, fork, knife, spoon, bowl, chair, couch, bed, dining table, toilet, tv, laptop, mouse, \
    remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors, teddy bear, \
    hair drier, toothbrush
    """,
    .fashionGoods: "backpack, umbrella, handbag, tie, suitcase",
    .food: "banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake",
    .plants: "potted plant",
    .unknown: """
    person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, stop sign, \
    parking meter, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, frisbee, skis, snowboard, \
    sports ball, kite, baseball bat, baseball glove, skateboard, surfboard, tennis racket
    """,
  ]
}

/// A classifier's probabilities summed by coarse category.
package struct CoarseCategoryScores: Sendable, Hashable {
  /// The number of classes of the classifier: ImageNet's, without a background class.
  package static var classCount: Int { CoarseCategoryTable.categories.count }
  /// The minimum confidence of a reported category. Measured: from 0.35 to 0.42 there are only wrong categories.
  private static let minConfidence: Float = 0.45
  /// The minimum probability of a category's best class. Probabilities spread over hundreds of classes mean nothing:
  /// for plain grey, half of them fall to home goods, no class of which has more than 0.03.
  private static let minPeak: Float = 0.08
  /// The weight of newer scores in a blend.
  private static let newShare: Float = 0.3

  private(set) var sums: [Float]

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

  /// The category, with the detector's class taken into account. Below the confidence that needs no second opinion, the
  /// classifier's sums and the detector's class are added by their weights. A class without a category, such as a
  /// person, counts as unknown, so that neither surroundings nor clothes name a person. A class that is none of COCO's
  /// does not count.
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

  /// Divided by the total, as quantized probabilities lose small values; reported only if it outweighs classes without.
  private static func label(of sums: [Float]) -> CoarseLabel {
    let total = sums.reduce(0, +)
    let known = CoarseCategory.allCases.filter { $0 != .unknown }
    guard total > 0, let best = known.max(by: { sums[$0.rawValue] < sums[$1.rawValue] }) else { return .unknown }
    let confidence = sums[best.rawValue] / total
    let isConfident = sums[best.rawValue] > sums[CoarseCategory.unknown.rawValue] && confidence >= minConfidence
    return isConfident ? CoarseLabel(category: best, confidence: confidence) : .unknown
  }
}

/// The category of a track: what most frames said, so that it does not change back and forth.
package struct CategoryChoice: Sendable {
  /// The weight of a vote after each further frame, as for a track's class.
  private static let decay = 0.95
  /// How many times as many votes as the chosen category another one needs.
  private static let challengeFactor = 1.25

  private var votes = [Double](repeating: 0, count: CoarseCategory.allCases.count)
  private var chosen: CoarseLabel?

  package init() {}

  /// Adds a frame's label. Returns the chosen category with its newest confidence.
  package mutating func update(_ label: CoarseLabel) -> CoarseLabel {
    for index in votes.indices { votes[index] *= Self.decay }
    votes[label.category.rawValue] += 1
    guard let current = chosen, current.category != label.category,
      votes[label.category.rawValue] <= Self.challengeFactor * votes[current.category.rawValue]
    else {
      chosen = label
      return label
    }
    return current
  }
}

/// The coarse category of each of ImageNet's thousand classes. Assigned by hand, name by name, and checked against
/// WordNet's hypernyms. Electronics, stationery and hand tools count as home goods; armour, helmets and cosmetics as
/// fashion goods; fences and roofs as places; fungi as plants. Animals, people, vehicles, instruments, sports gear and
/// weapons have none. A cup is a home good whatever it holds, a drink is food.
enum CoarseCategoryTable {
  static let categories: [CoarseCategory] = letters.compactMap { cases[$0] }

  private static let cases = Dictionary(uniqueKeysWithValues: zip("-hcfpg", CoarseCategory.allCases))

  /// The classes in their order, a hundred a line.
  private static let letters = """
    ----------------------------------------------------------------------------------------------------
    ----------------------------------------------------------------------------------------------------
    ----------------------------------------------------------------------------------------------------
    ---------------------------------------------------------------------------------------------------c
    c-----p--hpch-cp--h--p-hpp-h---h-chh-phchhpc-ch--p-cchp--c-cpchhcc-p-hh--hc-phh---hp-h-h-pc-hhhhhpph
    pcchhh-hhp--h-cch-chhh--cphhhchchhh-p-php---hh--h-hcch--hp-hc-phh--hc--ph-----c-p-p-ch-hhhhch----ch-
    -c--hhhhc-ch-hcc-chhh--hp-h--cchh-p-c-cc---c-pphhphhch-c--chp-hph-hcph--phh----chhp------c--f--hhcp-
    h--h--p-phhc---cp-phhh---h-phh-hh--chhg-hhhp-h--chh--hhph--hhhp--hhh-hchhhcc--h--ph-h-h-phh--ch-ch-h
    ----h-c-ch-h-h-----p-p--cp-hh--hp-c-cchp-cc-h-h-hhhh-phh-hphph-p-p--hc---p--h--c--hhpc-cp--hhch-hhhh
    ph-chhch-hhcp--p-h---h-fffffffffffffffffffffffgfffffffffff-fffffffffhfp-ppppppppp---gggfggggggggggfh
    """
}
