import NIOCore
import VisionTasks

struct InferRequest: Sendable {
  struct Output: Sendable, Hashable {
    let name: String
    let isBinary: Bool
    var classes: Int?
  }

  let id: String?
  private let modelName, modelVersion: String?
  let images: [ImageSource]
  /// The region of interest of the images, as an option's value.
  let region: String?
  /// Where the user pointed, as an option's value.
  let points: String?
  let outputs: [Output]?
  let isBinary: Bool

  init(_ body: ByteBuffer, headerLength: Int?, limits: InferLimits) throws {
    let length = try Self.jsonLength(headerLength, in: body)
    // The decoder refuses bytes that are no UTF-8, and more than 512 levels.
    let header = try JSONDecoder().decode(InferHeader.self, from: Data(body.readableBytesView.prefix(length)))
    guard header.inputs.count == 1, let input = header.inputs.first else {
      throw TasksError.invalidArgument(
        "The request has \(header.inputs.count) inputs; it takes one, \(InputSpec.images.name) or \(InputSpec.pixels.name)."
      )
    }
    let binary = body.getSlice(at: body.readerIndex + length, length: body.readableBytes - length) ?? ByteBuffer()
    images = try InputTensor(input, binary: binary, limits: limits).images
    region = header.parameters?.roi
    points = header.parameters?.point
    let isBinary = header.parameters?.binaryDataOutput ?? false
    self.isBinary = isBinary
    id = try header.id.map { try Self.checked($0, "id") }
    (modelName, modelVersion) = (header.modelName, header.modelVersion)
    outputs = try Self.outputs(header.outputs, isBinary: isBinary)
  }

  /// Refuses a request for another model than its path's. KServe's client repeats the name in the JSON.
  func check(isFor model: String) throws {
    let named = [
      (InferHeader.Key.modelName, modelName, model),
      (InferHeader.Key.modelVersion, modelVersion, InferResponse.modelVersion),
    ]
    for (key, given, expected) in named {
      guard let given, given != expected else { continue }
      throw TasksError.invalidArgument(
        "The request's \(key.rawValue) is \"\(given.prefix(64))\"; its path asks for \"\(expected)\". Leave \(key.rawValue) out, or "
          + "send the request to the other path.")
    }
  }

  static func jsonMemory(_ headerLength: Int?, in body: ByteBuffer) throws -> Int {
    try jsonLength(headerLength, in: body) * InferLimits.memoryPerJSONByte
  }

  private static func jsonLength(_ headerLength: Int?, in body: ByteBuffer) throws -> Int {
    let length = headerLength ?? body.readableBytes
    guard (0...body.readableBytes).contains(length) else {
      throw TasksError.invalidArgument(
        "\(InferResponse.lengthName) is \(length); the request has \(body.readableBytes) bytes.")
    }
    guard length <= InferLimits.jsonBytes else {
      throw TasksError.outOfRange(
        "The request has \(length) bytes of JSON; at most \(InferLimits.jsonBytes) are allowed. Send images in binary form."
      )
    }
    return length
  }

  private static func outputs(_ list: [InferHeader.Output]?, isBinary: Bool) throws -> [Output]? {
    guard let list, !list.isEmpty else { return nil }
    guard list.count <= InferLimits.outputs else {
      throw TasksError.outOfRange(
        "The request asks for \(list.count) outputs; at most \(InferLimits.outputs) are allowed.")
    }
    var names: Set<String> = []
    return try list.map { output in
      guard names.insert(output.name).inserted else {
        throw TasksError.invalidArgument("The request asks twice for the output \"\(output.name.prefix(64))\".")
      }
      let classes = output.parameters?.classification
      guard classes.map({ (1...InferLimits.classes).contains($0) }) ?? true else {
        throw TasksError.invalidArgument(
          "The classification of an output is \(classes ?? 0); allowed are 1 to \(InferLimits.classes) classes.")
      }
      return Output(
        name: try checked(output.name, "output"), isBinary: output.parameters?.binaryData ?? isBinary, classes: classes)
    }
  }

  private static func checked(_ text: String, _ what: String) throws -> String {
    guard text.utf8.count <= InferLimits.nameLength else {
      throw TasksError.outOfRange(
        "The request's \(what) has \(text.utf8.count) bytes; at most \(InferLimits.nameLength) are allowed.")
    }
    return text
  }
}

/// The JSON of an inference request. What the server does not know is refused: a client that sends it counts on it.
struct InferHeader: Decodable, Sendable {
  struct Parameters: Decodable, Sendable {
    let binaryDataSize: Int?
    let binaryData, binaryDataOutput: Bool?
    let classification: Int?
    let roi, point: String?

