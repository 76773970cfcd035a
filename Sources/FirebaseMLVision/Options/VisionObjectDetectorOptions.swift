import Foundation
import VisionPerception
import VisionTasks

/// The options of `VisionObjectDetector`.
///
/// The first three are ML Kit's. The others are additions with good defaults.
public final class VisionObjectDetectorOptions: NSObject {
  /// Whether images are frames of a stream, the default, or stand alone.
  public var detectorMode = VisionObjectDetectorMode.stream

  /// Whether up to five objects are found; false by default: only the most prominent one.
  public var shouldEnableMultipleObjects = false

  /// Whether objects are put into coarse categories; false by default: every category is unknown.
  public var shouldEnableClassification = false

  /// The path of an object detector (`.tflite`) with metadata; nil, the default, takes `efficientdet_lite0_int8` of the model
  /// catalog, which `vision models fetch efficientdet_lite0_int8` brings.
  public var detectorModelPath: String?

  /// The path of a classifier of ImageNet's thousand classes (`.tflite`); nil, the default, takes `efficientnet_lite0` of the
  /// model catalog. Only opened when `shouldEnableClassification` is true.
  public var classifierModelPath: String?

  /// How objects are followed in stream mode: how long one may be out of sight, how far it may move, and more. By default those
  /// for EfficientDet's scores; a detector of another kind wants settings of its own.
  public var trackerOptions = ObjectTrackerOptions.efficientDet

  /// In stream mode the detector runs in every so many frames. In between objects are where they are predicted to be, which
  /// takes next to no time.
  ///
  /// Nil, the default, is automatic: in every third frame, less often where the detector would be busy for more than half of
  /// the stream's time, and at the latest 200 ms after the last time. What is found then depends on the machine's speed; give
  /// a number where it must not. 1 is every frame, which is slowest and most exact; 2 or 3 suit steady movement. In
  /// single-image mode it has no effect.
  public var detectorStride: Int?

  /// The threads of one inference, 0 to 256; 0, the default, takes the number that was measured to be best.
  public var threadCount = 0

  /// Which kernels compute the models' convolutions; `.automatic` by default, or what the environment variable
  /// `VISION_KERNELS` says.
  public var kernels: Kernels = BaseOptions().kernels

  /// Whether operators that are not verified are run; false by default. Set it to true only for models whose source is trusted.
  public var allowUnverifiedOperators = false

  /// Where completions are called. Nil, the default, is the main queue on Apple's platforms, as in ML Kit. Elsewhere it is a
  /// private thread, since a program there need not run a main queue; one that does gives `.main`.
  public var completionQueue: DispatchQueue?

  /// Makes options with the defaults.
  public override init() {
    super.init()
  }
}
