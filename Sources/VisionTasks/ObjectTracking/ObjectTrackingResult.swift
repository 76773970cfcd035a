/// The most prominent objects of an image or a frame.
package struct ObjectTrackingResult: TaskOutput {
  package static let format = OutputFormat(
    task: "track", title: "VisionObjectDetector", subject: .object, parts: [BoxesFormat.prominentObjects])

  /// Most prominent first. Boxes are in pixels as stored.
  package let objects: [FoundObject]

  package init(objects: [FoundObject]) { self.objects = objects }
  package var parts: [any OutputPart] { [BoxesPart(.prominentObjects, objects.map { OutputBox($0) })] }
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
        index: object.label.category.rawValue, score: confidence, categoryName: object.label.category.name,
        displayName: nil)
    }
    self.init(
      Detection(categories: category.map { [$0] } ?? [], boundingBox: object.box, keypoints: nil),
      trackingID: object.trackingID)
  }
}

extension ObjectTrackingResult: Decodable {
  /// Decodes a line of `vision track --json`, which has no trails.
  ///
  /// - Throws: `DecodingError` for a missing value and an unknown category.
  package init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let objects = try json.container.decode([BoxForm].self, forKey: AnyCodingKey(BoxesFormat.prominentObjects.key))
    self.init(
      objects: try objects.map { object in
        guard let name = object.classificationCategory else { throw BoxForm.missing(.classificationCategory, decoder) }
        guard let category = CoarseCategory(name: name) else {
          throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "There is no category \(name)."))
        }
        return FoundObject(
          box: object.boundingBox.rect, trackingID: object.trackingId,
          label: CoarseLabel(category: category, confidence: object.confidence?.value))
      })
  }
}

/// An object of ML Kit's object detection and tracking.
package struct FoundObject: Sendable {
  /// In pixels of the upright image; the whole image for a place.
  package var box: CGRect
  package var trackingID: Int?
  package var label: CoarseLabel

  package init(box: CGRect, trackingID: Int? = nil, label: CoarseLabel = .unknown) {
    (self.box, self.trackingID, self.label) = (box, trackingID, label)
  }
}
