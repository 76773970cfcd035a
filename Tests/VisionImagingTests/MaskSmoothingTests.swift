import Foundation
import Testing
import VisionImaging

@Suite("Masks from frame to frame")
struct MaskSmoothingTests {
  private func blended(_ value: Float, with previous: Float) -> Float {
    var values = [value]
    values.withUnsafeMutableBufferPointer { values in
      [previous].withUnsafeBufferPointer { MaskSmoothing.blend(values, with: $0) }
    }
    return values[0]
  }

  @Test("Sure pixels keep the new value, unsure ones take 70 % of the old one")
  func ends() {
    #expect(abs(blended(0.5, with: 1) - 0.85) < 1e-6)
    #expect(abs(blended(0.5, with: 0) - 0.15) < 1e-6)
    for sure: Float in [0, 1] { #expect(abs(blended(sure, with: 1 - sure) - sure) < 1e-4) }
  }

  @Test("In between the old value's share falls with certainty, alike on both sides")
  func between() {
    for (value, share): (Float, Float) in [(0.45, 0.985785), (0.4, 0.943246), (0.25, 0.657662), (0.1, 0.220383)] {
      #expect(abs(blended(value, with: value + 1) - value - 0.7 * share) < 1e-5)
      #expect(abs(blended(1 - value, with: 2 - value) - (1 - value) - 0.7 * share) < 1e-5)
    }
  }

  @Test("As many values as both have are blended")
  func counts() {
    var values: [Float] = [0.5, 0.5]
    values.withUnsafeMutableBufferPointer { values in
      [Float(1)].withUnsafeBufferPointer { MaskSmoothing.blend(values, with: $0) }
    }
    #expect(values == [0.85, 0.5])
  }
}
