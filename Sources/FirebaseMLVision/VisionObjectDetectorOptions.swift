import VisionTasks

/// The options of `VisionObjectDetector`.
///
/// The first three are ML Kit's. The others are additions.
public final class VisionObjectDetectorOptions: NSObject {
  /// Whether images are frames of a stream, the default, or independent.
  public var detectorMode = VisionObjectDetectorMode.stream
  /// Whether up to five objects are reported; false by default: only the most prominent one.
  public var shouldEnableMultipleObjects = false
  /// Whether objects are classified into coarse categories; false by default: every category is unknown.
  public var shouldEnableClassification = false

  /// The path of an object detector (`.tflite`) with metadata. Nil, the default, means `efficientdet_lite0_int8` of the
  /// model catalog, which `vision models fetch efficientdet_lite0_int8` downloads.
  public var detectorModelPath: String?

  /// The path of a classifier of ImageNet's 1000 classes (`.tflite`). Nil, the default, means `efficientnet_lite0` of
  /// the model catalog. Opened only when `shouldEnableClassification` is true.
  public var classifierModelPath: String?

  /// The options of the tracker in stream mode, such as how long an object may be undetected and how far it may move.
  /// The default is for EfficientDet's scores; other detectors may need other options.
  public var trackerOptions = ObjectTrackerOptions.efficientDet

  /// In stream mode the detector runs in every n-th frame; the tracker predicts the boxes in between, which takes
  /// little time.
  ///
  /// Nil, the default, is automatic: every third frame, less often if the detector would take more than half of the
  /// stream's time, and at the latest 200 ms after the last detection. Results then depend on the machine's speed; set
  /// a number if they must not. 1 is every frame, the slowest and most accurate; 2 or 3 suit steady motion. Has no
  /// effect in single-image mode.
  public var detectorStride: Int?

  /// The region of every image that the detector sees, in fractions of its width and height as boxes refer to it; nil,
  /// the default, for the whole image. A region that is empty or not inside the image is an error.
  public var regionOfInterest: CGRect?

  /// The number of threads of one inference, 0 to 256; 0, the default, is the number that measured fastest.
  public var threadCount = 0

  /// The kernels for the models' convolutions; by default the value of the environment variable `VISION_KERNELS`, or
  /// `.automatic`.
  public var kernels: Kernels = BaseOptions().kernels

  /// How precisely convolutions are computed; `.exact` by default. With `.reduced` they take less time on processors
  /// with instructions for 16-bit numbers, and results differ a little.
  public var precision: Precision = .exact

  /// Whether models with unverified operators may run; false by default. Set it to true only for models from a trusted
  /// source.
  public var allowUnverifiedOperators = false

  /// The queue on which completions are called. Nil, the default, means the main queue on Apple's platforms, as in ML
  /// Kit, and a private thread elsewhere, where a program may not run a main queue. If it does, set `.main`.
  public var completionQueue: DispatchQueue?

  /// Makes options with the defaults.
  public override init() { super.init() }
}

/// Whether an object detector's images belong together, with ML Kit's raw values.
public enum VisionObjectDetectorMode: Int, Sendable, CaseIterable {
  /// Images are independent: objects have no tracking IDs and are classified at once.
  case singleImage = 0
  /// Images are frames of a stream: objects are tracked and have tracking IDs. For low latency.
  case stream = 1
}
