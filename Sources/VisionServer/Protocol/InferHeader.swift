import VisionCore

/// The JSON of an inference request. What the server does not know is refused: a client that sends it counts on it.
struct InferHeader: Decodable, Sendable {
  /// The parameters of a request, an input or an output.
  struct Parameters: Decodable, Sendable {
    let binaryDataSize: Int?
    let binaryData: Bool?
    let binaryDataOutput: Bool?
    let classification: Int?

    fileprivate enum CodingKeys: String, CodingKey {
      case binaryDataSize = "binary_data_size"
      case binaryData = "binary_data"
      case binaryDataOutput = "binary_data_output"
      case classification
    }

    /// Reads parameters of which only one place's are allowed.
    fileprivate init?(
      _ decoder: KeyedDecodingContainer<InferHeader.Key>, allowing known: [CodingKeys], of what: String
    ) throws {
      guard decoder.contains(.parameters), try !decoder.decodeNil(forKey: .parameters) else { return nil }
      let names = try decoder.nestedContainer(keyedBy: AnyKey.self, forKey: .parameters).allKeys.map(\.stringValue)
      guard !names.contains(where: { $0.hasPrefix("shared_memory") }) else { throw InputTensor.noSharedMemory }
      try AnyKey.check(names, known: known.map(\.rawValue), in: "The parameters of \(what)")
      self = try decoder.decode(Parameters.self, forKey: .parameters)
    }
  }

  struct Input: Decodable, Sendable {
    let name: String
    let datatype: String
    let shape: [Int]
    let parameters: Parameters?
    let data: TensorData?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      try AnyKey.check(decoder, known: [.name, .datatype, .shape, .parameters, .data], in: "The input")
      name = try container.decode(String.self, forKey: .name)
      datatype = try container.decode(String.self, forKey: .datatype)
      shape = try container.decode([Int].self, forKey: .shape)
      parameters = try Parameters(container, allowing: [.binaryDataSize], of: "the input")
      let hasData = try container.contains(.data) && !container.decodeNil(forKey: .data)
      data =
        hasData
        ? try TensorData(container.nestedUnkeyedContainer(forKey: .data), datatype: datatype, depth: shape.count) : nil
    }
  }

  struct Output: Decodable, Sendable {
    let name: String
    let parameters: Parameters?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      try AnyKey.check(decoder, known: [.name, .parameters], in: "An output")
      name = try container.decode(String.self, forKey: .name)
      parameters = try Parameters(container, allowing: [.binaryData, .classification], of: "an output")
    }
  }

  fileprivate enum Key: String, CodingKey {
    case id, parameters, inputs, outputs, name, datatype, shape, data
  }

  let id: String?
  let parameters: Parameters?
  let inputs: [Input]
  let outputs: [Output]?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    try AnyKey.check(decoder, known: [.id, .parameters, .inputs, .outputs], in: "The request")
    id = try container.decodeIfPresent(String.self, forKey: .id)
    parameters = try Parameters(container, allowing: [.binaryDataOutput], of: "the request")
    inputs = try container.decode([Input].self, forKey: .inputs)
    outputs = try container.decodeIfPresent([Output].self, forKey: .outputs)
  }
}

/// A key of JSON that may be any text.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  /// Refuses keys that are not known.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError`.
  static func check(_ decoder: any Decoder, known: [InferHeader.Key], in what: String) throws {
    let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    try check(names, known: known.map(\.rawValue), in: what)
  }

  static func check(_ names: [String], known: [String], in what: String) throws {
    guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
    throw TasksError.invalidArgument(
      "\(what) has \"\(unknown.prefix(64))\", which this server does not know; it knows \(known.joined(separator: ", "))."
    )
  }
}
