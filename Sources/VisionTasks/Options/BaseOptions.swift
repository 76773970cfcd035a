import LiteRTEngine
import VisionInference

/// The options of every task: the model and how to run it.
public final class BaseOptions: NSObject, NSCopying {
  /// The path of the model file; empty by default. A task refuses nil and an empty path.
  ///
  /// Implicitly unwrapped, so that the result of `Bundle.main.path(forResource:ofType:)` can be assigned directly.
  public var modelAssetPath: String! = ""

  /// The model file as a URL, in place of `modelAssetPath`; nil where that is nil or empty.
  ///
  /// An addition to MediaPipe's options.
  public var modelAssetURL: URL? {
    get { modelAssetPath.flatMap { $0.isEmpty ? nil : URL(literalPath: $0) } }
    set { modelAssetPath = newValue?.path }
  }

  /// The processor that runs the model; `.CPU` by default.
  public var delegate: Delegate = .CPU

  /// The number of threads of a task, used by one inference or shared by two; 0, the default, is two where there are
  /// two cores. While other tasks of the process run, our kernels use their share of the processors only; LiteRT's own
  /// threads are fixed.
  ///
  /// Allowed are 0 to 256; a task's initializer refuses other numbers with `invalidArgumentError`. More threads than
  /// cores only cost memory and time.
  ///
  /// An addition to MediaPipe's options.
  public var threadCount = 0

  /// The kernels for the models' convolutions; by default the value of the environment variable `VISION_KERNELS`, or
  /// `.automatic`.
  ///
  /// An addition to MediaPipe's options.
  public var kernels: Kernels = .standard

  /// How precisely convolutions are computed; `.exact` by default. With `.reduced` floating-point models take less
  /// time on processors with instructions for 16-bit numbers, and results differ a little; elsewhere they are exact.
  /// `.low` takes still less time on processors that multiply matrices, and results differ more.
  ///
  /// An addition to MediaPipe's options.
  public var precision: Precision = .exact

  /// Whether models with unverified operators may run; false by default.
  ///
  /// Every model is verified before it is loaded, since a damaged one can crash the runtime. A model with control flow
  /// or with an operator outside the verified list is refused with `unimplementedError`. Set this to true only for
  /// models from a trusted source; all other operators are still verified.
  ///
  /// An addition to MediaPipe's options.
  public var allowUnverifiedOperators = false

  /// The region of every image that the task sees, in fractions of the stored image's width and height, relative to its
  /// top left corner; nil, the default, and `.zero` for the whole image.
  ///
  /// The task works as if the image were cropped at the nearest pixels: what is outside is not detected, and what
  /// leaves the region in a video is lost as at the image's edge. Coordinates in results refer to the whole image all
  /// the same, and masks have its size. A region given with a call takes the place of this one.
  ///
  /// A task's initializer refuses a region that is empty or not inside the image with `invalidArgumentError`. An
  /// addition to MediaPipe's options.
  public var regionOfInterest: CGRect?

  /// Makes options without a model.
  public override init() { super.init() }

  /// A copy with equal values.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  func duplicate() -> BaseOptions {
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath
    copy.delegate = delegate
    copy.threadCount = threadCount
    copy.kernels = kernels
    copy.precision = precision
    copy.allowUnverifiedOperators = allowUnverifiedOperators
    copy.regionOfInterest = regionOfInterest
    return copy
  }
}

extension BaseOptions {
  /// The options of a task's inferences, with new threads: read it once for inferences that share them. Two by
  /// default, or one on a single core: on two cores a hand takes 10.3 ms with two threads and 18.6 ms with one.
  package var inference: InferenceOptions {
    InferenceOptions(
      engine: EngineOverride.engine ?? LiteRT(kernels: kernels, precision: precision),
      threadCount: threadCount > 0 ? threadCount : min(ProcessResources.current.processors, 2),
      allowUnverifiedOperators: allowUnverifiedOperators)
  }
}

extension BaseOptions {
  /// The path of the model file, which is not opened.
  package func validatedModelAssetPath() throws -> String {
    switch modelAssetPath {
    case .some(let path) where !path.isEmpty: return path
    case .some:
      throw TasksError.invalidArgument(
        "baseOptions.modelAssetPath is empty; set it to the path of a model file, such as gesture_recognizer.task.")
    case nil:
      throw TasksError.invalidArgument(
        "baseOptions.modelAssetPath is nil; set it to the path of a model file. "
          + "A resource that is missing from the bundle has no path.")
    }
  }

  package func validateThreadCount() throws {
    guard Self.threadCounts.contains(threadCount) else {
      throw TasksError.invalidArgument(
        "baseOptions.threadCount is \(threadCount); allowed are 0 (chosen by the task) to "
          + "\(Self.threadCounts.upperBound).")
    }
  }

  /// The allowed numbers of threads; 0 is the task's default.
  package static var threadCounts: ClosedRange<Int> { 0...256 }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The processor that runs the models, with the cases and raw values of MediaPipe's iOS tasks.
public enum Delegate: UInt, Sendable, CaseIterable {
  /// The CPU; the default.
  case CPU = 0
  /// The GPU in MediaPipe. Here the CPU is used, so that code written for a phone runs on a server.
  case GPU = 1
}
