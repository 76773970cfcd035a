// swift-format-ignore: AlwaysUseLowerCamelCase
/// What computes the models, with the cases and raw values of MediaPipe's iOS tasks.
public enum Delegate: UInt, Sendable, CaseIterable {
  /// The processor; the default.
  case CPU = 0
  /// The graphics processor.
  case GPU = 1
}
