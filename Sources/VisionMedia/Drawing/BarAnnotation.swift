/// A value to draw as a bar, such as the score of a blendshape.
public struct BarAnnotation: Sendable, Hashable {
  /// The text on the bar.
  public var label: String
  /// The length of the bar, 0...1; values outside are clamped.
  public var value: Double
  /// The colour of the bar; nil for the annotator's.
  public var color: DrawingColor?

  /// Makes a bar.
  public init(label: String, value: Double, color: DrawingColor? = nil) {
    (self.label, self.value, self.color) = (label, value, color)
  }
}

/// Draws bars with their labels one below the other on a dark ground: the blendshapes of a face.
///
/// The list stands at the left or right edge of the image, where it hides less. It is not drawn where it would take
/// more than two fifths of the image's width.
public struct BarAnnotator: Annotator {
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?
  /// The colour of the bars.
  public var color: DrawingColor
  /// The maximum number of bars; those with the highest values are drawn, in their order.
  public var maxBars: Int

  /// Makes an annotator.
  public init(style: AnnotationStyle? = nil, color: DrawingColor = .palette(0), maxBars: Int = 12) {
    (self.style, self.color, self.maxBars) = (style, color, maxBars)
  }

  /// Draws the bars with the highest values on a canvas. NaN counts as 0.
  public func draw(_ bars: [BarAnnotation], on canvas: borrowing ImageCanvas) {
    _ = draw(bars, on: canvas, avoiding: [])
  }

  /// Draws the bars where they hide the least of the figures; returns their box, nil where there is no room.
  func draw(_ bars: [BarAnnotation], on canvas: borrowing ImageCanvas, avoiding figures: [DrawingBox]) -> DrawingBox? {
    let style = AnnotationStyle(style, on: canvas)
    let fontSize = max(AnnotationStyle.minFontSize, style.fontSize * 0.62)
    let (row, padding) = (fontSize * 1.5, fontSize * 0.5)
    let shown = Self.highest(min(maxBars, Int((canvas.size.y * 0.8 - 2 * padding) / row)), of: bars)
    let longest = shown.map { canvas.textWidth($0.label, size: fontSize) }.max() ?? 0
    let size = (width: longest + 4 * padding, height: Double(shown.count) * row + 2 * padding)
    guard !shown.isEmpty, size.width <= canvas.size.x * 0.4 else { return nil }
    let places = [padding, canvas.size.x - size.width - padding].map {
      DrawingBox(minX: $0, minY: padding, width: size.width, height: size.height)
    }
    let hidden = places.map { place in figures.reduce(0) { $0 + place.intersection($1) } }
    guard let best = hidden.indices.min(by: { hidden[$0] < hidden[$1] }), hidden[best] <= places[best].area / 5 else {
      return nil
    }
    canvas.fillRoundedBox(places[best], cornerRadius: padding, color: .ink.withAlpha(0.6))
    for (number, bar) in shown.enumerated() {
      let box = DrawingBox(
        minX: places[best].minX + padding, minY: places[best].minY + padding + Double(number) * row + row * 0.08,
        width: size.width - 2 * padding, height: row * 0.84)
      draw(bar, in: box, fontSize: fontSize, on: canvas)
    }
    return places[best]
  }

  private func draw(_ bar: BarAnnotation, in box: DrawingBox, fontSize: Double, on canvas: borrowing ImageCanvas) {
    let filled = DrawingBox(
      minX: box.minX, minY: box.minY, width: box.width * bar.value.inUnitRange, height: box.height)
    canvas.fillRoundedBox(box, cornerRadius: fontSize * 0.2, color: .white.withAlpha(0.1))
    canvas.fillRoundedBox(filled, cornerRadius: fontSize * 0.2, color: (bar.color ?? color).withAlpha(0.6))
    // Capitals are about 0.72 of the size high, so this centres them in the box.
    let baseline = SIMD2(box.minX + fontSize * 0.5, box.minY + (box.height + fontSize * 0.72) / 2)
    canvas.drawText(bar.label, at: baseline, size: fontSize, color: .white)
  }

  private static func highest(_ count: Int, of bars: [BarAnnotation]) -> [BarAnnotation] {
    let ranked = bars.indices.sorted { (bars[$1].value.inUnitRange, $0) < (bars[$0].value.inUnitRange, $1) }
    return ranked.prefix(max(0, count)).sorted().map { bars[$0] }
  }
}

/// Draws vectors as strips of bars at the image's bottom: positive values upwards, negative ones downwards, the
/// largest with the strip's full height.
struct StripAnnotator {
  private static let maxStrips = 4

  func draw(_ vectors: [[Float]], on canvas: borrowing ImageCanvas) {
    let size = canvas.size
    let margin = size.min() * 0.02
    let stripHeight = max(8, size.min() * 0.09)
    for (number, vector) in vectors.prefix(Self.maxStrips).enumerated() {
      let box = DrawingBox(
        minX: margin, minY: size.y - Double(number + 1) * (stripHeight + margin), width: size.x - 2 * margin,
        height: stripHeight)
      guard box.minY > size.y / 2, box.width > 8 else { return }
      draw(vector, in: box, color: .palette(number), on: canvas)
    }
  }

  private func draw(_ vector: [Float], in box: DrawingBox, color: DrawingColor, on canvas: borrowing ImageCanvas) {
    let padding = box.height * 0.12
    canvas.fillRoundedBox(box, cornerRadius: padding, color: .ink.withAlpha(0.7))
    let inner = box.insetted(by: padding)
    let bars = Self.bars(of: vector, count: max(1, Int(inner.width / 2)))
    let largest = bars.map(abs).max() ?? 0
    guard largest > 0 else { return }
    let hasNegative = bars.contains { $0 < 0 }
    let (zero, room) = hasNegative ? (inner.minY + inner.height / 2, inner.height / 2) : (inner.maxY, inner.height)
    let step = inner.width / Double(bars.count)
    for (index, bar) in bars.enumerated() {
      let length = abs(bar) / largest * room
      let (left, top) = (inner.minX + Double(index) * step, bar < 0 ? zero : zero - length)
      let box = DrawingBox(minX: left, minY: top, width: max(1, step * 0.8), height: length)
      canvas.fillRoundedBox(box, cornerRadius: 0, color: color)
    }
  }

  /// The values; of several for one bar that with the greatest amount. What is not finite is 0.
  static func bars(of vector: [Float], count: Int) -> [Double] {
    let count = min(count, vector.count)
    return (0..<count).map { bar in
      let part = vector[bar * vector.count / count..<(bar + 1) * vector.count / count]
      return part.reduce(0.0) { $1.isFinite && Double(abs($1)) > abs($0) ? Double($1) : $0 }
    }
  }
}
