import Foundation
import VisionPerception

/// The options of `VisionObjectDetector`.
///
/// The first three are ML Kit's. The others are additions with good defaults.
public final class VisionObjectDetectorOptions: NSObject {
  /// Whether pictures are frames of a stream, the default, or stand alone.
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

  /// In stream mode the detector looks at every so many frames; 1 by default, every frame. In between objects are where they
  /// are predicted to be, which takes next to no time. 2 or 3 suit steady movement.
  public var detectorStride = 1

  /// The threads of one inference, 0 to 256; 0, the default, takes the number that was measured to be best.
  public var threadCount = 0

  /// Where completions are called. Nil, the default, stands for the main queue on Apple's platforms, as in ML Kit, and
  /// elsewhere for a private queue, since a program there need not have a running main queue.
  public var completionQueue: DispatchQueue?

  /// Makes options with the defaults.
  public override init() {
    super.init()
  }
}
