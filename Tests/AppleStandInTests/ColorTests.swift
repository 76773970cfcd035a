import CoreGraphics
import Testing
import UIKit

@Suite struct ColorTests {
  private func components(_ color: UIColor) -> [CGFloat] {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (-1, -1, -1, -1)
    #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
    return [red, green, blue, alpha]
  }

  private func hsb(_ color: UIColor) -> [CGFloat] {
    var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (-1, -1, -1, -1)
    #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
    return [hue, saturation, brightness, alpha]
  }

  private func isClose(_ first: [CGFloat], _ second: [CGFloat], within limit: CGFloat = 1e-6) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { abs($0 - $1) <= limit }
  }

  @Test("Components come back as they were given; alpha is clamped")
  func components() {
    let color = UIColor(red: 0.1, green: 0.2, blue: 1.5, alpha: 2)
    #expect(components(color) == [0.1, 0.2, 1.5, 1])
    #expect(color.cgColor.components == [0.1, 0.2, 1.5, 1] && color.cgColor.numberOfComponents == 4)
    #expect(color.withAlphaComponent(0.25).cgColor.alpha == 0.25)
    #expect(UIColor(white: 0.5, alpha: 1).withAlphaComponent(-1).cgColor.components == [0.5, 0])
    #expect(UIColor(cgColor: CGColor(gray: 0.25, alpha: 1)) == UIColor(white: 0.25, alpha: 1))
    #expect(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1) == UIColor.blue.cgColor)
    #expect(color.description == "UIExtendedSRGBColorSpace 0.1 0.2 1.5 1")
    color.getRed(nil, green: nil, blue: nil, alpha: nil)
  }

  @Test("A gray has the components of its level; a color that is not gray has no level")
  func grays() {
    #expect(components(UIColor(white: 0.3, alpha: 0.5)) == [0.3, 0.3, 0.3, 0.5])
    #expect(UIColor.white.cgColor.components == [1, 1])
    var (white, alpha): (CGFloat, CGFloat) = (-1, -1)
    #expect(!UIColor.red.getWhite(&white, alpha: &alpha) && white == -1 && alpha == -1)
    #expect(UIColor(red: 0.4, green: 0.4, blue: 0.4, alpha: 0.6).getWhite(&white, alpha: &alpha))
    #expect(white == 0.4 && alpha == 0.6)
  }

  @Test(
    "Hue, saturation and brightness go there and back",
    arguments: [
      ([0, 1, 1], [1, 0, 0]), ([1 / 6, 1, 1], [1, 1, 0]), ([1 / 3, 1, 1], [0, 1, 0]), ([0.5, 1, 1], [0, 1, 1]),
      ([2 / 3, 1, 1], [0, 0, 1]), ([5 / 6, 1, 1], [1, 0, 1]), ([0, 0, 0.5], [0.5, 0.5, 0.5]), ([0, 0, 0], [0, 0, 0]),
      ([0.6, 0.5, 0.8], [0.4, 0.56, 0.8]), ([0.05, 0.9, 0.4], [0.4, 0.148, 0.04]),
    ] as [([CGFloat], [CGFloat])])
  func hue(hsb: [CGFloat], rgb: [CGFloat]) {
    let color = UIColor(hue: hsb[0], saturation: hsb[1], brightness: hsb[2], alpha: 0.5)
    #expect(isClose(components(color), rgb + [0.5]), "\(color)")
    #expect(isClose(self.hsb(UIColor(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: 1)), hsb + [1]))
  }

  @Test("The end of the circle of hues is its beginning, and values outside 0 to 1 are clamped")
  func clampedHue() {
    #expect(UIColor(hue: 1, saturation: 1, brightness: 1, alpha: 1) == .red)
    #expect(UIColor(hue: -3, saturation: 7, brightness: 2, alpha: 1) == .red)
  }

  @Test("Display P3 is converted to extended sRGB")
  func displayP3() {
    // The primaries of Display P3 in extended sRGB, as Apple's ColorSync has them.
    let red = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1)
    #expect(isClose(components(red), [1.0930, -0.2267, -0.1501, 1], within: 2e-4), "\(red)")
    let green = UIColor(displayP3Red: 0, green: 1, blue: 0, alpha: 1)
    #expect(isClose(components(green), [-0.5116, 1.0183, -0.3107, 1], within: 2e-4), "\(green)")
    let white = UIColor(displayP3Red: 1, green: 1, blue: 1, alpha: 0.5)
    #expect(isClose(components(white), [1, 1, 1, 0.5], within: 1e-6), "\(white)")
  }

  @Test("Colors are equal by kind and components, and so are their hashes")
  func equality() {
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.red.hash == UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash)
    #expect(UIColor.white != UIColor(red: 1, green: 1, blue: 1, alpha: 1))
    #expect(UIColor.red != UIColor.red.withAlphaComponent(0.5))
    #expect(!UIColor.red.isEqual("red"))
    #expect(Set([UIColor.red, .blue, UIColor(red: 1, green: 0, blue: 0, alpha: 1)]).count == 2)
  }

  @Test("Named colors have Apple's values")
  func named() {
    #expect(components(.orange) == [1, 0.5, 0, 1] && components(.brown) == [0.6, 0.4, 0.2, 1])
    #expect(UIColor.clear.cgColor.components == [0, 0] && UIColor.gray.cgColor.components == [0.5, 1])
    #expect(components(.systemBlue).map { $0 * 255 } == [0, 122, 255, 255])
    #expect(components(.systemRed).map { ($0 * 255).rounded() } == [255, 59, 48, 255])
    #expect(UIColor.secondaryLabel.cgColor.alpha == 0.6)
  }

  @Test("Fonts are equal by size and weight")
  func fonts() {
    #expect(UIFont.systemFont(ofSize: 14, weight: .medium).pointSize == 14)
    #expect(UIFont.boldSystemFont(ofSize: 12) == UIFont.systemFont(ofSize: 12, weight: .bold))
    #expect(UIFont.systemFont(ofSize: 12) != UIFont.systemFont(ofSize: 12, weight: .bold))
    #expect(UIFont.systemFont(ofSize: 12).hash == UIFont.systemFont(ofSize: 12, weight: .regular).hash)
  }
}
