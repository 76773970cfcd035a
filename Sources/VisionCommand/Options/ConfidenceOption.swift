import ArgumentParser
import VisionErrors

/// The range of all confidences on the command line.
enum ConfidenceOption {
  /// Refuses a value outside 0...1 by its option's name.
  static func require(_ value: Float, _ option: String) throws {
    guard (0...1).contains(value) else {
      throw ValidationError("\(option) is \(value.plainText); allowed are 0 to 1.")
    }
  }
}
