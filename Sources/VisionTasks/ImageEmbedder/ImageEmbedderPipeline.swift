import VisionModels

/// Computes feature vectors of independent images.
///
/// ```
/// image → stretched to the input → model → per output (head): dequantize → L2 normalize → quantize
/// ```
///
/// Source: MediaPipe's `image_embedder_graph` and `tensors_to_embeddings_calculator`. Owns its model and memory; not
/// Sendable, one frame at a time.
package final class ImageEmbedderPipeline: TaskPipeline {
  private static let stage = "image"

  private let model: ImageModel
  private let heads: [Head]
  private let isTimed: Bool
  private let recorder: StageRecorder?

  package init(options: ImageEmbedderOptions, recorder: StageRecorder? = nil) throws {
    let tensors = try TensorModel(options.baseOptions, for: "image embedder")
    model = try ImageModel(model: tensors, stage: Self.stage, border: .replicate, recorder: recorder)
    heads = try tensors.floatOutputs().enumerated().map { index, output in
      Head(index: index, output: output, metadata: tensors.metadata, options: options)
    }
    isTimed = options.runningMode != .image
    self.recorder = recorder
  }

  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> ImageEmbedderResult {
    try compute(frame, timestampInMilliseconds: time)
    let embeddings = recorder.measure(Self.stage + ": result") { heads.map(\.embedding) }
    return ImageEmbedderResult(
      embeddingResult: EmbeddingResult(embeddings: embeddings, timestampInMilliseconds: isTimed ? time : 0),
      timestampInMilliseconds: time)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try model.run(on: frame.image, region: frame.exactRect.pixels(in: frame.image.size))
    recorder.measure(Self.stage + ": decode") { for head in heads { head.output.refresh() } }
  }
}

private struct Head {
  let output: FloatOutput
  private let index: Int
  private let name: String?
  private let normalizes, quantizes: Bool

  init(index: Int, output: FloatOutput, metadata: ModelMetadata?, options: ImageEmbedderOptions) {
    (self.index, self.output) = (index, output)
    let tensors = metadata?.outputs ?? []
    name = tensors.indices.contains(index) && !tensors[index].name.isEmpty ? tensors[index].name : nil
    (normalizes, quantizes) = (options.l2Normalize, options.quantize)
  }

  var embedding: Embedding {
    let scale = normalizes ? inverseLength : 1
    let values: EmbeddingVector.Values =
      quantizes ? .int8(output.values.map { Self.byte($0 * scale) }) : .float32(output.values.map { $0 * scale })
    return Embedding(EmbeddingVector(headIndex: index, headName: name, values: values))
  }

  /// 1 for a vector of zeros. Added one after another in single precision, as in MediaPipe.
  private var inverseLength: Float {
    var sum: Float = 0
    for value in output.values { sum += value * value }
    return sum > 0 ? 1 / sum.squareRoot() : 1
  }

  /// Halves are rounded away from zero. NaN, which MediaPipe leaves to the processor, is 0.
  private static func byte(_ value: Float) -> Int8 {
    let scaled = (value * 128).rounded(.toNearestOrAwayFromZero)
    return scaled.isNaN ? 0 : Int8(min(max(scaled, -128), 127))
  }
}
