import FirebaseMLVision
import MediaPipeTasksVision

extension ObjectFindings {
  private struct ObjectJSON: Encodable {
    let boundingBox: BoxJSON
    /// The coarse category once more, in the form of a detector's; empty when it is unknown.
    let categories: [CategorySnapshot]
    /// Absent for a picture that stands alone.
    let trackingId: Int?
    let classificationCategory: String
    /// Absent when the category is unknown.
    let confidence: Float?

    init(_ object: Found) {
      boundingBox = BoxJSON(object.box)
      categories = object.categories.map(CategorySnapshot.line)
      trackingId = object.trackingID
      classificationCategory = "\(object.category)"
      confidence = object.confidence
    }
  }

  private enum CodingKeys: String, CodingKey {
    case detections
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(objects.map(ObjectJSON.init), forKey: .detections)
  }
}
