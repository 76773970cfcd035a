import MediaPipeTasksVision

extension DetectionFindings {
  private enum CodingKeys: String, CodingKey {
    case detections
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let detections = detections.map { detection in
      DetectionSnapshot(detection, categories: detection.categories.map(CategorySnapshot.line))
    }
    try container.encode(detections, forKey: .detections)
  }
}
