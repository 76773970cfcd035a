import Testing

@Suite("Reductions of the reference, computed by hand")
struct ReductionTests {
  @Test(
    "Along one dimension",
    arguments: [
      ("SUM", [9.0, 3]), ("MEAN", [3, 1]), ("REDUCE_MAX", [6, 4]), ("REDUCE_MIN", [1, -2]),
    ])
  func oneAxis(name: String, results: [Double]) throws {
    let data = try ReferenceTensor.floats([2, 3], [1, 2, 6, 4, 1, -2])
    let found = try OperatorSample(name: name).run(data, ReferenceTensor.integers([-1]))
    #expect((found.shape, found.numbers) == ([2], results))
  }

  @Test("Reductions along outer dimensions, kept with size 1 or removed")
  func outerAxes() throws {
    let data = try ReferenceTensor.floats([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8])
    let axes = try ReferenceTensor.integers([0, 1])
    let kept = try OperatorSample(name: "MEAN", options: [0: [1]]).run(data, axes)
    #expect((kept.shape, kept.numbers) == ([1, 1, 2], [4, 5]))
    #expect(try OperatorSample(name: "SUM").run(data, axes).shape == [2])
  }
}