    fileprivate enum CodingKeys: String, CodingKey {
      case binaryDataSize = "binary_data_size"
      case binaryData = "binary_data"
      case binaryDataOutput = "binary_data_output"
      case classification, roi, point
    }

    fileprivate init?(
      _ decoder: KeyedDecodingContainer<InferHeader.Key>, allowing known: [CodingKeys], of what: String
    ) throws {
      guard decoder.contains(.parameters), try !decoder.decodeNil(forKey: .parameters) else { return nil }
      let names = try decoder.nestedContainer(keyedBy: AnyCodingKey.self, forKey: .parameters).allKeys.map(
        \.stringValue)
      guard !names.contains(where: { $0.hasPrefix("shared_memory") }) else { throw InputTensor.noSharedMemory }
      try AnyCodingKey.check(names, known: known.map(\.rawValue), in: "The parameter list of \(what)")
      self = try decoder.decode(Parameters.self, forKey: .parameters)
    }
  }

  struct Input: Decodable, Sendable {
    let name, datatype: String
    let shape: [Int]
    let parameters: Parameters?
    let data: TensorData?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      try AnyCodingKey.check(decoder, known: [.name, .datatype, .shape, .parameters, .data], in: "The input")
      name = try container.decode(String.self, forKey: .name)
      datatype = try container.decode(String.self, forKey: .datatype)
      shape = try container.decode([Int].self, forKey: .shape)
      parameters = try Parameters(container, allowing: [.binaryDataSize], of: "the input")
      let hasData = try container.contains(.data) && !container.decodeNil(forKey: .data)
      data =
        hasData
        ? try TensorData(container.nestedUnkeyedContainer(forKey: .data), datatype: datatype, shape: shape) : nil
    }
  }

  struct Output: Decodable, Sendable {
    let name: String
    let parameters: Parameters?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      try AnyCodingKey.check(decoder, known: [.name, .parameters], in: "An output")
      name = try container.decode(String.self, forKey: .name)
      parameters = try Parameters(container, allowing: [.binaryData, .classification], of: "an output")
    }
  }

  fileprivate enum Key: String, CodingKey {
    case modelName = "model_name"
    case modelVersion = "model_version"
    case id, parameters, inputs, outputs, name, datatype, shape, data
  }

  let id, modelName, modelVersion: String?
  let parameters: Parameters?
  let inputs: [Input]
  let outputs: [Output]?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    try AnyCodingKey.check(
      decoder, known: [.id, .modelName, .modelVersion, .parameters, .inputs, .outputs], in: "The request")
    id = try container.decodeIfPresent(String.self, forKey: .id)
    modelName = try container.decodeIfPresent(String.self, forKey: .modelName)
    modelVersion = try container.decodeIfPresent(String.self, forKey: .modelVersion)
    parameters = try Parameters(container, allowing: [.binaryDataOutput, .roi, .point], of: "the request")
    inputs = try container.decode([Input].self, forKey: .inputs)
    outputs = try container.decodeIfPresent([Output].self, forKey: .outputs)
  }
}

extension AnyCodingKey {
  fileprivate static func check(_ decoder: any Decoder, known: [InferHeader.Key], in what: String) throws {
    let names = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.map(\.stringValue)
    try check(names, known: known.map(\.rawValue), in: what)
  }

  static func check(_ names: [String], known: [String], in what: String) throws {
    guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
    throw TasksError.invalidArgument(
      "\(what) has \"\(unknown.prefix(64))\", which this server does not know; it knows \(known.joined(separator: ", "))."
    )
  }
}

struct InferLimits: Sendable {
  let images, pixels: Int
  /// The maximum size of the JSON, in bytes; 8 MB. Larger images are sent in binary form.
  static let jsonBytes = 8_000_000
  /// The memory that decoding a byte of JSON takes, in bytes: elements of lists are kept as values until converted.
  static let memoryPerJSONByte = 40
  static let maskBytes = 256_000_000
  /// The same when they are sent in JSON, which takes seconds and a multiple of the memory.
  static let jsonMaskBytes = 16_000_000
  /// The memory that a byte of masks takes while a response is made: the tensor and the body.
  static let memoryPerMaskByte = 2
  /// The same in JSON: the encoder keeps a value of about 100 bytes for each number of 4 bytes.
  static let memoryPerJSONMaskByte = 25
  static let nameLength = 256
  static let classes = 10_000
  static let outputs = 64
}
