/// The base class of every task's options.
///
/// A task reads its options in its initializer; later changes have no effect on it.
open class TaskOptions: NSObject, NSCopying {
  /// The model and how to run it. Assigning copies; reading returns the object itself, so that its properties can be
  /// set in place: `options.baseOptions.modelAssetPath = path`.
  public var baseOptions = BaseOptions() { didSet { baseOptions = baseOptions.duplicate() } }

  /// The running mode; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Makes options with their defaults.
  public override init() { super.init() }

  /// A copy with equal values and the same delegate. Subclasses override this method to copy their own options.
  open func copy(with zone: NSZone? = nil) -> Any {
    if let options = self as? any DescribedOptions { return options.duplicate() }
    let copy = TaskOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    return copy
  }
}

/// The options class of a task. Its table has a line for each option.
package protocol DescribedOptions: TaskOptions, SendableMetatype {
  typealias Path<Value> = ReferenceWritableKeyPath<Self, Value> & Sendable
  associatedtype LiveStreamDelegate

  static var table: [TaskOption<Self>] { get }
  /// The property with the live-stream delegate; nil for a task without one.
  static var liveStreamDelegate: Path<LiveStreamDelegate?>? { get }

  init()
}

extension DescribedOptions {
  init(modelPath: String?) {
    self.init()
    baseOptions.modelAssetPath = modelPath
  }

  func duplicate() -> Self {
    let copy = Self()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    if let delegate = Self.liveStreamDelegate { copy[keyPath: delegate] = self[keyPath: delegate] }
    for option in Self.table { option.copy(self, copy) }
    return copy
  }
}

/// How a task receives images and returns results, with the raw values of MediaPipe's iOS tasks.
public enum RunningMode: UInt, Sendable, CaseIterable {
  /// Independent images; the call blocks and returns the result.
  case image = 0
  /// The frames of a video with strictly increasing timestamps; the call blocks and returns the result.
  case video = 1
  /// The frames of a live stream; the call returns at once and a delegate receives the result.
  case liveStream = 2

  package var name: String {
    switch self {
    case .image: "Image"
    case .video: "Video"
    case .liveStream: "Live Stream"
    }
  }
}

extension RunningMode {
  /// Checks that a delegate is set if and only if this mode needs one. `option` is the name of its property.
  func requireDelegate(isSet: Bool, option: String) throws {
    switch (self, isSet) {
    case (.liveStream, false):
      throw TasksError.invalidArgument(
        "\(option) is nil; running mode \(name) needs a delegate. "
          + "The options hold it weakly, so keep a reference to it yourself.")
    case (.image, true), (.video, true):
      throw TasksError.invalidArgument(
        "\(option) is set, but running mode \(name) has no use for a delegate; set it to nil or use .liveStream.")
    default: break
    }
  }
}
