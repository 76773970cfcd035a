import VisionModels

extension SharedFolder {
  /// A model file, or the member of a bundle that the path names: `pose_landmarker_lite.task/pose_detector.tflite`.
  package static func modelData(_ path: String) throws -> ModelData {
    let parts = path.split(separator: "/").map(String.init)
    return try parts.dropFirst().reduce(ModelData(contentsOfFile: model(parts.first ?? ""))) {
      try TaskBundle($0).member(named: $1)
    }
  }
}
