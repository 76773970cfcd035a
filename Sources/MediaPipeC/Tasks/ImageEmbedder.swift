// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum ImageEmbedderInterface: TaskInterface {
  typealias Definition = ImageEmbedder

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    [OptionField("l2Normalize", .toggle), OptionField("quantize", .toggle)]
  }

  static func make(_ output: ImageEmbedderResult) -> MpEmbeddingResult {
    let embeddings = output.embeddingResult.embeddings.map { embedding in
      let (floats, bytes) = (embedding.floatValues ?? [], embedding.quantizedValues ?? [])
      return MpEmbedding(
        float_embedding: array(floats), quantized_embedding: array(bytes.map { UInt8(bitPattern: $0) }),
        values_count: UInt32(max(floats.count, bytes.count)), head_index: Int32(clamping: embedding.headIndex),
        head_name: text(embedding.headName))
    }
    return MpEmbeddingResult(
      embeddings: array(embeddings), embeddings_count: UInt32(embeddings.count),
      timestamp_ms: Int64(output.timestampInMilliseconds), has_timestamp_ms: true)
  }

  static func free(_ result: MpEmbeddingResult) {
    release(result.embeddings, result.embeddings_count) { embedding in
      release(embedding.float_embedding, 0)
      release(embedding.quantized_embedding, 0)
      release(embedding.head_name)
    }
  }
}

@c @implementation public func MpImageEmbedderCreate(
  _ options: UnsafePointer<MpImageEmbedderOptions>?, _ embedder: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { ImageEmbedderInterface.create(options, embedder, message) }

@c @implementation public func MpImageEmbedderEmbedImage(
  _ embedder: MpImageEmbedderPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpEmbeddingResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageEmbedderInterface.process(embedder, image, options, result, message) }

@c @implementation public func MpImageEmbedderEmbedForVideo(
  _ embedder: MpImageEmbedderPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpEmbeddingResult>?, _ message: ErrorMessage?
) -> MpStatus { ImageEmbedderInterface.process(embedder, image, options, at: timestamp, result, message) }

@c @implementation public func MpImageEmbedderEmbedAsync(
  _ embedder: MpImageEmbedderPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { ImageEmbedderInterface.sendFrame(embedder, image, options, timestamp, message) }

@c @implementation public func MpImageEmbedderCloseResult(_ result: UnsafeMutablePointer<MpEmbeddingResult>?) {
  ImageEmbedderInterface.closeResult(result, empty: MpEmbeddingResult())
}

@c @implementation public func MpImageEmbedderCosineSimilarity(
  _ first: UnsafePointer<MpEmbedding>?, _ second: UnsafePointer<MpEmbedding>?,
  _ similarity: UnsafeMutablePointer<Double>?, _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (first, second) = (try required(first, "The first embedding"), try required(second, "The second embedding"))
    try required(similarity, "similarity").pointee = EmbeddingVector(first.pointee)
      .cosineSimilarity(to: EmbeddingVector(second.pointee))
  }
}

extension EmbeddingVector {
  fileprivate init(_ embedding: MpEmbedding) {
    let count = Int(embedding.values_count)
    let values: Values =
      if let floats = embedding.float_embedding {
        .float32(Array(UnsafeBufferPointer(start: floats, count: count)))
      } else {
        .int8(
          UnsafeBufferPointer(
            start: embedding.quantized_embedding, count: embedding.quantized_embedding == nil ? 0 : count
          )
          .map { Int8(bitPattern: $0) })
      }
    self.init(headIndex: Int(embedding.head_index), headName: nil, values: values)
  }
}

@c @implementation public func MpImageEmbedderClose(
  _ embedder: MpImageEmbedderPtr?, _ message: ErrorMessage?
) -> MpStatus { ImageEmbedderInterface.close(embedder, message) }
