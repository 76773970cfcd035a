import Foundation
import Logging
import VisionHTTP

/// Writes messages as JSON Lines on standard error.
struct JSONLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let write: @Sendable (Data) -> Void

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
    var fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
      .mapValues(LogValue.init)
    fields["time"] = .text(Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    fields["level"] = .text(event.level.rawValue)
    fields["message"] = .text("\(event.message)")
    // Texts and finite numbers always have a form in JSON.
    guard let line = try? JSONEncoder.response().encode(fields) else { return }
    write(line + Data("\n".utf8))
  }
}

/// A value in a line of the log: numbers are numbers, everything else is text.
private enum LogValue: Encodable {
  case text(String)
  case integer(Int)
  case number(Double)

  init(_ value: Logger.Metadata.Value) {
    switch value {
    case .stringConvertible(let value as Int): self = .integer(value)
    case .stringConvertible(let value as Double) where value.isFinite: self = .number(value)
    default: self = .text("\(value)")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    }
  }
}
