import CVisionConvolution
import TestSupport
import Testing

@testable import LiteRTEngine

@Suite("Convolution kernels for sparse weights")
struct SparseKernelTests {
  /// Pixels that fill no vector, one tile and several unequal ones; input channels of one block and several.
  @Test(
    "Sparse kernels equal the plain kernel to the last bit on any number of threads",
    arguments: [1, 7, 16, 49, 64, 65, 200, 784], [8, 24, 128, 200, 392])
  func equalsPlain(pixels: Int, inputs: Int) {
    var generator = SeededGenerator(seed: UInt64(1000 * pixels + inputs))
    let team = KernelThreadPool(threadCount: 3)
    for outputs in [8, 16, 40, 112] {
      let sample = SparseSample(pixels: pixels, inputs: inputs, outputs: outputs, using: &generator)
      let expected = sample.run { vision_sparse_plain($0, $1, $2, $3, $4) }
      onEachKernelPath { path in
        #expect(sample.run { vision_sparse($0, $1, $2, $3, $4, nil) } == expected, "\(path)")
        #expect(sample.run { vision_sparse($0, $1, $2, $3, $4, team.limited) } == expected, "\(path)")
      }
    }
  }

  @Test("The plain sparse kernel equals a hand-computed sum of products")
  func plain() {
    var sample = SparseSample(
      pixels: 2, inputs: 8, outputs: 8, starts: [0, 2, 2, 3, 3, 3, 3, 3, 3], columns: [1, 6, 0], values: [2, -3, 10])
    sample.biases = [1, 2, 3, 4, 5, 6, 7, 8]
    sample.input = (0..<16).map(Float.init)
    let output = sample.run { vision_sparse_plain($0, $1, $2, $3, $4) }.map(Float.init(bitPattern:))
    // Pixel 0: 1 + 2 * 1 - 3 * 6 = -15 and 3 + 10 * 0; pixel 1: 1 + 2 * 9 - 3 * 14 = -23 and 3 + 10 * 8, bounded to 20.
    #expect(output == [-10, 2, 3, 4, 5, 6, 7, 8, -10, 2, 20, 4, 5, 6, 7, 8])
  }
}
