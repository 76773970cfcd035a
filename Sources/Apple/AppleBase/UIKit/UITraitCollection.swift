import Foundation

/// The traits of a screen, in place of Apple's class of this name. Only the scale is there: images are chosen by it.
public final class UITraitCollection: NSObject, Sendable {
  /// The number of pixels per point; 0 if it is unspecified.
  public let displayScale: CGFloat

  /// The traits of this machine, whose scale is 1.
  public static let current = UITraitCollection(displayScale: 1)

  /// Makes unspecified traits.
  public override init() {
    displayScale = 0
    super.init()
  }

  /// Makes traits with a scale.
  public init(displayScale: CGFloat) {
    self.displayScale = displayScale
    super.init()
  }
}
