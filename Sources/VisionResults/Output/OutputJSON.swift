import VisionCore
import VisionImaging

extension AnyCodingKey {
  static let time: AnyCodingKey = "timestampMs"
}

/// The JSON object of an output, to which its parts add their keys. There is this form only: a result's own JSON, the
/// lines of the command and the server, and a worker's answers differ in the two properties.
package struct OutputEncoder {
  package enum Masks: Sendable {
    case omitted
    case files([String])
    case values
  }

  package var container: KeyedEncodingContainer<AnyCodingKey>
  /// Whether boxes of tracked objects are in whole pixels, and display names that repeat a name are left out.
  package let isLine: Bool
  /// The files are those of one part.
  package var masks: Masks

  package init(_ encoder: any Encoder, isLine: Bool, masks: Masks) {
    container = encoder.container(keyedBy: AnyCodingKey.self)
    (self.isLine, self.masks) = (isLine, masks)
  }

  /// Encodes a list, or, of a part with at most one subject, its element; nothing where there is none.
  mutating func encode<Value: Encodable>(
    _ values: [Value], forKey key: String, isSingle: Bool, empty: Value? = nil
  ) throws {
    if !isSingle {
      try container.encode(values, forKey: AnyCodingKey(key))
    } else if let value = values.first ?? empty {
      try container.encode(value, forKey: AnyCodingKey(key))
    }
  }
}

/// The JSON object of an output, from which results are made: a result's own JSON, or a line of the command.
package struct OutputDecoder {
  package let container: KeyedDecodingContainer<AnyCodingKey>
  package let time: Int?

  package init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: AnyCodingKey.self)
    time = try container.decodeIfPresent(Int.self, forKey: .time)
  }

  /// The numbers of a key; nil without it.
  func numbers(forKey key: String?) throws -> [Float]? {
    try key.flatMap { try container.decodeIfPresent([JSONNumber<Float>].self, forKey: AnyCodingKey($0)) }?.map(\.value)
  }

  package func part<Format: PartFormat>(_ format: Format, count: Int? = nil) throws -> Format.Part {
    let part = try format.decode(from: self)
    if let count { try check(part.count, count) }
    return part
  }

  /// - Throws: `DecodingError` for lists of different lengths.
  func check(_ length: Int, _ count: Int) throws {
    if length == count { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription: "Each list of a result has to have one element for each of its \(count) subjects."))
  }

  /// Takes the time from a decoded result that has none.
  package func complete(_ result: TaskResult) { if time == nil { result.setsNoTime() } }
}

/// A number of a result, for comparison and encoding.
/// JSON has neither infinity nor NaN: both are encoded as null, decoded as NaN, and equal.
package struct JSONNumber<Value: BinaryFloatingPoint & Codable & Sendable>: Hashable, Codable, Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? .nan : try container.decode(Value.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isFinite { try container.encode(value) } else { try container.encodeNil() }
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.value == second.value || !first.value.isFinite && !second.value.isFinite
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(value.isFinite ? value : 0) }
}

extension [Float] {
  /// The numbers as results compare them: those that JSON does not have are equal.
  package var comparable: [JSONNumber<Float>] { map(JSONNumber.init) }
}

/// One frame's output as a line of JSON Lines. Numbers have the shortest decimal form that restores the float32 value.
/// Keys are sorted, so that equal outputs have equal bytes.
package struct FrameRecord: Encodable {
  let number: Int?
  let file: String?
  let frame: Int
  let timestampMs: Int?
  let output: any TaskOutput
  let masks: OutputEncoder.Masks
  /// The frame's size; nil, the default, for a line without it.
  let size: FrameSize?
  /// Tolerated defects of the image, a sentence each; the key is absent without any.
  let warnings: [String]

  package init(
    number: Int? = nil, file: String?, frame: Int, timestampMs: Int?, output: any TaskOutput,
    masks: OutputEncoder.Masks = .omitted, size: FrameSize? = nil, warnings: [String] = []
  ) {
    self.size = size
    (self.number, self.file, self.frame, self.timestampMs) = (number, file, frame, timestampMs)
    (self.output, self.masks, self.warnings) = (output, masks, warnings)
  }

  package func encode(to encoder: any Encoder) throws {
    var json = OutputEncoder(encoder, isLine: true, masks: masks)
    try json.container.encodeIfPresent(number, forKey: "number")
    try json.container.encodeIfPresent(file, forKey: "file")
    try json.container.encode(frame, forKey: "frame")
    try json.container.encode(output.format.task, forKey: "task")
    // An explicit null: the schema requires the key for images, too.
    try json.container.encode(timestampMs, forKey: .time)
    try json.container.encodeIfPresent(size?.width, forKey: "width")
    try json.container.encodeIfPresent(size?.height, forKey: "height")
    if !warnings.isEmpty { try json.container.encode(warnings, forKey: "warnings") }
    var maskCount = 0
    for part in output.parts {
      if case .files(let files) = masks { json.masks = .files(part.maskFiles(among: files, after: &maskCount)) }
      try part.encode(to: &json)
    }
  }

  package func json() throws -> String { try LabelText.json(self, keys: .useDefaultKeys) }
}
