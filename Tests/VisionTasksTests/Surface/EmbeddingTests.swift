import MediaPipeTasksVision
import Testing

@Suite("Embeddings and their similarity")
struct EmbeddingTests {
  private func floats(_ values: [Float]) -> Embedding {
    Embedding(
      floatEmbedding: values.map { NSNumber(value: $0) }, quantizedEmbedding: nil, headIndex: 0, headName: "feature")
  }

  private func bytes(_ values: [Int8]) -> Embedding {
    Embedding(
      floatEmbedding: nil, quantizedEmbedding: values.map { NSNumber(value: $0) }, headIndex: 1, headName: nil)
  }

  private func similarity(_ one: Embedding, _ other: Embedding) throws -> Double {
    try ImageEmbedder.cosineSimilarity(embedding1: one, embedding2: other).doubleValue
  }

  @Test("One of the two lists has the values, as numbers and as Swift's own")
  func values() {
    let (one, other) = (floats([0.5, -1]), bytes([-128, 127]))
    #expect(one.floatEmbedding?.map(\.floatValue) == [0.5, -1] && one.floatValues == [0.5, -1])
    #expect(one.quantizedEmbedding == nil && one.quantizedValues == nil)
    #expect(other.quantizedEmbedding?.map(\.intValue) == [-128, 127] && other.quantizedValues == [-128, 127])
    #expect(other.floatEmbedding == nil && other.floatValues == nil)
    #expect(one.description == "feature: 2 float32 values" && other.description == "head 1: 2 int8 values")
    #expect(one == floats([0.5, -1]) && one != floats([0.5, 1]) && one.hash == floats([0.5, -1]).hash)
  }

  @Test("Equal directions have 1, opposite ones -1, right angles 0; lengths and signs of bytes do not matter")
  func similarities() throws {
    #expect(try similarity(floats([1, 2]), floats([2, 4])) == 1)
    #expect(try similarity(floats([1, 2]), floats([-1, -2])) == -1)
    #expect(try similarity(floats([1, 0]), floats([0, 3])) == 0)
    #expect(try similarity(bytes([-128, 0]), bytes([-1, 0])) == 1)
    #expect(try similarity(bytes([-128, 127]), bytes([127, 127])) < 0)
    // Squares that single precision has not.
    #expect(try similarity(floats([1e30, 0]), floats([1e30, 0])) == 1)
  }

  @Test(
    "What has no similarity is refused with the reason",
    arguments: [
      (0, "quantized"), (1, "3 and 2 values"), (2, "zeros only"), (3, "no values"), (4, "not a number"),
      (5, "infinite"),
    ])
  func refusals(number: Int, reason: String) throws {
    let pairs = [
      (floats([1, 2]), bytes([1, 2])), (floats([1, 2, 3]), floats([1, 2])), (floats([0, 0]), floats([1, 2])),
      (bytes([]), bytes([])), (floats([.nan]), floats([1])), (floats([.infinity, 1]), floats([1, 1])),
    ]
    let error = #expect(throws: TasksError.self) { try similarity(pairs[number].0, pairs[number].1) }
    #expect(error?.code == .invalidArgumentError && error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }
}
