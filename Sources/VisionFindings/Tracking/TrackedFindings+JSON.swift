import MediaPipeTasksVision

extension TrackedFindings {
  private struct ObjectJSON: Encodable {
    let trackingId: Int
    let boundingBox: BoxJSON
    let categories: [CategorySnapshot]

    init(_ object: TrackedObject) {
      trackingId = object.trackingID
      boundingBox = BoxJSON(object.boundingBox)
      categories = [.line(object.category)]
    }
  }

  private enum CodingKeys: String, CodingKey {
    case detections
  }

  /// As detections, each with the key `trackingId`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(objects.map(ObjectJSON.init), forKey: .detections)
  }
}
