import VisionCore
import VisionImaging

/// The header of a request: one line of JSON, followed by exactly `bytes` bytes. The protocol is in `docs/worker.md`.
package struct WorkerRequest: Codable, Hashable, Sendable {
  /// The formats of raw pixels: 8 bits per channel, rows without padding.
  package enum Format: String, Codable, Sendable, CaseIterable {
    case rgb, rgba, bgra, gray

    package init(_ format: PixelFormat) {
      switch format {
      case .rgb: self = .rgb
      case .rgba: self = .rgba
      case .bgra: self = .bgra
      case .gray: self = .gray
      }
    }

    package var pixelFormat: PixelFormat {
      switch self {
      case .rgb: .rgb
      case .rgba: .rgba
      case .bgra: .bgra
      case .gray: .gray
      }
    }
  }

  package static let maxHeaderLength = 4096

  package var id, bytes: Int
  /// The frame's timestamp in milliseconds, greater than the previous one; for workers in video mode only.
  package var timestampMs: Int?
  package var format: Format?
  package var width, height: Int?
}

/// A header as it was received. Its number of bytes is known, so that the next header is found whatever else is wrong.
package struct WorkerHeader: Decodable, Sendable {
  /// A request's ID, as the client wrote it: answers to a wrong one repeat it.
  package enum ID: Encodable, Hashable, Sendable {
    case number(Int)
    case text(String)
    case missing

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .missing: try container.encodeNil()
      }
    }
  }

  package let bytes: Int
  package let id: ID
  package let request: Result<WorkerRequest, TasksError>

  package init(from decoder: any Decoder) throws {
    let values = try Values(decoder)
    guard let bytes = try values.value("bytes", Int.self, "an integer from 0"), bytes >= 0 else {
      throw values.wrong("bytes", "an integer from 0, the number of bytes that follow")
    }
    self.bytes = bytes
    id = values.id
    request = Result { () throws(TasksError) in try values.request(bytes: bytes) }
  }

  private struct Values {
    private static let keys = ["bytes", "format", "height", "id", "timestampMs", "width"]
    private let container: KeyedDecodingContainer<AnyCodingKey>

    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyCodingKey.self) }

    var id: ID {
      let key: AnyCodingKey = "id"
      if let number = try? container.decode(Int.self, forKey: key) { return .number(number) }
      if let text = try? container.decode(String.self, forKey: key) { return .text(text) }
      return .missing
    }

    func request(bytes: Int) throws(TasksError) -> WorkerRequest {
      if let unknown = container.allKeys.map(\.stringValue).sorted().first(where: { !Self.keys.contains($0) }) {
        throw TasksError.invalidArgument(
          "\"\(unknown.prefix(80))\" is not a key of a header; the keys are \(Self.keys.joined(separator: ", ")).")
      }
      guard let id = try value("id", Int.self, "an integer") else { throw wrong("id", "an integer") }
      let formats = WorkerRequest.Format.allCases.map(\.rawValue).joined(separator: ", ")
      return WorkerRequest(
        id: id, bytes: bytes, timestampMs: try value("timestampMs", Int.self, "an integer, in milliseconds"),
        format: try value("format", WorkerRequest.Format.self, "one of \(formats), or no format for an image file"),
        width: try value("width", Int.self, "an integer from 1"),
        height: try value("height", Int.self, "an integer from 1"))
    }

    func value<Value: Decodable>(_ name: String, _ type: Value.Type, _ allowed: String) throws(TasksError) -> Value? {
      do {
        return try container.decodeIfPresent(type, forKey: AnyCodingKey(name))
      } catch { throw wrong(name, allowed) }
    }

    func wrong(_ name: String, _ allowed: String) -> TasksError {
      let found = (try? container.decode(Shown.self, forKey: AnyCodingKey(name)))?.text
      return TasksError.invalidArgument(
        found.map { "The header's \(name) is \($0); allowed is \(allowed)." }
          ?? "The header has no \(name); needed is \(allowed).")
    }
  }

  private struct Shown: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // Of the types that a value may have, the one that it is decoded as.
      if container.decodeNil() {
        text = "null"
      } else if let string = try? container.decode(String.self) {
        text = "\"\(string.prefix(80))\""
      } else if let integer = try? container.decode(Int.self) {
        text = "\(integer)"
      } else if let number = try? container.decode(Double.self) {
        text = "\(number)"
      } else if let flag = try? container.decode(Bool.self) {
        text = "\(flag)"
      } else {
        text = "a list or an object"
      }
    }
  }
}
