/// Draws the frame rate in a corner of the image, on a dark background.
public struct FrameRateAnnotator: Annotator {
  /// A corner of an image.
  public enum Corner: Sendable, Hashable, CaseIterable {
    /// At the left of the upper edge.
    case topLeft
    /// At the right of the upper edge.
    case topRight
    /// At the left of the lower edge.
    case bottomLeft
    /// At the right of the lower edge.
    case bottomRight

    var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    var isTop: Bool { self == .topLeft || self == .topRight }
  }

  /// The corner.
  public var corner: Corner
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(corner: Corner = .topLeft, style: AnnotationStyle? = nil) {
    self.corner = corner
    self.style = style
  }

  /// Draws a line for each rate, from the image's edge inwards. An image without room for letters is unchanged.
  ///
  /// - Parameters:
  ///   - rates: The rates, from a `FrameRateMeter`.
  ///   - canvas: The image to draw on.
  public func draw(_ rates: [FrameRate], on canvas: borrowing ImageCanvas) {
    CornerText(corner: corner, style: style).draw(rates.map(\.text), on: canvas)
  }
}

/// Lines of text in a corner, from the image's edge inwards, on a dark background.
struct CornerText {
  /// The maximum number of lines per classifier head.
  static let maxLines = 5

  var corner = FrameRateAnnotator.Corner.topLeft
  /// Line and text sizes; nil chooses sizes that fit each image.
  var style: AnnotationStyle?

  /// Draws the lines. An image without room for letters is unchanged.
  func draw(_ lines: [String], on canvas: borrowing ImageCanvas) {
    let style = style ?? AnnotationStyle(width: canvas.width, height: canvas.height)
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    var used = 0.0
    for line in lines where !line.isEmpty {
      guard let label = Label(line, fontSize: style.fontSize * 0.85, on: canvas) else { continue }
      let margin = min(label.height * 0.3, (width - label.width) / 2)
      let offset = used + margin
      guard offset + label.height <= height else { return }
      let place = DrawingBox(
        minX: corner.isLeft ? margin : width - margin - label.width,
        minY: corner.isTop ? offset : height - offset - label.height, width: label.width, height: label.height)
      label.draw(in: place, on: canvas)
      used = offset + label.height
    }
  }
}
