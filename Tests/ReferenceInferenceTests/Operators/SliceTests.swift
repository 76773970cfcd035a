import Testing

@Suite("Slices of the reference, by hand")
struct SliceTests {
  private static let data = (0..<12).map { Double($0) }

  @Test("Begins, ends and strides; negative ones count from the end; masks leave them out")
  func stridedSlice() throws {
    let data = try ReferenceTensor.floats([3, 4], Self.data)
    func slice(_ options: [Int: [Double]], _ begin: [Double], _ end: [Double], _ stride: [Double]) throws
      -> ReferenceTensor
    {
      try OperatorSample(name: "STRIDED_SLICE", options: options)
        .run(data, .integers(begin), .integers(end), .integers(stride))
    }
    let plain = try slice([:], [1, -3], [3, 4], [1, 2])
    #expect((plain.shape, plain.numbers) == ([2, 2], [5, 7, 9, 11]))
    let masked = try slice([0: [1], 1: [2]], [2, 3], [1, 0], [1, 1])
    #expect((masked.shape, masked.numbers) == ([1, 1], [3]))
    let shrunk = try slice([1: [2], 4: [1]], [-1, 0], [0, 0], [1, 3])
    #expect((shrunk.shape, shrunk.numbers) == ([2], [8, 11]))
  }

  @Test("Gathering along an inner dimension")
  func gather() throws {
    let data = try ReferenceTensor.floats([2, 3, 2], Self.data)
    let found = try OperatorSample(name: "GATHER", options: [0: [-2]]).run(data, ReferenceTensor.integers([2, 0]))
    #expect((found.shape, found.numbers) == ([2, 2, 2], [4, 5, 0, 1, 10, 11, 6, 7]))
  }

  @Test("Unpacking gives a result for each place of a dimension")
  func unpack() throws {
    let data = try ReferenceTensor.floats([2, 2, 3], Self.data)
    let found = try OperatorSample(name: "UNPACK", options: [1: [-1]], count: 3).results([data])
    #expect(found.map(\.shape) == [[2, 2], [2, 2], [2, 2]])
    #expect(found.map(\.numbers) == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]])
  }
}
