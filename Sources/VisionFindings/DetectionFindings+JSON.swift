import MediaPipeTasksVision

extension DetectionFindings {
  private struct DetectionJSON: Encodable {
    let boundingBox: BoxJSON
    let categories: [CategoryJSON]
    /// Each as x and y in fractions of the picture; absent where the model has none.
    let keypoints: [[Float]]?

    init(_ detection: Detection) {
      boundingBox = BoxJSON(detection.boundingBox)
      categories = detection.categories.map(CategoryJSON.init)
      keypoints = detection.keypoints?.map { [Float($0.location.x), Float($0.location.y)] }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case detections
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(detections.map(DetectionJSON.init), forKey: .detections)
  }
}
