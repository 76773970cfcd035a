import NIOCore
import VisionTasks

/// The results of a request's images as named tensors, made from the parts of the results. The first size of every
/// tensor is the number of images, the second one the maximum number of subjects. Subjects that an image lacks are
/// padding: zeros, empty texts, or -1 for indices and IDs. `count` has the number of an image's subjects.
struct OutputTensors {
  let answers: [ImageAnswer]
  let format: OutputFormat
  /// The properties of the options that are on, which optional parts need.
  let options: Set<String>

  /// The wanted tensors, in the order of the metadata. `limit` is that of masks in bytes; `take` takes their memory.
  func tensors(
    where isWanted: @escaping @Sendable (String) -> Bool, limit: Int,
    taking take: @escaping @Sendable (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> [OutputTensor] {
    let request = TensorRequest(
      sizes: answers.map { ($0.width, $0.height) },
      reserve: { bytes in
        guard bytes <= limit else { throw Self.tooManyMasks(limit: limit) }
        try take(bytes)
      }, isWanted: isWanted)
    let outputs = answers.map { $0.output.parts }
    let counts = outputs.map { Int32($0.map(\.count).max() ?? 0) }
    var tensors = [OutputTensor(OutputFormat.countTensor.name, shape: [answers.count], .int32(counts))]
    for (place, part) in format.parts.enumerated() where part.isPresent(with: options) {
      tensors += try part.tensors(ofPart: place, in: outputs, for: request)
    }
    return tensors.filter { isWanted($0.name) }
  }

  static func tooManyMasks(limit: Int) -> TasksError {
    TasksError.outOfRange(
      "The masks have more than \(limit.megabytes); send fewer or smaller images, ask for binary_data, which may have "
        + "\(InferLimits.maskBytes.megabytes), or ask for other outputs.")
  }

  /// The best classes of each image as texts, `SCORE:INDEX:NAME`, as the protocol's classification extension writes
  /// them. Images with fewer classes than others have empty texts.
  func classification(of name: String, count: Int) -> OutputTensor {
    let best = answers.map { answer in
      answer.output.parts.flatMap { $0.classes(ofTensor: name) }.sorted { $0.score > $1.score }.prefix(count)
        .map { category in
          "\(String(format: "%f", category.score)):\(category.index)"
            + (category.categoryName.map { $0.isEmpty ? "" : ":" + $0 } ?? "")
        }
    }
    let width = best.map(\.count).max() ?? 0
    return OutputTensor(
      name, shape: [answers.count, width], .texts(best.flatMap { $0 + Array(repeating: "", count: width - $0.count) }))
  }
}

extension OutputFormat {
  static let countTensor = TensorSpec("count", .int32, [-1])
  package static let jsonTensor = TensorSpec("json", .bytes, [-1])

  /// The tensors, without those that a request has to ask for; `options` are the properties of the options that are on.
  package func tensors(with options: Set<String>) -> [TensorSpec] {
    [Self.countTensor] + parts.filter { $0.isPresent(with: options) }.flatMap(\.tensors)
  }

  /// The tensors in whose place a request may ask for classes.
  func classTensors(with options: Set<String>) -> [String] {
    parts.filter { $0.isPresent(with: options) }.flatMap(\.classTensors)
  }
}

extension PartFormat {
  /// Whether results have the part, with these properties of options on.
  fileprivate func isPresent(with options: Set<String>) -> Bool { option.map(options.contains) ?? true }
}

extension OutputTensor {
  var byteCount: Int {
    switch values {
    case .texts(let texts): texts.reduce(0) { $0 + 4 + $1.utf8.count }
    default: values.count * (values.type.byteCount ?? 0)
    }
  }

  /// Appends the elements in binary form: little-endian, texts with their length in 4 bytes before them.
  func write(to buffer: inout ByteBuffer) {
    switch values {
    case .uint8(let values): buffer.writeBytes(values)
    case .int32(let values): for value in values { buffer.writeInteger(value, endianness: .little) }
    case .int64(let values): for value in values { buffer.writeInteger(value, endianness: .little) }
    case .float32(let values): Self.write(values, to: &buffer)
    case .texts(let texts):
      for text in texts {
        buffer.writeInteger(UInt32(clamping: text.utf8.count), endianness: .little)
        buffer.writeString(text)
      }
    }
  }

  private static func write(_ values: [Float], to buffer: inout ByteBuffer) {
    #if _endian(little)
      // Masks have millions of values.
      values.withUnsafeBytes { _ = buffer.writeBytes($0) }
    #else
      for value in values { buffer.writeInteger(value.bitPattern, endianness: .little) }
    #endif
  }
}
