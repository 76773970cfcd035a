extension HandLandmarker: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "hand", title: "Hands", abstract: "Find hand landmarks.", models: ["hand_landmarker"],
    swift: TaskDescriptor.SwiftNames(type: "HandLandmarker", value: "landmarker", verb: "detect"))

  package static func makePipeline(
    _ options: HandLandmarkerOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<HandLandmarkerResult> {
    try HandLandmarkerPipeline(options: options, recorder: recorder)
  }
}
