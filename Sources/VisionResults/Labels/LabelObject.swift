import Foundation
import VisionImaging

/// An object of an image as labelling tools know it. What lies outside of the image is cut off or absent.
package struct LabelObject: Sendable, Hashable {
  package struct Category: Sendable, Hashable {
    package let index: Int
    package let name: String
    package let score: Float
  }

  package struct Keypoint: Sendable, Hashable {
    /// As COCO counts it: 0, 1 and 2.
    package enum Visibility: Int, Sendable { case absent, hidden, visible }

    /// The place in pixels; 0 for one that is absent.
    package let x, y: Double
    package let visibility: Visibility

    static let absent = Keypoint(x: 0, y: 0, visibility: .absent)
  }

  /// In pixels, inside of the image and not empty.
  package let left, top, right, bottom: Double
  /// At least one, the best first.
  package let categories: [Category]
  package let trackingID: Int?
  /// One for each of the layout's; nil for an object without any.
  package let keypoints: [Keypoint]?
  package let layout: KeypointLayout?

  package var width: Double { right - left }
  package var height: Double { bottom - top }
  package var best: Category { categories[0] }

  /// Nil without a category, and for a box that lies outside of the image or is no box.
  init?(
    left: Double, top: Double, right: Double, bottom: Double, in size: FrameSize, categories: [Category],
    trackingID: Int?, keypoints: [Keypoint]? = nil, layout: KeypointLayout? = nil
  ) {
    guard !categories.isEmpty, [left, top, right, bottom].allSatisfy(\.isFinite) else { return nil }
    (self.left, self.top) = (max(left, 0), max(top, 0))
    (self.right, self.bottom) = (min(right, Double(size.width)), min(bottom, Double(size.height)))
    (self.categories, self.trackingID, self.keypoints, self.layout) = (categories, trackingID, keypoints, layout)
    guard self.left < self.right, self.top < self.bottom else { return nil }
  }
}

package struct FrameSize: Sendable, Hashable {
  package let width, height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// A point in fractions of the image; absent outside of it.
  func keypoint(_ x: Double, _ y: Double, visibility: Double? = nil) -> LabelObject.Keypoint {
    guard (0...1).contains(x), (0...1).contains(y) else { return .absent }
    // MediaPipe's own threshold for drawing a landmark.
    let isVisible = !(visibility ?? 1 < 0.5)
    return LabelObject.Keypoint(x: x * Double(width), y: y * Double(height), visibility: isVisible ? .visible : .hidden)
  }
}

extension ImageBuffer {
  package var frameSize: FrameSize { FrameSize(width: width, height: height) }
}

/// What labelling tools get of the objects of a part.
package struct LabelFormat: Sendable, Hashable {
  /// The classes that are known without a model; empty where the model has them.
  let classNames: [String]
  let layout: KeypointLayout?
}

extension OutputFormat {
  /// Whether the task finds boxes or landmarks.
  package var hasLabels: Bool { parts.contains { $0.labels(.all) != nil } }
  /// Whether the choice of keypoints makes a difference.
  package var hasKeypointChoice: Bool { parts.contains { $0.labels(.all) != $0.labels(.coco) } }

  /// The objects of the parts, in the format's order; parts without labels may be nil. Classes are numbered through the
  /// parts.
  package func labels(of parts: [(any OutputPart)?], _ size: FrameSize, _ choice: KeypointChoice) -> [LabelObject] {
    var first = 0
    var objects: [LabelObject] = []
    for (part, labels) in zip(parts, self.parts.map { $0.labels(choice) }) {
      guard let part, let labels else { continue }
      objects += part.labels(size, labels, firstClass: first)
      first += labels.classNames.count
    }
    return objects
  }
}

