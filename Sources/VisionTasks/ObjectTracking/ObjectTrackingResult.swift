import Foundation
import VisionPerception
import VisionResults

/// The most prominent objects of an image or a frame, and their trails.
package struct ObjectTrackingResult: TrackedOutput {
  package static let format = OutputFormat(
    task: "track", title: "VisionObjectDetector", subject: .object, boxes: .prominentObjects)

  /// The objects, most prominent first. Boxes are in pixels as stored.
  package let objects: [FoundObject]
  /// The trails over the last frames, including this one; empty in single-image mode.
  package var trails: [Trail]

  package init(objects: [FoundObject], trails: [Trail] = []) {
    self.objects = objects
    self.trails = trails
  }

  package var trackedBoxes: [(id: Int, box: CGRect)] {
    objects.compactMap { object in object.trackingID.map { (id: $0, box: object.box) } }
  }

  /// The objects as boxes.
  package var parts: [OutputPart] {
    [.boxes(BoxesPart(.prominentObjects, objects.map(OutputBox.init), trails: trails))]
  }
}

extension BoxesFormat {
  /// Boxes with ML Kit's coarse category.
  package static let prominentObjects = BoxesFormat(
    title: "Object", boxTitle: "Frame", column: "object", roundsBoxes: true, categories: .coarse, numbering: .line)
}

extension OutputBox {
  /// The box of an object, with its coarse category if it is known.
  fileprivate init(_ object: FoundObject) {
    let category = object.label.confidence.map { confidence in
      ResultCategory(
        index: object.label.category.rawValue, score: confidence, categoryName: "\(object.label.category)",
        displayName: nil)
    }
    self.init(box: object.box, categories: category.map { [$0] } ?? [], trackingID: object.trackingID)
  }
}

extension ObjectTrackingResult: Decodable {
  private enum CodingKeys: String, CodingKey {
    case detections
  }

  private struct Object: Decodable {
    let boundingBox: BoxSnapshot
    let trackingId: Int?
    let classificationCategory: String
    let confidence: SnapshotNumber<Float>?
  }

  /// Decodes a line of `vision track --json`, which has no trails.
  ///
  /// - Throws: `DecodingError` for a missing value and an unknown category.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let objects = try container.decode([Object].self, forKey: .detections)
    self.init(
      objects: try objects.map { object in
        guard let category = CoarseCategory.allCases.first(where: { "\($0)" == object.classificationCategory }) else {
          throw DecodingError.dataCorruptedError(
            forKey: .detections, in: container,
            debugDescription: "There is no category \(object.classificationCategory).")
        }
        return FoundObject(
          box: object.boundingBox.box, trackingID: object.trackingId,
          label: CoarseLabel(category: category, confidence: object.confidence?.value))
      })
  }
}

/// An object of ML Kit's object detection and tracking.
package struct FoundObject: Sendable {
  /// The box, in pixels of the upright image; the whole image for a place.
  package var box: CGRect
  /// The tracking ID; nil in single-image mode.
  package var trackingID: Int?
  /// The coarse category; unknown without classification.
  package var label: CoarseLabel

  package init(box: CGRect, trackingID: Int? = nil, label: CoarseLabel = .unknown) {
    self.box = box
    self.trackingID = trackingID
    self.label = label
  }
}
