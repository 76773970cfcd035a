import Foundation
import HTTPTypes
import NIOCore
import VisionResults

/// The response to an inference request: JSON, and after it the tensors in binary form.
struct InferResponse {
  /// The header with the length of the JSON before binary tensors, in requests and responses.
  static let lengthName = "Inference-Header-Content-Length"
  static let lengthField = HTTPField.Name(lengthName)
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

    private enum CodingKeys: String, CodingKey {
      case modelName = "model_name"
      case modelVersion = "model_version"
      case id, outputs
    }
  }

  private struct Output: Encodable {
    let tensor: OutputTensor
    let isBinary: Bool

    private enum CodingKeys: String, CodingKey {
      case name, datatype, shape, parameters, data
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tensor.name, forKey: .name)
      try container.encode(tensor.values.type, forKey: .datatype)
      try container.encode(tensor.shape, forKey: .shape)
      guard !isBinary else { return try container.encode(["binary_data_size": tensor.byteCount], forKey: .parameters) }
      switch tensor.values {
      case .int32(let values): try container.encode(values, forKey: .data)
      case .int64(let values): try container.encode(values, forKey: .data)
      case .float32(let values): try container.encode(values, forKey: .data)
      case .texts(let values): try container.encode(values, forKey: .data)
      }
    }
  }

  /// Encodes the response.
  func reply() throws -> Reply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no numbers for these.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let json = try encoder.encode(
      Header(
        modelName: model, id: id, outputs: tensors.map { Output(tensor: $0.tensor, isBinary: $0.isBinary) }))
    let binary = tensors.filter(\.isBinary).map(\.tensor)
    var body = ByteBufferAllocator().buffer(capacity: json.count + binary.reduce(0) { $0 + $1.byteCount })
    body.writeBytes(json)
    for tensor in binary { tensor.write(to: &body) }
    var headers: HTTPFields = [.contentType: "application/json"]
    if !binary.isEmpty, let field = Self.lengthField {
      headers[.contentType] = "application/octet-stream"
      headers[field] = "\(json.count)"
    }
    return Reply(headers: headers, body: body)
  }
}
