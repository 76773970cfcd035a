/// A line of text on a box, measured for a canvas.
struct Label {
  let text: String
  let fontSize: Double
  private let padding: Double
  let width, height: Double

  /// Chooses the size of the text: the wanted one, or smaller until the text fits the canvas's width. Text that does
  /// not fit at the smallest legible size loses its last words; nil when not even a few letters fit.
  init?(_ text: String, fontSize wanted: Double, on canvas: borrowing ImageCanvas) {
    let room = Double(canvas.width) * 0.98
    func boxWidth(_ text: String, _ size: Double) -> Double {
      canvas.textWidth(text, size: size) + 2 * Self.padding(for: size)
    }
    // More never fits, and models decide how long it is, also of a letter with its marks.
    let text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength)))
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

  /// Draws the label at its place, on a background of the given colour.
  func draw(in box: DrawingBox, on canvas: borrowing ImageCanvas, ground: DrawingColor = .ink.withAlpha(0.82)) {
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

  private static let maximumLength = 300

  private static func padding(for fontSize: Double) -> Double { max(1, fontSize * 0.4) }
}

/// Places labels inside the image, close to their figures, avoiding other figures and labels.
struct LabelLayout {
  private let width, height: Double
  private var taken: [DrawingBox] = []

  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The best place for a label, which is then taken; nil for a figure wholly outside of the image.
  /// Above the figure, below it, right, left of it, in that order of preference; then the place that hides the smallest
  /// area.
  mutating func place(_ label: Label, beside figure: DrawingBox, avoiding others: [DrawingBox]) -> DrawingBox? {
    let gap = label.height * 0.2
    let centerX = figure.minX + (figure.width - label.width) / 2
    let middleY = figure.minY + (figure.height - label.height) / 2
    let corners = [
      (centerX, figure.minY - gap - label.height), (centerX, figure.maxY + gap), (figure.maxX + gap, middleY),
      (figure.minX - gap - label.width, middleY), (centerX, 0), (centerX, height),
    ]
    let margin = min(gap, (width - label.width) / 2)
    return best(of: corners, for: label, at: figure, margin: margin, avoiding: others + [figure])
  }

  /// The best place for a label at a box, which is remembered as taken; nil for a box wholly outside of the image, and
  /// in a crowd where it would make other labels illegible.
  /// On top of the box's left corner, under it, inside at the top, inside at the bottom, in that order of preference.
  mutating func place(_ label: Label, atBox box: DrawingBox, avoiding others: [DrawingBox]) -> DrawingBox? {
    let corners = [
      (box.minX, box.minY - label.height), (box.minX, box.maxY), (box.minX, box.minY),
      (box.minX, box.maxY - label.height), (box.maxX - label.width, box.minY - label.height),
    ]
    return best(of: corners, for: label, at: box, margin: 0, avoiding: others, maxHiddenShare: 0.3)
  }

  /// The first of the places, each moved into the image, that hides the smallest area; nil for a figure outside of the
  /// image, and when even that one would cover other labels by more than `maxHiddenShare` of this one's area.
  private mutating func best(
    of corners: [(Double, Double)], for label: Label, at figure: DrawingBox, margin: Double,
    avoiding others: [DrawingBox], maxHiddenShare: Double = .infinity
  ) -> DrawingBox? {
    guard figure.maxX > 0, figure.maxY > 0, figure.minX < width, figure.minY < height else { return nil }
    let candidates = corners.map { corner in
      DrawingBox(minX: corner.0, minY: corner.1, width: label.width, height: label.height)
        .moved(inside: width, height, margin: margin)
    }
    // Covering another label hides words, which is worse than covering part of a figure.
    let costs = candidates.map { box in
      taken.reduce(0) { $0 + 4 * box.intersection($1) } + others.reduce(0) { $0 + box.intersection($1) }
    }
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return nil }
    let hidden = taken.reduce(0) { $0 + candidates[best].intersection($1) }
    if hidden > maxHiddenShare * candidates[best].area { return nil }
    taken.append(candidates[best])
    return candidates[best]
  }
}
