import FirebaseMLVision
import MediaPipeTasksVision
import VisionMedia

/// The objects that ML Kit's detector found in one picture.
package struct ObjectFindings: BoxFindings {
  /// An object, in pixels of the picture as given.
  package struct Found: Sendable {
    package let box: CGRect
    package let trackingID: Int?
    package let category: VisionObjectCategory
    package let confidence: Float?

    package init(box: CGRect, trackingID: Int?, category: VisionObjectCategory, confidence: Float?) {
      self.box = box
      self.trackingID = trackingID
      self.category = category
      self.confidence = confidence
    }

    package init(_ object: VisionObject) {
      self.init(
        box: object.frame, trackingID: object.trackingID?.intValue, category: object.classificationCategory,
        confidence: object.confidence?.floatValue)
    }
  }

  package let objects: [Found]
  /// The paths of the last frames, this one included; empty for a picture that stands alone.
  package let trails: [Trail]

  package init(objects: [Found], trails: [Trail]) {
    self.objects = objects
    self.trails = trails
  }

  package var isEmpty: Bool { objects.isEmpty }

  package var detections: [Detection] {
    objects.map { Detection(categories: $0.categories, boundingBox: $0.box, keypoints: nil) }
  }

  package var trackingIDs: [Int] {
    let ids = objects.compactMap(\.trackingID)
    return ids.count == objects.count ? ids : []
  }
}

extension ObjectFindings.Found {
  /// A known category in the form of a detector's.
  var categories: [ResultCategory] {
    guard let confidence else { return [] }
    return [
      ResultCategory(index: category.rawValue, score: confidence, categoryName: "\(category)", displayName: nil)
    ]
  }

  /// The category in words, as on the page and in drawings.
  var categoryText: String {
    switch category {
    case .unknown: "unknown"
    case .homeGoods: "home goods"
    case .fashionGoods: "fashion goods"
    case .food: "food"
    case .places: "places"
    case .plants: "plants"
    }
  }
}
