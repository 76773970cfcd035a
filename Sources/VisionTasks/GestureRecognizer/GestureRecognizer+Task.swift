extension GestureRecognizer: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "gesture", title: "Gestures", abstract: "Recognize hand gestures and find hand landmarks.",
    models: ["gesture_recognizer"],
    swift: TaskDescriptor.SwiftNames(
      "GestureRecognizer", value: "recognizer", verb: "recognize", resultLabel: "didFinishRecognition"),
    benchmarks: TaskBenchmarks(
      rows: [
        BenchmarkRow(
          name: "gesture, video, two asked for, one visible", model: "gesture_recognizer", file: "thumb_video.mp4",
          limits: .video(time: 0.40, processorTime: 0.72), avx2Limits: .video(time: 0.36, processorTime: 0.62),
          isStreamed: true),
        BenchmarkRow(
          name: "gesture, video, two asked for, two visible", model: "gesture_recognizer", file: "trio_pan.mp4",
          limits: .video(time: 0.40, processorTime: 0.72), avx2Limits: .video(time: 0.36, processorTime: 0.62)),
        BenchmarkRow(
          name: "gesture, image", model: "gesture_recognizer", file: "thumb_up_teal.png", limits: .image(time: 0.45),
          avx2Limits: .image(time: 0.40, processorTime: 0.75)),
      ],
      batches: [BatchRow(name: "folder of images, gesture", model: "gesture_recognizer", limit: 0.74)]),
    benchmarkValues: ["numHands": .number(2)])

  package static func makePipeline(
    _ options: GestureRecognizerOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<GestureRecognizerResult> {
    try GestureRecognizerPipeline(options: options, recorder: recorder)
  }
}
