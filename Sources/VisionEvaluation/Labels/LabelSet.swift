import Foundation
import VisionImaging
import VisionResults

/// Labelled images and frames of videos, in the order in which results with equal scores count.
package struct LabelSet: Sendable {
  package var categories: [LabelCategory]
  package var images: [LabelledImage]
  package var problems = LabelProblems()
  /// Whether all boxes are only what the keypoints span, which is not the object.
  package var spansKeypointsOnly = false

  /// What the labels tell of an image.
  package enum Content: String, Sendable, Codable, CaseIterable {
    case boxes, keypoints, classes

    package var title: String { self == .classes ? "classes of images" : rawValue }
  }

  package func has(_ content: Content) -> Bool {
    switch content {
    case .boxes:
      !spansKeypointsOnly && images.contains { $0.objects.contains { $0.box.width > 0 && $0.box.height > 0 } }
    case .keypoints: images.contains { $0.objects.contains { $0.keypoints != nil } }
    case .classes: images.contains { !$0.classes.isEmpty }
    }
  }

  /// Finds images in a folder that the labels name by paths from another one, such as that in which a program ran. Of
  /// the leading folders that all of them share as many go as needed, so that different images stay different ones.
  mutating func moveImages(to folder: String) {
    let paths = images.map { $0.file.split(separator: "/", omittingEmptySubsequences: false) }
    guard let first = paths.first, images.allSatisfy({ $0.frame == nil && !$0.isInFractions }) else { return }
    // No more than a system's paths have.
    let shared = paths.reduce(first.dropLast().prefix(64)) { shared, path in
      zip(shared, path.dropLast()).prefix { $0 == $1 }.map { $0.0 }[...]
    }
    for count in 0...shared.count {
      let moved = paths.map { $0.dropFirst(count).joined(separator: "/") }
      let isThere = moved.prefix(20).contains {
        LabelPath.inside($0) != nil && FileManager.default.fileExists(atPath: folder.appendingPath($0))
      }
      guard isThere else { continue }
      if count > 0 { images = zip(images, moved).map { $0.moved(to: $1) } }
      return
    }
  }
}

package struct LabelCategory: Sendable, Hashable {
  package let name: String
  /// The names of its keypoints, in the order of the labels; empty where the labels do not name them.
  package var keypoints: [String] = []
}

package struct LabelledImage: Sendable {
  /// The path in the folder of the images, or that of the video.
  package let file: String
  /// The frame of a video, from 0; nil for an image.
  package var frame: Int?
  /// The size as the labels give it.
  package var size: FrameSize?
  /// Whether boxes and keypoints are in fractions of the image, which `sized` turns into pixels.
  package var isInFractions = false
  package var objects: [LabelledObject] = []
  /// The classes of the whole image; each of them is right.
  package var classes: [Int] = []
  /// Why the image must not be opened; its labels count as missed.
  package var refusal: String?
}

extension LabelledImage {
  /// An image by the path that labels give, which is refused if it leaves the folder.
  init(path: String, size: FrameSize? = nil, objects: [LabelledObject] = [], classes: [Int] = []) {
    let inside = LabelPath.inside(path)
    self.init(
      file: inside ?? path, size: size, objects: objects, classes: classes,
      refusal: inside == nil
        ? "The labels name it with a path that leaves the folder of the images; name the one that it is in with --images."
        : nil)
  }

  /// The image with its path in the folder of the images, for one that labels name by an absolute path in it. `start`
  /// is the folder's with its last slash.
  func inside(_ start: String) -> LabelledImage {
    guard refusal != nil, file.hasPrefix(start) else { return self }
    return moved(to: String(file.dropFirst(start.count)))
  }

  fileprivate func moved(to path: String) -> LabelledImage {
    LabelledImage(path: path, size: size, objects: objects, classes: classes)
  }

  /// The image and, for a frame, its number.
  package var name: String { frame.map { "\(file), frame \($0)" } ?? file }

  /// The image with labels in pixels, of a given size or else the one that the labels state. Fractions of an image
  /// without a size become parts of a square, which no result will meet.
  package func sized(_ size: FrameSize?) -> LabelledImage {
    let size = size ?? self.size
    var image = self
    image.size = size
    guard isInFractions else { return image }
    let used = size ?? FrameSize(width: 640, height: 640)
    image.isInFractions = false
    image.objects = objects.map { $0.scaled(by: SIMD2(Double(used.width), Double(used.height))) }
    return image
  }
}

extension FrameSize {
  /// The size that labels state; nil for none and for one that is not positive.
  init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.init(width: width, height: height)
  }
}

package struct LabelledObject: Sendable {
  package let category: Int
  package var box: LabelBox
  /// The area that decides whether the object is small or large; nil for that of the box.
  package var area: Double?
  /// Whether it stands for a group of objects: any number of results may lie in it, and none has to.
  package var isCrowd = false
  package var keypoints: [LabelKeypoint]?
  /// The number of labelled keypoints; nil for those that are labelled.
  package var keypointCount: Int?

  fileprivate func scaled(by size: SIMD2<Double>) -> LabelledObject {
    var object = self
    object.box = LabelBox(x: box.x * size.x, y: box.y * size.y, width: box.width * size.x, height: box.height * size.y)
    object.area = area.map { $0 * size.x * size.y }
    object.keypoints = keypoints?.map { LabelKeypoint(position: $0.position * size, isLabelled: $0.isLabelled) }
    return object
  }
}

package struct LabelKeypoint: Sendable, Hashable {
  package let position: SIMD2<Double>
  /// Whether the position is known, be the point visible or not.
  package let isLabelled: Bool
}

package struct LabelBox: UprightBox, Sendable, Hashable {
  package var x, y, width, height: Double

  package var minX: Double { x }
  package var minY: Double { y }
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var area: Double { width * height }
}

extension LabelBox {
  /// The smallest box around points; nil without any.
  package init?(around points: some Sequence<SIMD2<Double>>) {
    var bounds: (low: SIMD2<Double>, high: SIMD2<Double>)?
    for point in points {
      bounds = bounds.map { (pointwiseMin($0.low, point), pointwiseMax($0.high, point)) } ?? (point, point)
    }
    guard let (low, high) = bounds else { return nil }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The share of a person's box that the person takes: ultralytics' constant for labels without areas.
  static let personShare = 0.53

  /// The part inside an image; nil if there is none.
  package func clipped(to size: FrameSize) -> LabelBox? {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(maxX, Double(size.width)), min(maxY, Double(size.height)))
    guard left < right, top < bottom else { return nil }
    return LabelBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}
