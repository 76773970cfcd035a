/// The options of `ImageEmbedder`.
public final class ImageEmbedderOptions: TaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var imageEmbedderLiveStreamDelegate: (any ImageEmbedderLiveStreamDelegate)?

  /// Whether each embedding is scaled to the length (L2 norm) 1; false by default.
  ///
  /// An embedding of zeros stays. A model may end in such a normalization itself.
  public var l2Normalize = false

  /// Whether each value is rounded to a signed byte, from -1...1 to -128...127; false by default.
  ///
  /// Values outside of this range are clamped, so combine it with `l2Normalize` unless the model's output has length 1.
  public var quantize = false

  package static let liveStreamDelegate: Path<(any ImageEmbedderLiveStreamDelegate)?>? =
    \ImageEmbedderOptions.imageEmbedderLiveStreamDelegate

  package static let table: [TaskOption<ImageEmbedderOptions>] = [
    TaskOption(
      "l2Normalize", \.l2Normalize, group: "Vectors", label: "Length 1",
      help: "Scale each vector to the length 1, so that a scalar product is the cosine similarity."),
    TaskOption(
      "quantize", \.quantize, group: "Vectors", label: "Signed bytes",
      help: "Round each value to a signed byte, a quarter of the size; values outside of -1 to 1 are clamped.",
      details: "Only useful for vectors of length 1."),
  ]
}
