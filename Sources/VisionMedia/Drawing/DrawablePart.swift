import Foundation
import VisionImaging
import VisionResults

/// A part with a position in the image, or with labels for the whole image. Parts without this conformance are not drawn.
protocol DrawablePart: OutputPart {
  /// Where the part is drawn: above parts of lower layers.
  static var layer: Int { get }

  /// Where tracked subjects are, in pixels of an image of this size; none by default.
  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint]
  /// Draws the part on the task's input image. The categories are those of the same subjects, for labels.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) throws
}

extension TaskOutput {
  /// Draws all parts that can be drawn on the task's input image.
  package func drawParts(on canvas: borrowing ImageCanvas) throws {
    let parts = parts.compactMap { $0 as? any DrawablePart }.sorted { type(of: $0).layer < type(of: $1).layer }
    for part in parts { try part.draw(on: canvas, categories) }
  }

  /// Draws all parts on a copy of the task's input image; the result is opaque BGRA.
  package func drawn(on image: ImageBuffer) throws -> ImageBuffer { try drawn(on: image, trails: []) }

  fileprivate func drawn(on image: ImageBuffer, trails: [Trail]) throws -> ImageBuffer {
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
  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint] { [] }
}

extension MasksPart: DrawablePart {
  static let layer = 0

  /// Tints each subject in a color of its own.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) throws {
    let annotations = masks.enumerated().map { MaskAnnotation(mask: $1, color: .palette($0)) }
    try MaskAnnotator().draw(annotations, on: canvas)
  }
}

extension LandmarksPart: DrawablePart {
  static let layer = 1

  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    if count > 0 { LandmarkAnnotator().draw(annotations(categories), on: canvas) }
  }

  /// The subjects, each labelled with its best categories: `Victory 0.93 · Left`.
  func annotations(_ categories: [CategoriesPart]) -> [LandmarkAnnotation] {
    let skeleton = LandmarkSkeleton(format.topology)
    return landmarks.enumerated().map { number, landmarks in
      let words = categories.labels(of: number).compactMap { label, category in
        label == .name ? category.categoryName : category.description
      }
      return LandmarkAnnotation(
        landmarks, skeleton: skeleton, label: words.isEmpty ? nil : words.joined(separator: " · "))
    }
  }
}

extension BoxesPart: DrawablePart {
  static let layer = 2

  func trackedPoints(in size: SIMD2<Double>) -> [TrackedPoint] {
    boxes.compactMap { box in
      box.trackingID.map {
        TrackedPoint(
          id: $0,
          position: SIMD2(
            Double(box.box.origin.x) + Double(box.box.size.width) / 2,
            Double(box.box.origin.y) + Double(box.box.size.height) / 2))
      }
    }
  }

  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    BoxAnnotator().draw(annotations, on: canvas)
  }

  var annotations: [BoxAnnotation] { boxes.map { BoxAnnotation($0, isCoarse: format.categories == .coarse) } }
}

extension CategoriesPart: DrawablePart {
  static let layer = 3

  /// Draws the best categories of a classifier's heads into the corner. Those of subjects are the labels of other parts.
  func draw(on canvas: borrowing ImageCanvas, _ categories: [CategoriesPart]) {
    guard format.hasHeads, format.label != .none else { return }
    let best = lists.flatMap { $0.prefix(CornerText.maxLines) }
    CornerText().draw(best.map { format.label == .name ? $0.name : $0.description }, on: canvas)
  }
}
