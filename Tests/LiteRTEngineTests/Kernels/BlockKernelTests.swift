import CVisionConvolution
import Testing

@testable import LiteRTEngine

@Suite("Kernels for blocks of convolutions")
struct BlockKernelTests {
  /// An expansion, a window over it and a projection, as inverted residual blocks are made; the largest go by rows.
  @Test(
    "A fused block equals its plain kernels in turn, whole or by rows, on any number of threads",
    arguments: [8, 33, 96], [1, 2])
  func equalsPlain(size: Int32, stride: Int32) {
    for window in [3, 5] as [Int32] {
      let sample = BlockSample(size: size, window: window, stride: stride)
      let expected = sample.plain()
      onEachKernelPath { path in
        for members in [1, 2, 3] {
          #expect(sample.run(members: members) == expected, "\(path), window \(window), \(members) members")
        }
      }
    }
  }
}
