extension PoseLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "pose", title: "Poses", abstract: "Find people and body landmarks.",
    models: ["pose_landmarker_lite", "pose_landmarker_full"],
    swift: TaskDescriptor.SwiftNames(type: "PoseLandmarker", value: "landmarker", verb: "detect"))

  package static func makePipeline(
    _ options: PoseLandmarkerOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<PoseLandmarkerResult> {
    try PosePipeline(options: options, recorder: recorder)
  }
}
