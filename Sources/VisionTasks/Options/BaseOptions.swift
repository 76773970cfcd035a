import Foundation

/// The options that every task has: the model and what computes it.
public final class BaseOptions: NSObject, NSCopying {
  /// The path of the model file; nil and the empty string, the default, mean that none was given.
  ///
  /// Implicitly unwrapped so that the result of `Bundle.main.path(forResource:ofType:)` can be assigned as it is.
  public var modelAssetPath: String! = ""

  /// What computes the model; `.CPU` by default.
  public var delegate: Delegate = .CPU

  /// The threads that a task computes with, whether one inference takes them all or two share them; 0, the default, takes the
  /// number that was measured to be best.
  ///
  /// Allowed are 0 to 256; a task refuses other numbers with `invalidArgumentError` when it is made. More threads than cores
  /// only take memory and time.
  ///
  /// An addition to MediaPipe's options.
  public var threadCount = 0

  /// Which kernels compute the models' convolutions; `.automatic` by default, or what the environment variable
  /// `VISION_KERNELS` says.
  ///
  /// An addition to MediaPipe's options.
  public var kernels: Kernels = .standard

  /// Whether operators that are not verified are run; false by default.
  ///
  /// Every model is verified before the runtime sees it, since a damaged one can crash it. A model with control flow or with an
  /// operator outside the verified list is refused with `unimplementedError`. Set this to true only for models whose source is
  /// trusted; all other operators are verified all the same.
  ///
  /// An addition to MediaPipe's options.
  public var allowUnverifiedOperators = false

  /// Makes options without a model.
  public override init() {
    super.init()
  }

  /// A copy with the same values.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  func duplicate() -> BaseOptions {
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath
    copy.delegate = delegate
    copy.threadCount = threadCount
    copy.kernels = kernels
    copy.allowUnverifiedOperators = allowUnverifiedOperators
    return copy
  }
}
