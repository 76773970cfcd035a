/// The coarse category of an object, in ML Kit's division.
package enum CoarseCategory: Int, Sendable, CaseIterable {
  case unknown = 0
  case homeGoods = 1
  case fashionGoods = 2
  case food = 3
  case places = 4
  case plants = 5
}

/// The coarse category of an object, with its confidence.
package struct CoarseLabel: Sendable, Hashable {
  package let category: CoarseCategory
  /// The confidence, 0...1; nil when the category is unknown.
  package let confidence: Float?

  package init(category: CoarseCategory, confidence: Float?) {
    self.category = category
    self.confidence = confidence
  }

  package static let unknown = CoarseLabel(category: .unknown, confidence: nil)
}

/// The coarse category of each of COCO's 80 classes, by the names that detectors' labels have.
///
/// Assigned by hand, as `CoarseCategoryTable` is: electronics and toys count as home goods, bags as fashion goods. People,
/// animals, vehicles, street furniture and sports gear belong to none.
enum DetectorCategoryTable {
  /// The categories by name. A missing name is none of COCO's.
  static let categories: [String: CoarseCategory] = Dictionary(
    uniqueKeysWithValues: names.flatMap { category, names in
      names.split(separator: ",").map { ($0.trimmingPrefix(" ").description, category) }
    })

  private static let names: [(category: CoarseCategory, names: String)] = [
    (
      .homeGoods,
      """
      bench, bottle, wine glass, cup, fork, knife, spoon, bowl, chair, couch, bed, dining table, toilet, tv, laptop, mouse, \
      remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors, teddy bear, \
      hair drier, toothbrush
      """
    ),
    (.fashionGoods, "backpack, umbrella, handbag, tie, suitcase"),
    (.food, "banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake"),
    (.plants, "potted plant"),
    (
      .unknown,
      """
      person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, stop sign, \
      parking meter, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, frisbee, skis, snowboard, \
      sports ball, kite, baseball bat, baseball glove, skateboard, surfboard, tennis racket
      """
    ),
  ]
}
