import HTTPTypes
import NIOCore
import VisionHTTP
import VisionResults

struct WantedOutputs: Sendable {
  /// Whether each is sent in binary form, by name; nil for all outputs but the JSON.
  private let names: [String: Bool]?
  private let isBinary: Bool
  private let classes: [String: Int]
  /// The maximum size of the masks, padded, in bytes; nil when masks are not wanted.
  let maskLimit: Int?

  init(_ infer: InferRequest, of model: ServedModel) throws {
    let known = model.format.tensors(with: model.options).map(\.name) + [OutputFormat.jsonTensor.name]
    if let unknown = infer.outputs?.first(where: { !known.contains($0.name) }) {
      throw TasksError.invalidArgument(
        "\(model.name) has no output \"\(unknown.name.prefix(64))\"; it has \(known.joined(separator: ", ")).")
    }
    let classified = model.format.classTensors(with: model.options)
    for output in infer.outputs ?? [] where output.classes != nil {
      guard classified.contains(output.name) else {
        throw TasksError.invalidArgument(
          "The output \"\(output.name)\" has no classification; "
            + (classified.isEmpty ? "\(model.name) has none." : "\(classified.joined(separator: ", ")) have."))
      }
    }
    self.init(infer.outputs, isBinary: infer.isBinary, hasMasks: model.hasMasks)
  }

  /// All outputs but the JSON where the request names none; each is binary as it says, else as the request does.
  init(_ outputs: [InferRequest.Output]?, isBinary: Bool, hasMasks: Bool) {
    names = outputs.map { Dictionary($0.map { ($0.name, $0.isBinary) }) { $1 } }
    classes = Dictionary((outputs ?? []).compactMap { output in output.classes.map { (output.name, $0) } }) { $1 }
    self.isBinary = isBinary
    let masks = names.map { names in MasksFormat.limitedTensors.compactMap { names[$0] } } ?? [isBinary]
    let limit = masks.allSatisfy { $0 } ? InferLimits.maskBytes : InferLimits.jsonMaskBytes
    maskLimit = hasMasks && !masks.isEmpty ? limit : nil
  }

  func response(
    _ outputs: OutputTensors, model: String, id: String?, reservation: MemoryReservation
  ) throws -> InferResponse {
    let memoryPerMaskByte =
      maskLimit == InferLimits.maskBytes ? InferLimits.memoryPerMaskByte : InferLimits.memoryPerJSONMaskByte
    var tensors = try outputs.tensors(
      where: { name in classes[name] == nil && names.map { $0[name] != nil } ?? true }, limit: maskLimit ?? 0,
      taking: { bytes in try reservation.grow(by: bytes * memoryPerMaskByte) })
    tensors += classes.sorted { $0.key < $1.key }.map { outputs.classification(of: $0.key, count: $0.value) }
    let json = OutputFormat.jsonTensor.name
    if names?[json] != nil {
      let lines = try outputs.answers.map { try $0.json() }
      tensors.append(OutputTensor(json, shape: [lines.count], .texts(lines)))
    }
    return InferResponse(model: model, id: id, tensors: tensors.map { ($0, isBinary: names?[$0.name] ?? isBinary) })
  }
}

struct InferResponse {
  static let lengthName = "Inference-Header-Content-Length"
  /// The version of every model: models do not change while the server runs.
  static let modelVersion = "1"

  let model: String
  let id: String?
  let tensors: [(tensor: OutputTensor, isBinary: Bool)]

  private struct Header: Encodable {
    let modelName: String
    let modelVersion = InferResponse.modelVersion
    let id: String?
    let outputs: [Output]
  }

  private struct Output: Encodable {
    let tensor: OutputTensor
    let isBinary: Bool

    private enum CodingKeys: String, CodingKey { case name, datatype, shape, parameters, data }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tensor.name, forKey: .name)
      try container.encode(tensor.values.type, forKey: .datatype)
      try container.encode(tensor.shape, forKey: .shape)
      guard !isBinary else { return try container.encode(["binary_data_size": tensor.byteCount], forKey: .parameters) }
      switch tensor.values {
      case .uint8(let values): try container.encode(values, forKey: .data)
      case .int32(let values): try container.encode(values, forKey: .data)
      case .int64(let values): try container.encode(values, forKey: .data)
      case .float32(let values): try container.encode(values, forKey: .data)
      case .texts(let values): try container.encode(values, forKey: .data)
      }
    }
  }

  func reply() throws -> Reply {
    let encoder = JSONEncoder.response(keys: .convertToSnakeCase)
    // JSON has no numbers for these.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let json = try encoder.encode(
      Header(modelName: model, id: id, outputs: tensors.map { Output(tensor: $0.tensor, isBinary: $0.isBinary) }))
    let binary = tensors.filter(\.isBinary).map(\.tensor)
    var body = ByteBufferAllocator().buffer(capacity: json.count + binary.reduce(0) { $0 + $1.byteCount })
    body.writeBytes(json)
    for tensor in binary { tensor.write(to: &body) }
    var headers: HTTPFields = [.contentType: "application/json"]
    if !binary.isEmpty {
      headers[.contentType] = "application/octet-stream"
      headers[named: Self.lengthName] = "\(json.count)"
    }
    return Reply(headers: headers, body: body)
  }
}
