import VisionCore
import VisionImaging
import VisionResults

extension OutputTensors {
  /// The error of masks beyond a limit, in bytes.
  static func tooManyMasks(limit: Int) -> TasksError {
    TasksError(
      .outOfRangeError,
      "The masks have more than \(limit / 1_000_000) MB; send fewer or smaller images, ask for binary_data, which may have "
        + "\(InferLimits.maskBytes / 1_000_000) MB, or ask for other outputs.")
  }

  /// The shape of the masks, padded to the largest image.
  private var maskShape: [Int] {
    [
      answers.count, answers.map { $0.output.masks?.count ?? 0 }.max() ?? 0, answers.map(\.height).max() ?? 0,
      answers.map(\.width).max() ?? 0,
    ]
  }

  /// The size of the padded masks, in bytes.
  ///
  /// - Throws: `TasksError` with `outOfRangeError` beyond the limit.
  func maskBytes(limit: Int) throws -> Int {
    let shape = maskShape
    guard !shape.contains(0) else { return 0 }
    var size = MemoryLayout<Float>.size
    for factor in shape {
      let (product, overflows) = size.multipliedReportingOverflow(by: factor)
      guard !overflows, product <= limit else { throw Self.tooManyMasks(limit: limit) }
      size = product
    }
    return size
  }

  /// The masks, padded to the largest image, and their sizes.
  ///
  /// - Throws: `TasksError` with `outOfRangeError` when they would exceed the limit, before memory is taken.
  func masks(limit: Int) throws -> [OutputTensor] {
    let masks = answers.map { $0.output.masks ?? [] }
    let size = try maskBytes(limit: limit)
    let shape = maskShape
    let (subjects, height, width) = (shape[1], shape[2], shape[3])
    var values: [Float] = []
    values.reserveCapacity(size / MemoryLayout<Float>.size)
    for image in masks {
      for subject in 0..<subjects {
        let mask = subject < image.count ? image[subject] : nil
        // A mask has its image's size. Another one would not fit into the row.
        let fits = mask.map { $0.width <= width && $0.height <= height } ?? false
        Self.append(fits ? mask : nil, to: &values, width: width, height: height)
      }
    }
    let sizes = answers.flatMap { [Int32(clamping: $0.height), Int32(clamping: $0.width)] }
    return [
      OutputTensor(
        OutputFormat.TensorName.masks, shape: shape, .float32(values)),
      OutputTensor(OutputFormat.TensorName.maskSizes, shape: [answers.count, 2], .int32(sizes)),
    ]
  }

  private static func append(_ mask: Mask?, to values: inout [Float], width: Int, height: Int) {
    let rows = mask?.height ?? 0
    if let mask {
      let pixels = UnsafeBufferPointer(start: mask.float32Data, count: mask.width * mask.height)
      for row in 0..<rows {
        values += pixels[row * mask.width..<(row + 1) * mask.width]
        values += repeatElement(0, count: width - mask.width)
      }
      withExtendedLifetime(mask) {}
    }
    values += repeatElement(0, count: (height - rows) * width)
  }
}
