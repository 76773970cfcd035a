import Foundation

extension UIColor {
  private var rgb: (red: CGFloat, green: CGFloat, blue: CGFloat) {
    let values = cgColor.components ?? [0, 0]
    return values.count == 2 ? (values[0], values[0], values[0]) : (values[0], values[1], values[2])
  }

  /// The components in extended sRGB; those of a gray are equal.
  ///
  /// - Parameters:
  ///   - red: Set to the red component.
  ///   - green: Set to the green component.
  ///   - blue: Set to the blue component.
  ///   - alpha: Set to alpha.
  /// - Returns: True.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let rgb = rgb
    red?.pointee = rgb.red
    green?.pointee = rgb.green
    blue?.pointee = rgb.blue
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// The level of a gray.
  ///
  /// - Parameters:
  ///   - white: Set to the level, from 0, black, to 1, white.
  ///   - alpha: Set to alpha.
  /// - Returns: False for a color that is not gray; then nothing is set. A color in sRGB with equal components is gray.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let rgb = rgb
    guard rgb.red == rgb.green, rgb.green == rgb.blue else { return false }
    white?.pointee = rgb.red
    alpha?.pointee = cgColor.alpha
    return true
  }

  /// Hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: Set to the hue, from 0, red, over 1/3, green, and 2/3, blue, to below 1; 0 for a gray.
  ///   - saturation: Set to the saturation; 0 for a gray.
  ///   - brightness: Set to the largest component.
  ///   - alpha: Set to alpha.
  /// - Returns: True.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let (r, g, b) = rgb
    let (largest, smallest) = (max(r, g, b), min(r, g, b))
    let range = largest - smallest
    let sixths =
      range == 0
      ? 0
      : largest == r ? (g - b) / range : largest == g ? 2 + (b - r) / range : 4 + (r - g) / range
    hue?.pointee = (sixths < 0 ? sixths + 6 : sixths) / 6
    saturation?.pointee = largest > 0 ? range / largest : 0
    brightness?.pointee = largest
    alpha?.pointee = cgColor.alpha
    return true
  }
}
