/// The coarse category of an object, in ML Kit's division.
package enum CoarseCategory: Int, Sendable, CaseIterable {
  case unknown = 0
  case homeGoods = 1
  case fashionGoods = 2
  case food = 3
  case places = 4
  case plants = 5
}
