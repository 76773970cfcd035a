import Foundation
import Logging

/// Writes messages as JSON Lines on standard error.
struct JSONLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let write: @Sendable (Data) -> Void

  /// - Parameters:
  ///   - logLevel: The lowest level.
  ///   - write: Writes a line; by default on standard error.
  init(
    logLevel: Logger.Level,
    write: @escaping @Sendable (Data) -> Void = { line in
      // There is nowhere to report that standard error is closed.
      try? FileHandle.standardError.write(contentsOf: line)
    }
  ) {
    self.logLevel = logLevel
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }.mapValues
    { "\($0)" }
    fields["time"] = Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = event.level.rawValue
    fields["message"] = "\(event.message)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts always have a form in JSON.
    guard let line = try? encoder.encode(fields) else { return }
    write(line + Data("\n".utf8))
  }
}
