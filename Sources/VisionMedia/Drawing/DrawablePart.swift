/// A part with a position in the image or with labels for it; parts without this conformance are not drawn.
protocol DrawablePart: OutputPart {
  /// Where the part is drawn: above parts of lower layers.
  static var layer: Int { get }

  /// What is drawn of the part beside the other parts; the part itself by default, nil for nothing.
  func drawn(among parts: [any OutputPart]) -> (any DrawablePart)?
  /// Where tracked subjects are, in pixels of an image of this size; none by default.
  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint]
  /// Draws the part on the task's input image. The categories are those of the same subjects, for labels.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) throws
}

extension TaskOutput {
  package func drawParts(on canvas: borrowing ImageCanvas) throws {
    let all = parts
    let shown = all.compactMap { ($0 as? any DrawablePart)?.drawn(among: all) }
    let sorted = shown.sorted { type(of: $0).layer < type(of: $1).layer }
    for part in sorted { try part.draw(on: canvas, categories) }
  }

  /// Draws all parts on a copy of the task's input image, above the trails; the result is opaque BGRA.
  package func drawn(on image: ImageBuffer, trails: [Trail] = []) throws -> ImageBuffer {
    let canvas = try ImageCanvas(image)
    TrailAnnotator().draw(trails, on: canvas)
    try drawParts(on: canvas)
    return try canvas.finish()
  }
}

/// Draws the outputs of a video's frames, with the trails of tracked subjects over the last ones.
package struct VideoDrawing: Sendable {
  /// The time between images without timestamps.
  private static let frameStep = 40

  private var history = TrailHistory()
  private var lastTime = 0

  package init() {}

  /// Draws a frame's output on a copy of it; the result is opaque BGRA. Nil stands for 40 ms after the last frame.
  package mutating func drawn(
    _ output: any TaskOutput, on image: ImageBuffer, timestampInMilliseconds: Int?
  ) throws -> ImageBuffer {
    let size = SIMD2(Double(image.width), Double(image.height))
    lastTime = timestampInMilliseconds ?? lastTime &+ Self.frameStep
    history.add(
      output.parts.flatMap { ($0 as? any DrawablePart)?.trackedPoints(in: size) ?? [] },
      atSeconds: Double(lastTime) / 1000)
    return try output.drawn(on: image, trails: history.trails)
  }
}

extension DrawablePart {
  func drawn(among parts: [any OutputPart]) -> (any DrawablePart)? { self }
  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint] { [] }
}

extension MasksPart: DrawablePart {
  static let layer = 0

  /// A category mask shows what the masks of classes show.
  func drawn(among parts: [any OutputPart]) -> (any DrawablePart)? {
    let hasCodes = parts.lazy.compactMap { $0 as? MasksPart }.contains { $0.format.content == .codes && $0.count > 0 }
    return format.content == .classes && hasCodes ? nil : self
  }

  /// Tints each subject, or each class but the background, in a colour of its own.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) throws {
    let segments = categories.first { $0.format.areSubjects }?.lists.first ?? []
    let background = segments.first { $0.isBackground }?.index
    switch format.content {
    case .subjects:
      let annotations = masks.enumerated().map { MaskAnnotation(mask: $1, color: .palette($0)) }
      try MaskAnnotator().draw(annotations, on: canvas)
    case .classes:
      let shown = segments.map(\.index).filter { $0 != background && masks.indices.contains($0) }
      let annotations = try shown.map {
        MaskAnnotation(mask: try masks[$0].resized(width: canvas.width, height: canvas.height), color: .category($0))
      }
      try MaskAnnotator().draw(annotations, on: canvas)
    case .codes:
      for mask in masks { CodeTint(leavingOut: background).apply(mask, to: canvas) }
    }
  }
}

extension LandmarksPart: DrawablePart {
  static let layer = 1

  func drawn(among parts: [any OutputPart]) -> (any DrawablePart)? { shown(among: parts) }

  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint] {
    landmarks.enumerated().compactMap { number, landmarks in
      guard let id = trackingID(of: number), !landmarks.isEmpty else { return nil }
      let sum = landmarks.reduce(SIMD2<Double>.zero) { $0 + SIMD2(Double($1.x), Double($1.y)) }
      return TrackedPoint(id: id, position: sum / Double(landmarks.count) * size)
    }
  }

  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    if count == 0 { return }
    let annotations = annotations(categories)
    LandmarkAnnotator().draw(annotations, on: canvas)
    if format.topology == .face, let bars = categories.first(where: { $0.format.label == .bars }) {
      drawBars(bars, of: annotations, on: canvas)
    }
  }

  /// The subjects, each labelled with its tracking ID and its best categories: `#3 Victory 0.93 · Left`.
  func annotations(_ categories: [CategoriesPart]) -> [LandmarkAnnotation] {
    let skeleton = LandmarkSkeleton(format.topology)
    return landmarks.enumerated().map { number, landmarks in
      let words = categories.labels(of: number).compactMap { label, category in
        label == .name ? category.categoryName : category.description
      }.joined(separator: " · ")
      let id = trackingID(of: number)
      let label = [id.map { "#\($0)" } ?? "", words].filter { !$0.isEmpty }.joined(separator: " ")
      var annotation = LandmarkAnnotation(landmarks, skeleton: skeleton, label: label.isEmpty ? nil : label)
      annotation.labelColor = id.map(DrawingColor.palette)
      return annotation
    }
  }

  /// Lists the categories of each subject at the edges of the image while there is room.
  private func drawBars(
    _ bars: CategoriesPart, of annotations: [LandmarkAnnotation], on canvas: borrowing ImageCanvas
  ) {
    var taken = annotations.compactMap { DrawingBox(around: $0.points(in: canvas.size).filter(\.isDrawable)) }
    for (number, list) in bars.lists.enumerated() {
      let annotator = BarAnnotator(color: .palette(trackingID(of: number) ?? number))
      let values = list.map { BarAnnotation(label: $0.categoryName ?? "#\($0.index)", value: Double($0.score)) }
      guard let box = annotator.draw(values, on: canvas, avoiding: taken) else { return }
      taken.append(box)
    }
  }
}

extension BoxesPart: DrawablePart {
  static let layer = 2

  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint] {
    boxes.compactMap { box in
      box.trackingID.map { TrackedPoint(id: $0, position: SIMD2(Double(box.box.midX), Double(box.box.midY))) }
    }
  }

  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    BoxAnnotator().draw(annotations, on: canvas)
  }

  var annotations: [BoxAnnotation] { objects.map { BoxAnnotation($0, isCoarse: format.categories == .coarse) } }
}

extension CategoriesPart: DrawablePart {
  static let layer = 3

  /// Draws the best categories of a classifier's heads into the corner, or the legend of segments at an edge of the
  /// image, each with its colour and its share of the pixels. Those of subjects are the labels of other parts.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    if format.areSubjects {
      let legend = lists.joined().map { segment in
        // A result that was decoded may have any share.
        let share = Double(segment.score).inUnitRange
        return BarAnnotation(
          label: "\(segment.name) \(Int((share * 100).rounded())) %", value: share,
          color: segment.isBackground ? .white : .category(segment.index))
      }
      return BarAnnotator().draw(legend, on: canvas)
    }
    guard format.hasHeads, format.label != .none else { return }
    let best = lists.flatMap { $0.prefix(CornerText.maxLines) }
    CornerText().draw(best.map { format.label == .name ? $0.name : $0.description }, on: canvas)
  }
}

extension EmbeddingsPart: DrawablePart {
  static let layer = 3

  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    StripAnnotator().draw(vectors.map(\.values.floats), on: canvas)
  }
}
