/// The options of `ImageClassifier`.
public final class ImageClassifierOptions: CategoryOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var imageClassifierLiveStreamDelegate: (any ImageClassifierLiveStreamDelegate)?

  package static let liveStreamDelegate: Path<(any ImageClassifierLiveStreamDelegate)?>? =
    \ImageClassifierOptions.imageClassifierLiveStreamDelegate

  package static let table: [TaskOption<ImageClassifierOptions>] = TaskOption.categories(
    CategoryWords(group: "Categories", one: "a category", several: "categories", results: 5),
    vocabulary: { CategoryVocabulary("classes", try ImageClassifierPipeline.classNames(ofModelAt: $0)) })
}
