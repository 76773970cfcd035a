extension ImageClassifier: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "classify", title: "Classification",
    abstract: "Classify whole images: 1000 classes of objects, animals and food.",
    models: ["efficientnet_lite0_float32", "efficientnet_lite0_int8"],
    swift: TaskDescriptor.SwiftNames("ImageClassifier", value: "classifier", verb: "classify"))

  package static let options: [TaskOption<ImageClassifierOptions>] =
    TaskOption.categories(
      TaskOption.CategoryWords(group: "Categories", one: "a category", several: "categories", results: 5),
      vocabulary: { CategoryVocabulary("classes", try ImageClassifierPipeline.classNames(ofModelAt: $0)) })
    + [.region(group: "Categories")]

  package static func makePipeline(
    _ options: ImageClassifierOptions, recorder: StageRecorder?
  ) throws -> ImageClassifierPipeline {
    try ImageClassifierPipeline(options: options, recorder: recorder)
  }

  package static func hasState(_ options: ImageClassifierOptions) -> Bool { false }
}
