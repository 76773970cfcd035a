/// An image of a confusion matrix: a row for each class, a column for each class that was recognized instead.
package struct ConfusionMatrixDrawing: Sendable {
  /// Above this many classes the cells have no numbers, and are smaller.
  private static let numberedClasses = 30
  private static let textSize = 15.0
  private static let smallTextSize = 11.0
  private static let longestLabel = 26

  private let labels: [String]
  private let counts: [[Int]]

  /// `counts[class][recognized]` has a row and a column for each label.
  package init(labels: [String], counts: [[Int]]) { (self.labels, self.counts) = (labels, counts) }

  package func image() throws -> ImageBuffer {
    // Columns have the rows' numbers: their names would not fit.
    let names = labels.enumerated().map { index, label in
      let name = label.count > Self.longestLabel ? "\(label.prefix(Self.longestLabel - 1))…" : label
      return "\(name)  \(index + 1)"
    }
    let hasNumbers = labels.count <= Self.numberedClasses
    let cell = hasNumbers ? 44.0 : 24.0
    let textSize = hasNumbers ? Self.textSize : Self.smallTextSize
    let (left, top) = (try Self.width(of: names, size: textSize) + 28, 72.0)
    let side = cell * Double(labels.count)
    let caption = "Rows: the class. Columns: what was recognized."
    let width = max(left + side, try Self.width(of: [caption], size: Self.textSize)) + 24
    let canvas = try ImageCanvas(
      ImageBuffer(width: Int(width.rounded(.up)), height: Int((top + side + 24).rounded(.up)), format: .rgb))
    let ground = DrawingBox(minX: 0, minY: 0, width: canvas.size.x, height: canvas.size.y)
    canvas.fillRoundedBox(ground, cornerRadius: 0, color: .white)
    canvas.drawText(caption, at: SIMD2(16, 28), size: Self.textSize, color: .ink)
    for (row, name) in names.enumerated() {
      let middle = cell * (Double(row) + 0.5)
      let width = canvas.textWidth(name, size: textSize)
      canvas.drawText(name, at: SIMD2(left - 10 - width, top + middle + 5), size: textSize, color: .ink)
      let number = "\(row + 1)"
      let numberWidth = canvas.textWidth(number, size: textSize)
      canvas.drawText(number, at: SIMD2(left + middle - numberWidth / 2, top - 10), size: textSize, color: .ink)
    }
    for (row, counts) in counts.enumerated() {
      let total = max(counts.reduce(0, +), 1)
      for (column, count) in counts.enumerated() {
        let (x, y) = (left + cell * Double(column), top + cell * Double(row))
        let box = DrawingBox(minX: x, minY: y, width: cell, height: cell).insetted(by: 1)
        let share = Double(count) / Double(total)
        canvas.fillRoundedBox(box, cornerRadius: 3, color: Self.color(share: share, isRight: row == column))
        guard hasNumbers, count > 0 else { continue }
        let text = "\(count)"
        let width = canvas.textWidth(text, size: Self.textSize)
        canvas.drawText(
          text, at: SIMD2(x + (cell - width) / 2, y + cell / 2 + 5), size: Self.textSize,
          color: share > 0.55 ? .white : .ink)
      }
    }
    return try canvas.finish()
  }

  /// Blue for what is right, orange for what is not, as deep as its share of the row.
  private static func color(share: Double, isRight: Bool) -> DrawingColor {
    let full: (Double, Double, Double) = isRight ? (0.05, 0.36, 0.66) : (0.82, 0.33, 0.05)
    let depth = share == 0 ? 0 : 0.2 + 0.8 * share
    func mixed(_ part: Double) -> Double { 0.945 + (part - 0.945) * depth }
    return DrawingColor(red: mixed(full.0), green: mixed(full.1), blue: mixed(full.2))
  }

  private static func width(of texts: [String], size: Double) throws -> Double {
    let canvas = try ImageCanvas(ImageBuffer(width: 1, height: 1, format: .rgb))
    var width = 0.0
    for text in texts { width = max(width, canvas.textWidth(text, size: size)) }
    return width
  }
}
