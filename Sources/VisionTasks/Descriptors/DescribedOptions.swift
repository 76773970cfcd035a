/// The options of a described task: made without arguments, with a running mode.
package protocol DescribedOptions: TaskOptions {
  /// Options with their defaults.
  init()
  /// How the task gets its images.
  var runningMode: RunningMode { get set }
  /// The delegate of live streams with the name of its property; nil for options without such a property.
  var liveStreamDelegate: (name: String, isSet: Bool)? { get }
}
