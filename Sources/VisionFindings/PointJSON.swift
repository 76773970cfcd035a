import MediaPipeTasksVision

/// A landmark in a line of results: `[x, y, z]`, followed by visibility and presence when the model gives any of them.
struct PointJSON: Encodable {
  private let values: [Float?]

  init(_ landmark: NormalizedLandmark) {
    self.init(landmark.x, landmark.y, landmark.z, landmark.visibility?.floatValue, landmark.presence?.floatValue)
  }

  init(_ landmark: Landmark) {
    self.init(landmark.x, landmark.y, landmark.z, landmark.visibility?.floatValue, landmark.presence?.floatValue)
  }

  private init(_ x: Float, _ y: Float, _ z: Float, _ visibility: Float?, _ presence: Float?) {
    values = visibility == nil && presence == nil ? [x, y, z] : [x, y, z, visibility, presence]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values {
      // JSON has no infinity and no NaN; null stands for a value that is absent.
      if let value, value.isFinite { try container.encode(value) } else { try container.encodeNil() }
    }
  }
}
