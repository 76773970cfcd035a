extension HandLandmarker: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "hand", title: "Hands", abstract: "Find hand landmarks.", models: ["hand_landmarker"],
    swift: TaskDescriptor.SwiftNames("HandLandmarker", value: "landmarker", verb: "detect"))

  package static let options: [TaskOption<HandLandmarkerOptions>] = TaskOption.hands

  package static func makePipeline(
    _ options: HandLandmarkerOptions, recorder: StageRecorder?
  ) throws -> HandLandmarkerPipeline {
    try HandLandmarkerPipeline(options: options, recorder: recorder)
  }
}

extension HandLandmarkerOptions {
  package var liveStreamDelegate: (name: String, isSet: Bool)? {
    ("handLandmarkerLiveStreamDelegate", handLandmarkerLiveStreamDelegate != nil)
  }
}
