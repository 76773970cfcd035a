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

/// The options class of a task. Its table has a line for each option.
package protocol DescribedOptions: TaskOptions, SendableMetatype {
  /// A key path to a property.
  typealias Path<Value> = ReferenceWritableKeyPath<Self, Value> & Sendable
  associatedtype LiveStreamDelegate

  /// The options, in the order of help and forms.
  static var table: [TaskOption<Self>] { get }
  /// The property with the live-stream delegate; nil for a task without one.
  static var liveStreamDelegate: Path<LiveStreamDelegate?>? { get }

  /// Makes options with their defaults.
  init()
  /// The running mode.
  var runningMode: RunningMode { get set }
}

extension DescribedOptions {
  /// Default options with a model.
  init(modelPath: String?) {
    self.init()
    baseOptions.modelAssetPath = modelPath
  }

  /// A copy with equal values and the same delegate.
  func duplicate() -> Self {
    let copy = Self()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    if let delegate = Self.liveStreamDelegate { copy[keyPath: delegate] = self[keyPath: delegate] }
    for option in Self.table { option.copy(self, copy) }
    return copy
  }
}
