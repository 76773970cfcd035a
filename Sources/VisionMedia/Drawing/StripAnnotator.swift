import VisionResults

/// Draws vectors as strips of bars at the image's bottom: positive values upwards, negative ones downwards, the
/// largest with the strip's full height.
struct StripAnnotator {
  private static let maxStrips = 4

  func draw(_ vectors: [[Float]], on canvas: borrowing ImageCanvas) {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let margin = min(width, height) * 0.02
    let stripHeight = max(8, min(width, height) * 0.09)
    for (number, vector) in vectors.prefix(Self.maxStrips).enumerated() {
      let box = DrawingBox(
        minX: margin, minY: height - Double(number + 1) * (stripHeight + margin), width: width - 2 * margin,
        height: stripHeight)
      guard box.minY > height / 2, box.width > 8 else { return }
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
      canvas.fillRoundedBox(
        DrawingBox(
          minX: inner.minX + Double(index) * step, minY: bar < 0 ? zero : zero - length, width: max(1, step * 0.8),
          height: length),
        cornerRadius: 0, color: color)
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
