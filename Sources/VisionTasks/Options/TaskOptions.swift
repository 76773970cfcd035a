import Foundation

/// The base class of every task's options.
///
/// A task reads its options in its initializer; later changes have no effect on it.
open class TaskOptions: NSObject, NSCopying {
  /// The model and how to run it. Assigning copies; reading returns the object itself, so that its properties can be
  /// set in place: `options.baseOptions.modelAssetPath = path`.
  public var baseOptions = BaseOptions() {
    didSet { baseOptions = baseOptions.duplicate() }
  }

  /// Makes options with their defaults.
  public override init() {
    super.init()
  }

  /// A copy with equal values. Subclasses override this method to copy their own options.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.baseOptions = baseOptions
    return copy
  }
}

/// The options class of a `VisionTask`.
package protocol DescribedOptions: TaskOptions {
  /// Makes options with their defaults.
  init()
  /// The running mode.
  var runningMode: RunningMode { get set }
  /// The name of the live-stream delegate's property and whether it is set; nil for options without such a property.
  var liveStreamDelegate: (name: String, isSet: Bool)? { get }
}
