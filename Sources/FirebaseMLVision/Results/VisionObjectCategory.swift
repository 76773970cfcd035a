import VisionPerception

/// What kind of thing an object is, coarsely.
public enum VisionObjectCategory: Int, Sendable, CaseIterable {
  /// Not known, none of the others, or not asked for.
  case unknown = 0
  /// Things of the house, office and garden.
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
