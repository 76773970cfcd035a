import Testing

@Suite("Resizing of the reference, computed by hand")
struct ResizingTests {
  private static func bilinear(_ options: [Int: [Double]], to width: Double) throws -> [Double] {
    let data = try ReferenceTensor.floats([1, 1, 3, 1], [0, 4, 8])
    return try OperatorSample(name: "RESIZE_BILINEAR", options: options).run(data, .integers([1, width])).numbers
  }

  @Test("Bilinear: corners where the scale puts them, aligned corners, and half pixels")
  func bilinear() throws {
    #expect(try Self.bilinear([:], to: 6) == [0, 2, 4, 6, 8, 8])
    #expect(try Self.bilinear([2: [1]], to: 5) == [0, 2, 4, 6, 8])
    #expect(try Self.bilinear([3: [1]], to: 6) == [0, 1, 3, 5, 7, 8])
  }

  @Test("Bilinear weights of rows and columns multiply")
  func both() throws {
    let data = try ReferenceTensor.floats([1, 2, 2, 1], [0, 4, 8, 100])
    let found = try OperatorSample(name: "RESIZE_BILINEAR", options: [2: [1]]).run(data, .integers([3, 3]))
    #expect((found.shape, found.numbers) == ([1, 3, 3, 1], [0, 2, 4, 4, 28, 52, 8, 54, 100]))
  }

  @Test("Nearest neighbors round down, by a float32 scale")
  func nearest() throws {
    let data = try ReferenceTensor.bytes([1, 1, 3, 1], [1, 2, 3], step: 1, zero: 0)
    let sample = OperatorSample(name: "RESIZE_NEAREST_NEIGHBOR", type: .int8, quantization: .one(1, 0))
    #expect(try sample.run(data, .integers([2, 5])).numbers == [1, 1, 2, 2, 3, 1, 1, 2, 2, 3])
  }
}
