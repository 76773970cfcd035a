/// A line of text on a dark box, measured for a canvas.
struct Label {
  let text: String
  let fontSize: Double
  private let padding: Double
  /// The size of the box.
  let width: Double
  let height: Double

  /// Chooses the size of the text: the wanted one, or smaller until the text fits the canvas's width. Text that does not
  /// fit at the smallest legible size is shortened; nil when not even a few letters fit.
  init?(_ text: String, fontSize wanted: Double, on canvas: borrowing ImageCanvas) {
    let room = Double(canvas.width) * 0.98
    var size = wanted
    func boxWidth(_ text: String, _ size: Double) -> Double {
      canvas.textWidth(text, size: size) + 2 * Self.padding(for: size)
    }
    let fullWidth = boxWidth(text, size)
    if fullWidth > room { size = max(AnnotationStyle.leastFontSize, size * room / fullWidth) }
    var shown = text
    var letters = text.count
    while boxWidth(shown, size) > room {
      letters -= 1
      guard letters >= 2 else { return nil }
      shown = text.prefix(letters).trimmingSuffix(while: { $0 == " " || $0 == "·" || $0 == "_" }) + "…"
    }
    self.text = shown
    fontSize = size
    padding = Self.padding(for: size)
    width = boxWidth(shown, size)
    height = size * 1.15 + padding
    // On a picture of a few lines' height a label would hide what it names.
    if height > Double(canvas.height) / 2 { return nil }
  }

  /// Draws the label at its place.
  func draw(in box: DrawingBox, on canvas: borrowing ImageCanvas) {
    canvas.fillRoundedBox(box, cornerRadius: height * 0.28, color: .ink.withAlpha(0.82))
    // Letters without a tail are about 0.72 of the size high; so they stand in the middle of the box.
    let baseline = box.minY + (height + fontSize * 0.72) / 2
    canvas.drawText(text, at: SIMD2(box.minX + padding, baseline), size: fontSize, color: .white)
  }

  private static func padding(for fontSize: Double) -> Double { max(1, fontSize * 0.4) }
}

extension Substring {
  /// Without the last characters that are of a kind.
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var result = self
    while let last = result.last, predicate(last) { result.removeLast() }
    return result
  }
}
