import VisionModels

/// Trains a gesture recognizer to know gestures of one's own.
///
/// ```swift
/// let trainer = try GestureTrainer(modelPath: "gesture_recognizer.task")
/// for (name, images) in examples {
///   for image in images where try !trainer.add(image, as: name) { print("no hand in an image of \(name)") }
/// }
/// let trained = try trainer.train()
/// print(trained.report.accuracy)
/// try trained.write(to: URL(fileURLWithPath: "my.task"))
/// ```
///
/// The bundle that it makes is a copy of the one it is given with a custom classifier, which `GestureRecognizer` and
/// MediaPipe's gesture recognizer load. Images named `none`, in any spelling, show hands that are none of the gestures;
/// they help, but need not be: hands of other poses are made up from the examples too. A hand that is none of the
/// gestures is recognized as the background class, whose label is spelled as in the examples, or `none`. A background
/// class of the name `None` yields to the canned gestures, as in MediaPipe; any other spelling hides them.
///
/// Landmarks, not pixels, are what is learned: five images of a gesture suffice, both hands are learned from either,
/// and backgrounds do not matter. What the gesture embedder cannot tell apart cannot be learned. Equal images in equal
/// order and an equal seed give an equal bundle on the same kind of processor.
///
/// Not Sendable: one call at a time.
public final class GestureTrainer {
  /// The minimum number of images with a hand, for each gesture.
  public static let minimumImageCount = 5
  /// The maximum number of gestures.
  public static let maximumGestureCount = 200
  /// The maximum number of images with a hand, of all gestures together.
  public static let maximumImageCount = 50_000
  /// The maximum length of a gesture's name, in characters.
  public static let maximumNameLength = 64

  private let bundle: TaskBundle
  private let hands: HandPipeline
  private let embedder: GestureEmbedder
  private let seed: UInt64
  private var examples: [String: [HandShape]] = [:]

  /// Makes a trainer.
  ///
  /// - Parameters:
  ///   - modelPath: A gesture recognizer bundle (`.task`). A custom classifier that it has is replaced.
  ///   - seed: The seed of all random numbers.
  ///   - baseOptions: Threads, kernels and precision; its model and region of interest are ignored.
  /// - Throws: `TasksError` as `GestureRecognizer.init(options:)`.
  public init(modelPath: String, seed: UInt64 = 1, baseOptions: BaseOptions = BaseOptions()) throws {
    let options = HandLandmarkerOptions()
    options.baseOptions = baseOptions
    options.baseOptions.modelAssetPath = modelPath
    try options.baseOptions.validateThreadCount()
    bundle = try GestureRecognizerPipeline.bundle(atPath: options.baseOptions.validatedModelAssetPath())
    hands = try HandPipeline(
      bundle: TaskBundle(bundle.member(named: GestureRecognizerPipeline.handBundleName)), options: options)
    embedder = try GestureEmbedder(GestureRecognizerPipeline.gestureModels(of: bundle, options.baseOptions))
    self.seed = seed
  }

  /// The number of images with a hand by name.
  public var imageCounts: [String: Int] { examples.mapValues(\.count) }

  /// Finds the hand in an image and keeps it as an example. Blocks until done.
  ///
  /// Of several hands the one with the highest score of the palm detection is taken.
  /// - Parameters:
  ///   - image: The image, upright or with its orientation.
  ///   - name: The gesture's name, or `none`; 1 to 64 characters on one line, without spaces at its ends.
  /// - Returns: Whether there is a hand in the image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a name that is not allowed and for a mirrored image,
  ///   `resourceExhaustedError` for too many gestures or images.
  @discardableResult
  public func add(_ image: MPImage, as name: String) throws -> Bool {
    try Self.check(name)
    guard examples.values.reduce(0, { $0 + $1.count }) < Self.maximumImageCount else {
      throw TasksError(
        .resourceExhaustedError, "There are \(Self.maximumImageCount) images, which is the maximum; train with these.")
    }
    if examples[name] == nil { try checkNewName(name) }
    let frame = try Frame(image, region: image.regionOfInterest)
    guard let hand = try hands.findHands(in: frame).first else { return false }
    examples[name, default: []].append(embedder.shape(of: hand, in: frame))
    return true
  }

