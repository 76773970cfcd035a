import VisionModels

/// A segmenter with a plane for the user's points, of the form of the published one: it returns its input, so that its
/// masks are what the task gave it.
package struct PointSample {
  package var width = 64
  package var height = 48
  package var channels = 4
  package var hasNormalization = true
  /// Another shape of the masks, with as many elements; nil for the image's.
  package var maskShape: [Int32]?

  package init() {}

  /// Its channels as classes: red, green, blue and the points.
  package var bytes: [UInt8] {
    let count = Int32(channels)
    let weights = (0..<channels).flatMap { row in (0..<channels).map { Float($0 == row ? 1 : 0) } }
    func tensor(_ shape: [Int32], _ buffer: UInt32, _ name: String) -> [Int: FlatBufferValue] {
      [0: .ints(shape), 1: .uint8(0), 2: .uint32(buffer), 3: .text(name)]
    }
    let image: [Int32] = [1, Int32(height), Int32(width), count]
    var tensors = [
      tensor(image, 0, "image"), tensor([count, 1, 1, count], 1, "weights"), tensor([count], 2, "bias"),
      tensor(image, 0, "masks"),
    ]
    var operators: [[Int: FlatBufferValue]] = [
      [
        0: .uint32(0), 1: .ints([0, 1, 2]), 2: .ints([3]), 3: .uint8(1),
        4: .table([1: .int32(1), 2: .int32(1)]),
      ]
    ]
    if let maskShape {
      tensors.append(tensor(maskShape, 0, "reshaped"))
      operators.append([
        0: .uint32(1), 1: .ints([3]), 2: .ints([4]), 3: .uint8(17), 4: .table([0: .ints(maskShape)]),
      ])
    }
    return FlatBufferWriter.write(
      [
        0: .uint32(3),
        1: .tables([
          [0: .uint8(3), 2: .int32(1), 3: .int32(3)], [0: .uint8(22), 2: .int32(1), 3: .int32(22)],
        ]),
        2: .tables([
          [
            0: .tables(tensors), 1: .ints([0]), 2: .ints([Int32(tensors.count - 1)]), 3: .tables(operators),
          ]
        ]),
        4: .tables([
          [:], [0: .bytes(bytes(of: weights))], [0: .bytes(bytes(of: [Float](repeating: 0, count: channels)))],
          [0: .bytes(FlatBufferWriter.write(metadata, identifier: "M001"))],
        ]),
        6: .tables([[0: .text("TFLITE_METADATA"), 1: .uint32(3)]]),
      ], identifier: "TFL3")
  }

  private func bytes(of numbers: [Float]) -> [UInt8] {
    numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
  }

  private var metadata: [Int: FlatBufferValue] {
    var input: [Int: FlatBufferValue] = [
      0: .text("image"), 3: .table([0: .uint8(2), 1: .table([0: .uint8(1)])]),
    ]
    if hasNormalization {
      input[4] = .tables([[0: .uint8(1), 1: .table([0: .floats([0]), 1: .floats([255])])]])
    }
    return [0: .text("Points"), 3: .tables([[2: .tables([input]), 3: .tables([[0: .text("masks")]])]])]
  }
}
