/// An object to draw.
public struct BoxAnnotation: Sendable, Hashable {
  /// The box in pixels; it may extend beyond the image.
  public var box: DrawingBox
  /// The label's text, such as "cat 0.72"; nil for no label.
  public var label: String?
  /// The colour of the box and of the label's background.
  public var color: DrawingColor
  /// Points of the object as fractions of the image's width and height, such as a face's eyes; empty by default.
  public var keypoints: [SIMD2<Float>] = []

  /// Makes an object to draw.
  public init(box: DrawingBox, label: String? = nil, color: DrawingColor = .palette(0)) {
    (self.box, self.label, self.color) = (box, label, color)
  }

  /// Makes a detected object to draw: its box with its best category, `cat 0.72`, in a colour of its class.
  public init(_ detection: Detection) { self.init(OutputBox(detection)) }

  /// Makes a tracked object to draw: its box with number, class and score, `#3 cat 0.72`, in a colour of its number.
  public init(_ object: TrackedObject) { self.init(OutputBox(object)) }

  /// The box has a colour of its tracking number, or else of its best category. With `isCoarse` the categories are ML
  /// Kit's coarse ones, which have display names and palette colours.
  package init(_ box: OutputBox, isCoarse: Bool = false) {
    let best = box.categories.first
    let number = box.trackingID.map { "#\($0)" }
    let kind = best.map { category in
      let fallback = box.trackingID == nil ? "#\(category.index)" : "class \(category.index)"
      let name = isCoarse ? category.coarseText : category.displayName ?? category.categoryName ?? fallback
      return name + String(format: " %.2f", Double(category.score))
    }
    let label = [number, kind].compactMap { $0 }.joined(separator: " ")
    let index = best?.index ?? 0
    self.init(
      box: DrawingBox(box.box), label: label.isEmpty ? nil : label,
      color: box.trackingID.map(DrawingColor.palette) ?? (isCoarse ? .palette(index) : .category(index)))
    keypoints = (box.keypoints ?? []).map { SIMD2(Float($0.location.x), Float($0.location.y)) }
  }
}

/// Draws boxes around objects: a coloured line with a dark edge, visible on any background, a dot per keypoint, and a
/// label at a corner.
public struct BoxAnnotator: Annotator {
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(style: AnnotationStyle? = nil) { self.style = style }

  /// Draws objects on a canvas, labels above everything else.
  ///
  /// - Parameters:
  ///   - objects: The objects, the most important first: its label gets the best place. Boxes without area or with NaN
  ///     are skipped.
  ///   - canvas: The image to draw on.
  public func draw(_ objects: [BoxAnnotation], on canvas: borrowing ImageCanvas) {
    let style = AnnotationStyle(style, on: canvas)
    let objects = objects.filter { $0.box.isDrawable }
    // In reverse order, so that the first object's box is on top.
    for object in objects.reversed() {
      let fitted = style.fitted(toFigureOf: max(object.box.width, object.box.height))
      stroke(object, width: fitted.lineWidth, on: canvas)
      let points = object.keypoints.map { SIMD2(Double($0.x), Double($0.y)) * canvas.size }
      canvas.fillCircles(points.map { ($0, fitted.jointRadius + fitted.edgeWidth) }, color: .ink.withAlpha(0.85))
      canvas.fillCircles(points.map { ($0, fitted.jointRadius) }, color: object.color)
    }
    drawLabels(of: objects, style: style, on: canvas)
  }

  private func stroke(_ object: BoxAnnotation, width: Double, on canvas: borrowing ImageCanvas) {
    let edge = max(0.6, width * 0.3)
    // Inside the box and inside the image, so that boxes at an edge keep all their sides.
    let shown = object.box.clipped(to: canvas.size).insetted(by: width / 2 + edge)
    let radius = min(2 * width, shown.width / 4, shown.height / 4)
    canvas.strokeRoundedBox(shown, cornerRadius: radius, width: width + 2 * edge, color: .ink.withAlpha(0.6))
    canvas.strokeRoundedBox(shown, cornerRadius: radius, width: width, color: object.color)
  }

  private func drawLabels(of objects: [BoxAnnotation], style: AnnotationStyle, on canvas: borrowing ImageCanvas) {
    let size = canvas.size
    var layout = LabelLayout(width: size.x, height: size.y)
    let boxes = objects.map { $0.box.clipped(to: size) }
    for (object, box) in zip(objects, boxes) {
      guard let text = object.label, !text.isEmpty else { continue }
      // Small objects get small labels, so that crowds stay legible.
      let extent = max(box.width, box.height)
      let fontSize = style.fontSize * min(0.85, max(0.5, extent / (8 * style.fontSize)))
      let label = Label(text, fontSize: max(AnnotationStyle.minFontSize, fontSize), on: canvas)
      // A label may cover larger boxes, but not smaller ones.
      let smaller = boxes.filter { $0.area < box.area }
      guard let label, let place = layout.place(label, atBox: box, avoiding: smaller) else { continue }
      label.draw(in: place, on: canvas, ground: object.color)
    }
  }
}
