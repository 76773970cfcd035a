import Foundation

/// The base class of every task's options.
///
/// A task reads its options when it is made; later changes have no effect on it.
open class TaskOptions: NSObject, NSCopying {
  /// The model and what computes it. Assigning copies; reading gives the object itself, so that its properties can be
  /// set in place: `options.baseOptions.modelAssetPath = path`.
  public var baseOptions = BaseOptions() {
    didSet { baseOptions = baseOptions.duplicate() }
  }

  /// Makes options with their defaults.
  public override init() {
    super.init()
  }

  /// A copy with the same values; a subclass with options of its own overrides this.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copy.baseOptions = baseOptions
    return copy
  }
}
