import Foundation
import VisionResults

/// What a task found in an image, as far as labels can tell whether it is right.
package struct ImageAnswer: Sendable {
  package struct Object: Sendable {
    package let category: String
    package let score: Double
    /// In pixels.
    package let box: LabelBox
    /// In pixels, all landmarks of the task.
    package var keypoints: [SIMD2<Double>] = []
  }

  package struct Category: Sendable {
    package let name: String
    package let score: Double
  }

  package var objects: [Object] = []
  /// Best first.
  package var classes: [Category] = []
  /// The number of objects that were left out, since they are none: with numbers that are not finite, or outside of
  /// the image.
  package var impossibleCount = 0
}

extension ImageAnswer {
  /// The boxes, landmarks or classes of an output. Boxes are clipped to an image of a given size; landmarks need one.
  package init(_ output: any TaskOutput, _ content: LabelSet.Content, size: FrameSize?) {
    var impossible = 0
    func checked(_ object: Object?) -> Object? {
      guard let object, object.score.isFinite, object.keypoints.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        impossible += 1
        return nil
      }
      return object
    }
    switch content {
    case .boxes:
      let objects = output.objects.flatMap { box -> [Object] in
        let (origin, extent) = (box.box.origin, box.box.size)
        let whole = LabelBox(x: origin.x, y: origin.y, width: extent.width, height: extent.height)
        let clipped = size.map { whole.clipped(to: $0) } ?? whole
        return box.categories.compactMap { category in
          checked(clipped.map { Object(category: Self.name(category), score: Double(category.score), box: $0) })
        }
      }
      self.init(objects: objects, impossibleCount: impossible)
    case .keypoints:
      let part = EvaluatedParts(output.format).landmarks.flatMap { format in
        output.parts.lazy.compactMap { $0 as? LandmarksPart }.first { $0.format.key == format.key }
      }
      let objects = (part?.landmarks ?? []).enumerated().compactMap { number, points -> Object? in
        let scale = SIMD2(Double(size?.width ?? 1), Double(size?.height ?? 1))
        let places = points.map { SIMD2(Double($0.x), Double($0.y)) * scale }
        let score = part.flatMap { $0.scores.indices.contains(number) ? Double($0.scores[number]) : nil }
        return checked(
          LabelBox(around: places).map {
            Object(
              category: part?.format.subject.one ?? "", score: score ?? COCOKeypoints.score(of: points), box: $0,
              keypoints: places)
          })
      }
      self.init(objects: objects, impossibleCount: impossible)
    case .classes:
      let part = EvaluatedParts(output.format).classes.flatMap { format in
        output.categories.first { $0.format.key == format.key }
      }
      let lists = part.map { $0.format.hasHeads ? Array($0.lists.prefix(1)) : $0.lists } ?? []
      // Of several hands the surest counts.
      let best = lists.max { ($0.first?.score ?? -1) < ($1.first?.score ?? -1) } ?? []
      let named = best.filter(\.score.isFinite).map { Category(name: Self.name($0), score: Double($0.score)) }
      self.init(classes: named)
    }
  }

  private static func name(_ category: ResultCategory) -> String {
    if let name = category.categoryName, !name.isEmpty { name } else { "\(category.index)" }
  }
}

/// The parts of a task's results that labels exist for.
package struct EvaluatedParts: Sendable {
  package let boxes: BoxesFormat?
  package let landmarks: LandmarksFormat?
  package let classes: CategoriesFormat?

  package init(_ format: OutputFormat) {
    boxes = format.parts.lazy.compactMap { $0 as? BoxesFormat }.first { $0.categories != .coarse }
    let figures = format.parts.compactMap { $0 as? LandmarksFormat }
    landmarks = figures.count == 1 && figures[0].topology != .face ? figures[0] : nil
    classes = format.parts.lazy.compactMap { $0 as? CategoriesFormat }
      .first { $0.hasHeads || $0.label == .nameAndScore }
  }

  /// What can be evaluated, in the order in which labels with several contents are.
  package var contents: [LabelSet.Content] {
    (classes == nil ? [] : [.classes]) + (landmarks == nil ? [] : [.keypoints]) + (boxes == nil ? [] : [.boxes])
  }
}
