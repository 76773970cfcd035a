import Foundation
import VisionCore
import VisionResults

/// A detection in one frame as input of `ObjectTracker`, from any detector.
public struct ObjectObservation: Sendable, Hashable {
  /// The box around the object, in pixels of the frame; it may extend beyond the frame.
  public var boundingBox: CGRect
  /// The detector's score, 0...1.
  public var score: Float
  /// The object's class.
  public var objectClass: ObjectClass

  /// Makes an observation.
  ///
  /// - Parameters:
  ///   - boundingBox: The box around the object, in pixels.
  ///   - score: The detector's score, 0...1.
  ///   - objectClass: The object's class; not needed for a detector with one class.
  public init(boundingBox: CGRect, score: Float, objectClass: ObjectClass = ObjectClass(index: 0)) {
    self.boundingBox = boundingBox
    self.score = score
    self.objectClass = objectClass
  }
}

extension [ObjectObservation] {
  /// Refuses boxes in fractions of the frame, as many detectors report them: the tracker would follow specks in the top
  /// left pixel.
  ///
  /// Boxes count as fractions when all boxes with an area lie within 0...1, at least one has fractional coordinates,
  /// and the frame is larger than a pixel.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` that shows a box and its size in pixels.
  func requirePixels(in size: CGSize) throws {
    let boxes = map(\.boundingBox).filter { $0.width > 0 && $0.height > 0 }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard size.width > 1 || size.height > 1, boxes.allSatisfy(unit.contains),
      let box = boxes.first(where: { ![$0.minX, $0.minY, $0.width, $0.height].allSatisfy { $0 == $0.rounded() } })
    else { return }
    throw TasksError.invalidArgument(
      "The boxes lie within 0...1, such as \(box), in a frame of \(Double(size.width).plainText) x "
        + "\(Double(size.height).plainText) pixels. "
        + "ObjectTracker takes boxes in pixels: multiply x and width by the frame's width, y and height by its height.")
  }
}