  /// Removes the last example of a name; does nothing without one.
  public func removeLast(named name: String) {
    guard examples[name]?.popLast() != nil else { return }
    if examples[name]?.isEmpty == true { examples[name] = nil }
  }

  /// Removes all examples of a name.
  public func removeAll(named name: String) { examples[name] = nil }

  /// Checks a gesture's name.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError`, which says what is allowed.
  public static func check(_ name: String) throws(TasksError) {
    let isPlain = name.unicodeScalars.allSatisfy {
      !CharacterSet.controlCharacters.contains($0) && !CharacterSet.newlines.contains($0)
    }
    guard isPlain, (1...maximumNameLength).contains(name.count),
      name.utf8.count <= 4 * maximumNameLength, name == name.trimmingCharacters(in: .whitespaces)
    else {
      throw TasksError.invalidArgument(
        "\(String(name.prefix(maximumNameLength)).debugDescription) is no name for a gesture; allowed are 1 to "
          + "\(maximumNameLength) characters on one line, without control characters and without spaces at its ends.")
    }
  }

  /// Whether a name is that of the hands that are none of the gestures.
  public static func isBackground(_ name: String) -> Bool { ClassName.isNone(name) }

  private func checkNewName(_ name: String) throws {
    if Self.isBackground(name), let other = examples.keys.first(where: Self.isBackground) {
      throw TasksError.invalidArgument(
        "Both \"\(other)\" and \"\(name)\" stand for hands that are none of the gestures; use one spelling.")
    }
    let gestures = examples.keys.count { !Self.isBackground($0) }
    guard gestures < Self.maximumGestureCount || Self.isBackground(name) else {
      throw TasksError(
        .resourceExhaustedError,
        "There are more than \(Self.maximumGestureCount) gestures, which is the maximum; train several bundles.")
    }
  }

  /// Trains with the examples so far; more can be added afterwards, to train again. Blocks until done, a few seconds
  /// for ten gestures.
  ///
  /// - Parameter onProgress: Called with the share of the work that is done, 0...1. What it throws ends the training.
  /// - Returns: The bundle, and how it does on a fifth of each gesture's images, which are kept from training.
  /// - Throws: `TasksError` with `failedPreconditionError` when there is no gesture, or fewer than five images with a
  ///   hand of one; what `onProgress` throws.
  public func train(onProgress: (Double) throws -> Void = { _ in }) throws -> TrainedGestures {
    try checkExamples(of: Array(examples.keys))
    let background = examples.keys.first(where: Self.isBackground) ?? ClassName.none
    // By their bytes, which is the same order everywhere.
    let gestures = examples.keys.filter { !Self.isBackground($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let labels = [background] + gestures
    var training = GestureTraining(
      labels: labels, examples: labels.map { examples[$0] ?? [] }, embedder: embedder, seed: seed)
    return try training.run(base: bundle, onProgress: onProgress)
  }

  /// Checks that there are enough examples of all of the names.
  package func checkExamples(of names: [String]) throws {
    let gestures = names.filter { !Self.isBackground($0) }
    guard !gestures.isEmpty else {
      throw TasksError.failedPrecondition("There is no image of a gesture with a hand; at least one gesture is needed.")
    }
    let few = gestures.filter { examples[$0, default: []].count < Self.minimumImageCount }.sorted()
      .map { "\($0) (\(examples[$0, default: []].count))" }
    guard few.isEmpty else {
      throw TasksError.failedPrecondition(
        "At least \(Self.minimumImageCount) images with a hand are needed of each gesture; there are fewer of "
          + "\(few.prefix(10).joined(separator: ", "))\(few.count > 10 ? " and others" : ""). Add images of them, or leave them out."
      )
    }
  }
}
