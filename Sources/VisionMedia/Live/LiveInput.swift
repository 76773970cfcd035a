internal import CFFmpeg

struct LiveInput {
  var address: String
  /// The device's format; nil to detect the format by the contents.
  var format: UnsafePointer<AVInputFormat>?
  var options: [String: String] = [:]
  var openTimeout, readTimeout: TimeInterval
  /// Whether a read without data returns at once, for devices whose own wait cannot be interrupted.
  var polls = false

  /// Checks options that are waits in seconds: one day at most, since longer ones are likely a mistake.
  static func check(_ waits: KeyValuePairs<String, TimeInterval>) throws {
    for (name, value) in waits where !(value > 0 && value <= 86_400) {
      throw TasksError.invalidArgument("\(name) is \(value.plainText) seconds; give more than 0 and at most 86400.")
    }
  }
}
