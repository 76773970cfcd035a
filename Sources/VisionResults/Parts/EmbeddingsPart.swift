import Foundation
import VisionCore

package struct EmbeddingsFormat: PartFormat, Hashable {
  private let kind = "embeddings"
  package let key = "embeddings"

  package init() {}

  private enum CodingKeys: CodingKey { case kind, key }

  package func decode(from json: OutputDecoder) throws -> EmbeddingsPart {
    EmbeddingsPart(try json.container.decode([EmbeddingVector].self, forKey: AnyCodingKey(key)))
  }

  package var files: [OutputFileKind] { [.npy] }

  /// The length of vectors is that of the model's.
  package var tensors: [TensorSpec] { [TensorSpec(key, .float32, [-1, -1, -1])] }

  package func tensors(of parts: [EmbeddingsPart], for request: TensorRequest) -> [OutputTensor] {
    let rows = parts.map { $0.vectors.map(\.values.floats) }
    return [.floats(key, rows, row: [rows.joined().map(\.count).max() ?? 0])]
  }
}

package struct EmbeddingsPart: OutputPart {
  package let vectors: [EmbeddingVector]

  package init(_ vectors: [EmbeddingVector]) { self.vectors = vectors }

  package var count: Int { vectors.count }

  package func encode(to json: inout OutputEncoder) throws {
    try json.container.encode(vectors, forKey: AnyCodingKey(EmbeddingsFormat().key))
  }

  package func lines(_ text: OutputText) -> [String] {
    vectors.map { vector in
      let name = vector.headName.map { " (\($0))" } ?? ""
      return "  Embedding #\(vector.headIndex)\(name): \(vector.values.count) values of type \(vector.values.type)"
    }
  }

  package func summaries(_ categories: [CategoriesPart]) -> [String] { vectors.map(\.summary) }

  package func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable? {
    OutputTable(
      columns: ["head", "head_name", "position", "value"],
      rows: vectors.flatMap { vector in
        vector.values.texts.enumerated().map { ["\(vector.headIndex)", vector.headName ?? "", "\($0)", $1] }
      })
  }
}

/// A feature vector, the output of one head of an embedder.
package struct EmbeddingVector: Sendable, Hashable, Codable {
  package enum Values: Sendable, Hashable {
    /// The model's values, or normalized ones.
    case float32([Float])
    /// Quantized to -128...127.
    case int8([Int8])

    package static func == (first: Values, second: Values) -> Bool {
      switch (first, second) {
      case (.float32(let first), .float32(let second)): first.comparable == second.comparable
      case (.int8(let first), .int8(let second)): first == second
      default: false
      }
    }

    package func hash(into hasher: inout Hasher) {
      switch self {
      case .float32(let values): hasher.combine(values.comparable)
      case .int8(let values): hasher.combine(values)
      }
    }

    package var count: Int {
      switch self {
      case .float32(let values): values.count
      case .int8(let values): values.count
      }
    }

    fileprivate var type: String { if case .float32 = self { "float32" } else { "int8" } }

    package var floats: [Float] {
      switch self {
      case .float32(let values): values
      case .int8(let values): values.map { Float($0) }
      }
    }

    fileprivate var texts: [String] {
      switch self {
      case .float32(let values): values.map { "\($0)" }
      case .int8(let values): values.map { "\($0)" }
      }
    }
  }

  package let headIndex: Int
  package let headName: String?
  package let values: Values

  package init(headIndex: Int, headName: String?, values: Values) {
    (self.headIndex, self.headName, self.values) = (headIndex, headName, values)
  }

  var summary: String { "\(headName ?? "head \(headIndex)"): \(values.count) \(values.type) values" }

  private enum CodingKeys: CodingKey { case headIndex, headName, embedding, quantized }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    headIndex = try container.decode(Int.self, forKey: .headIndex)
    headName = try container.decodeIfPresent(String.self, forKey: .headName)
    if let bytes = try container.decodeIfPresent(Data.self, forKey: .quantized) {
      values = .int8(bytes.map { Int8(bitPattern: $0) })
    } else {
      values = .float32(try container.decode([JSONNumber<Float>].self, forKey: .embedding).map(\.value))
    }
  }

  /// Writes float32 values as numbers, int8 values in Base64.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(headIndex, forKey: .headIndex)
    try container.encodeIfPresent(headName, forKey: .headName)
    switch values {
    case .float32(let values): try container.encode(values.map(JSONNumber.init), forKey: .embedding)
    case .int8(let values): try container.encode(values.withUnsafeBytes { Data($0) }, forKey: .quantized)
    }
  }
}

extension EmbeddingVector {
  /// The cosine of the angle to another vector, in double precision; of signed bytes with exact sums.
  ///
  /// Source: MediaPipe's `cosine_similarity.cc`, whose errors it has. A value that is not finite is one more.
  package func cosineSimilarity(to other: EmbeddingVector) throws(TasksError) -> Double {
    switch (values, other.values) {
    case (.float32(let first), .float32(let second)): try Self.cosine(first, second) { Double($0) }
    case (.int8(let first), .int8(let second)): try Self.cosine(first, second) { Double($0) }
    default:
      throw .invalidArgument(
        "One embedding is quantized and the other has float32 values; both need the same value of quantize.")
    }
  }

  private static func cosine<Value>(
    _ first: [Value], _ second: [Value], _ double: (Value) -> Double
  ) throws(TasksError) -> Double {
    guard first.count == second.count else {
      throw .invalidArgument(
        "The embeddings have \(first.count) and \(second.count) values; only those of one model can be compared.")
    }
    guard !first.isEmpty else { throw .invalidArgument("The embeddings have no values.") }
    var (product, firstNorm, secondNorm) = (0.0, 0.0, 0.0)
    for index in first.indices {
      let (one, two) = (double(first[index]), double(second[index]))
      product += one * two
      firstNorm += one * one
      secondNorm += two * two
    }
    guard firstNorm > 0, secondNorm > 0 else {
      let reason = firstNorm.isNaN || secondNorm.isNaN ? "a value that is not a number" : "zeros only"
      throw .invalidArgument("An embedding has \(reason), and so no direction to compare.")
    }
    let similarity = product / (firstNorm * secondNorm).squareRoot()
    guard similarity.isFinite else {
      throw .invalidArgument("An embedding has infinite values, and so no direction to compare.")
    }
    return similarity
  }
}
