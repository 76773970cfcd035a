import VisionPerception

/// The coarse category of an object, with ML Kit's raw values.
public enum VisionObjectCategory: Int, Sendable, CaseIterable {
  /// Unknown, none of the others, or classification is off.
  case unknown = 0
  /// Goods for home, office and garden.
  case homeGoods = 1
  /// Clothes, shoes, bags, jewellery.
  case fashionGoods = 2
  /// Food and drink.
  case food = 3
  /// Buildings and landscapes.
  case places = 4
  /// Plants and fungi.
  case plants = 5

  init(_ category: CoarseCategory) {
    self =
      switch category {
      case .unknown: .unknown
      case .homeGoods: .homeGoods
      case .fashionGoods: .fashionGoods
      case .food: .food
      case .places: .places
      case .plants: .plants
      }
  }
}
