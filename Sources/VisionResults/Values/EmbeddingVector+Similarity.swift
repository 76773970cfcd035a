import VisionCore

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
