/// Sizes of lines and text in pixels, in proportion to an image.
public struct AnnotationStyle: Sendable, Hashable {
  /// The width of a skeleton's lines.
  public var lineWidth: Double
  /// The radius of a landmark's dot.
  public var jointRadius: Double
  /// The size of labels' text.
  public var fontSize: Double

  /// Makes a style from its sizes, in pixels.
  public init(lineWidth: Double, jointRadius: Double, fontSize: Double) {
    self.lineWidth = lineWidth
    self.jointRadius = jointRadius
    self.fontSize = fontSize
  }

  /// The minimum legible font size, in pixels.
  static let minFontSize = 11.0

  /// Sizes in proportion to an image, such that its shorter side holds about thirty lines of text.
  public init(width: Int, height: Int) {
    let side = Double(min(width, height))
    self.init(
      lineWidth: max(1, side / 150), jointRadius: max(1, side / 110),
      fontSize: max(Self.minFontSize, side / 28))
  }

  /// Thinner lines where a figure is small in its image, so that they do not hide it.
  func fitted(toFigureOf size: Double) -> AnnotationStyle {
    var style = self
    style.lineWidth = max(1, min(lineWidth, size / 34))
    style.jointRadius = max(0.8, min(jointRadius, size / 26))
    return style
  }

  /// Thinner lines and smaller dots for a part with short lines, such as a face, so that they do not merge.
  func fitted(toLines lengths: [Double]) -> AnnotationStyle {
    guard !lengths.isEmpty else { return self }
    let length = lengths.sorted()[lengths.count / 2]
    var style = self
    style.lineWidth = min(lineWidth, max(0.8, length / 4))
    style.jointRadius = min(jointRadius, max(0.8, length / 4))
    return style
  }

  /// The width of the dark edge on each side of a line.
  var edgeWidth: Double { max(0.6, lineWidth * 0.35) }
}
