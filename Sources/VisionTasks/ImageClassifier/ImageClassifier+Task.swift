extension ImageClassifier: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "classify", title: "Classification",
    abstract: "Classify whole images: 1000 classes of objects, animals and food.",
    models: ["efficientnet_lite0_float32", "efficientnet_lite0_int8"],
    swift: TaskDescriptor.SwiftNames(
      "ImageClassifier", value: "classifier", verb: "classify", resultLabel: "didFinishClassification"),
    benchmarks: TaskBenchmarks(rows: [
      BenchmarkRow(
        name: "efficientnet_lite0_float32, video", model: "efficientnet_lite0_float32", file: "laptop_video.mp4",
        limits: .video()),
      BenchmarkRow(
        name: "efficientnet_lite0_int8, video", model: "efficientnet_lite0_int8", file: "laptop_video.mp4",
        limits: .video()),
    ]),
    benchmarkValues: ["maxResults": .number(5)])

  package static func makePipeline(
    _ options: ImageClassifierOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<ImageClassifierResult> {
    try ImageClassifierPipeline(options: options, recorder: recorder)
  }

  package static func hasState(_ options: ImageClassifierOptions) -> Bool { false }
}