extension BoxesPart {
  package func labels(_ size: FrameSize, _ labels: LabelFormat, firstClass: Int) -> [LabelObject] {
    boxes.compactMap { box in
      let whole = WholeBox(box.box)
      let categories = box.categories.map { category in
        let name = category.categoryName ?? ""
        let known = labels.classNames.indices.contains(category.index) ? labels.classNames[category.index] : nil
        return LabelObject.Category(
          index: category.index.addingClamped(firstClass), name: name.isEmpty ? known ?? "\(category.index)" : name,
          score: category.score)
      }
      // What ML Kit calls unknown has no category.
      let unknown =
        format.categories == .coarse && categories.isEmpty
        ? [LabelObject.Category(index: firstClass, name: labels.classNames[0], score: 1)] : []
      let keypoints = labels.layout.map { layout in
        layout.names.indices.map { index in
          let points = box.keypoints ?? []
          guard points.indices.contains(index) else { return LabelObject.Keypoint.absent }
          let point = size.keypoint(points[index].location.x, points[index].location.y)
          // In whole pixels, as the box.
          return LabelObject.Keypoint(x: point.x.rounded(), y: point.y.rounded(), visibility: point.visibility)
        }
      }
      return LabelObject(
        left: Double(whole.x), top: Double(whole.y), right: Double(whole.x) + Double(whole.width),
        bottom: Double(whole.y) + Double(whole.height), in: size, categories: categories + unknown,
        trackingID: box.trackingID, keypoints: keypoints, layout: labels.layout)
    }
  }
}

extension LandmarksPart {
  /// The box of a subject is that of its landmarks.
  package func labels(_ size: FrameSize, _ labels: LabelFormat, firstClass: Int) -> [LabelObject] {
    landmarks.enumerated().compactMap { number, points in
      let places = points.map { SIMD2(Double($0.x) * Double(size.width), Double($0.y) * Double(size.height)) }
        .filter { $0.x.isFinite && $0.y.isFinite }
      guard let layout = labels.layout, let first = places.first else { return nil }
      let (low, high) = (places.reduce(first, pointwiseMin), places.reduce(first, pointwiseMax))
      let keypoints = layout.landmarks.map { index in
        guard points.indices.contains(index) else { return LabelObject.Keypoint.absent }
        let point = points[index]
        return size.keypoint(Double(point.x), Double(point.y), visibility: point.visibility?.doubleValue)
      }
      let score = scores.indices.contains(number) ? scores[number] : Float(COCOKeypoints.score(of: points))
      return LabelObject(
        left: low.x, top: low.y, right: high.x, bottom: high.y, in: size,
        categories: [LabelObject.Category(index: firstClass, name: labels.classNames[0], score: score)],
        trackingID: trackingID(of: number), keypoints: keypoints, layout: layout)
    }
  }
}

/// A line of JSON with a frame's results, as far as labels are concerned.
package struct LabelLine: DecodableWithConfiguration {
  package let file: String?
  package let frame: Int
  /// Nil for an image.
  package let timestampMs: Int?
  /// The frame's size, where the line has it.
  package let size: FrameSize?
  private let parts: [(any OutputPart)?]
  private let format: OutputFormat

  package init(from decoder: any Decoder, configuration format: OutputFormat) throws {
    let json = try OutputDecoder(decoder)
    self.format = format
    file = try json.container.decodeIfPresent(String.self, forKey: "file")
    frame = try json.container.decode(Int.self, forKey: "frame")
    timestampMs = json.time
    let width = try json.container.decodeIfPresent(Int.self, forKey: "width")
    let height = try json.container.decodeIfPresent(Int.self, forKey: "height")
    size = width.flatMap { width in height.map { FrameSize(width: width, height: $0) } }
    // Far beyond what images and videos have, and far from overflows.
    let numbers = [frame, width ?? 1, height ?? 1]
    guard numbers.allSatisfy((0...Int(Int32.max)).contains) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No frame and no size are \(numbers)."))
    }
    parts = try format.parts.map { $0.labels(.all) == nil ? nil : try $0.decode(from: json) }
  }

  package init(_ bytes: Data, _ format: OutputFormat) throws {
    self = try JSONDecoder().decode(LabelLine.self, from: bytes, configuration: format)
  }

  package func objects(_ size: FrameSize, _ choice: KeypointChoice) -> [LabelObject] {
    format.labels(of: parts, size, choice)
  }
}
