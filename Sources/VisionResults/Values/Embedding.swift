import Foundation
import VisionCore

/// The output of all heads of an embedder for one image.
public final class EmbeddingResult: NSObject, Sendable {
  /// One element for each head.
  public let embeddings: [Embedding]
  /// The timestamp of the image, in milliseconds; 0 when there is none.
  public let timestampInMilliseconds: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - embeddings: One element for each head.
  ///   - timestampInMilliseconds: The timestamp of the image, or 0.
  public init(embeddings: [Embedding], timestampInMilliseconds: Int) {
    (self.embeddings, self.timestampInMilliseconds) = (embeddings, timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? EmbeddingResult).map {
      $0.timestampInMilliseconds == timestampInMilliseconds && $0.embeddings == embeddings
    } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { embeddings.hashValue }

  /// The heads, and the number and type of their values.
  public override var description: String {
    embeddings.isEmpty ? "no embeddings" : embeddings.map(\.description).joined(separator: "; ")
  }
}

/// The output of one head of an embedder: a feature vector, of float32 values or quantized.
public final class Embedding: NSObject, Sendable {
  package let vector: EmbeddingVector
  /// Made once, since callers read one number after another.
  private let numbers = Locked<[NSNumber]?>(nil)

  /// The index of the head in the model's outputs.
  public var headIndex: Int { vector.headIndex }
  /// The name of the head; nil when the model has none.
  public var headName: String? { vector.headName }

  /// The values as MediaPipe's type has them; nil for a quantized embedding. `floatValues` has them without objects.
  public var floatEmbedding: [NSNumber]? {
    floatValues.map { values in numbers.made { values.map { NSNumber(value: $0) } } }
  }

  /// The values in -128...127 as MediaPipe's type has them; nil for an embedding of float32 values. `quantizedValues`
  /// has them without objects.
  public var quantizedEmbedding: [NSNumber]? {
    quantizedValues.map { values in numbers.made { values.map { NSNumber(value: $0) } } }
  }

  /// The values; nil for a quantized embedding.
  public var floatValues: [Float]? { if case .float32(let values) = vector.values { values } else { nil } }

  /// The quantized values; nil for an embedding of float32 values.
  public var quantizedValues: [Int8]? { if case .int8(let values) = vector.values { values } else { nil } }

  /// Makes an embedding.
  ///
  /// - Parameters:
  ///   - floatEmbedding: The values; nil for a quantized embedding.
  ///   - quantizedEmbedding: The quantized values, from which `floatEmbedding` takes precedence.
  ///   - headIndex: The index of the head in the model's outputs.
  ///   - headName: The name of the head.
  public convenience init(
    floatEmbedding: [NSNumber]?, quantizedEmbedding: [NSNumber]?, headIndex: Int, headName: String?
  ) {
    let values: EmbeddingVector.Values =
      if floatEmbedding == nil, let quantizedEmbedding {
        .int8(quantizedEmbedding.map(\.int8Value))
      } else {
        .float32((floatEmbedding ?? []).map(\.floatValue))
      }
    self.init(EmbeddingVector(headIndex: headIndex, headName: headName, values: values))
  }

  package init(_ vector: EmbeddingVector) { self.vector = vector }

  /// Whether the other object is an embedding with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: \.vector) }

  /// A hash of the values.
  public override var hash: Int { vector.hashValue }

  /// The head, and the number and type of its values, such as `feature: 1024 float32 values`.
  public override var description: String { vector.summary }
}

extension Embedding: Codable {
  /// Decodes an object with `headIndex`, `embedding` or `quantized`, and optionally `headName`.
  public convenience init(from decoder: any Decoder) throws { self.init(try EmbeddingVector(from: decoder)) }

  /// Writes an object with `headIndex`, `headName` if there is one, and `embedding` (numbers) or `quantized` (Base64).
  public func encode(to encoder: any Encoder) throws { try vector.encode(to: encoder) }
}

extension EmbeddingResult: Codable {
  private enum CodingKeys: String, CodingKey { case embeddings, timestampMs }

  /// Decodes an object with `embeddings` and `timestampMs`; an absent timestamp is 0.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      embeddings: try container.decode([Embedding].self, forKey: .embeddings),
      timestampInMilliseconds: try container.decodeIfPresent(Int.self, forKey: .timestampMs) ?? 0)
  }

  /// Writes an object with `embeddings` and `timestampMs`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(embeddings, forKey: .embeddings)
    try container.encode(timestampInMilliseconds, forKey: .timestampMs)
  }
}
