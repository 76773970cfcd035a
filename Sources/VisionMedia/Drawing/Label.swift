/// A line of text on a box, measured for a canvas.
struct Label {
  let text: String
  let fontSize: Double
  private let padding: Double
  /// The size of the box.
  let width: Double
  let height: Double

  /// Chooses the size of the text: the wanted one, or smaller until the text fits the canvas's width. Text that does not
  /// fit at the smallest legible size loses its last words; nil when not even a few letters fit.
  init?(_ text: String, fontSize wanted: Double, on canvas: borrowing ImageCanvas) {
    let room = Double(canvas.width) * 0.98
    func boxWidth(_ text: String, _ size: Double) -> Double {
      canvas.textWidth(text, size: size) + 2 * Self.padding(for: size)
    }
    var (shown, size, boxed) = (text, wanted, boxWidth(text, wanted))
    // Nearly every label fits as it is and is measured once.
    if boxed > room {
      size = max(AnnotationStyle.minFontSize, size * room / boxed)
      guard let shorter = Self.shortenings(of: text).first(where: { boxWidth($0, size) <= room }) else { return nil }
      (shown, boxed) = (shorter, boxWidth(shorter, size))
    }
    self.text = shown
    fontSize = size
    padding = Self.padding(for: size)
    width = boxed
    height = size * 1.15 + padding
    // On an image of a few lines' height a label would hide its subject.
    if height > Double(canvas.height) / 3 { return nil }
  }

  /// Draws the label at its place, on a background of the given color.
  func draw(
    in box: DrawingBox, on canvas: borrowing ImageCanvas, ground: DrawingColor = .ink.withAlpha(0.82)
  ) {
    canvas.fillRoundedBox(box, cornerRadius: height * 0.28, color: ground)
    // Capitals are about 0.72 of the size high, so this centres them in the box.
    let baseline = box.minY + (height + fontSize * 0.72) / 2
    canvas.drawText(
      text, at: SIMD2(box.minX + padding, baseline), size: fontSize, color: ground.isLight ? .ink : .white)
  }

  /// The text, then the text with ever fewer words, then with ever fewer letters of the first word.
  private static func shortenings(of text: String) -> [String] {
    let words = text.split(separator: " ")
    let fewerWords = stride(from: words.count - 1, to: 0, by: -1)
      .filter { words[$0 - 1] != "·" }
      .map { words.prefix($0).joined(separator: " ") }
    let first = words.first ?? ""
    let fewerLetters = stride(from: first.count - 1, to: 2, by: -1).map { String(first.prefix($0)) + "…" }
    return [text] + fewerWords + fewerLetters
  }

  private static func padding(for fontSize: Double) -> Double { max(1, fontSize * 0.4) }
}
