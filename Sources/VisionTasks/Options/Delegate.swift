// swift-format-ignore: AlwaysUseLowerCamelCase
/// What computes the models, with the cases and raw values of MediaPipe's iOS tasks.
public enum Delegate: UInt, Sendable, CaseIterable {
  /// The processor; the default.
  case CPU = 0
  /// The graphics processor in MediaPipe; here the processor does the work, so that code written for a phone runs on a server.
  case GPU = 1
}
