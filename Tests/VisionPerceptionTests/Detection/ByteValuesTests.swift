import Foundation
import Testing
import VisionPerception

@Suite("Numbers of quantized scores")
struct ByteValuesTests {
  @Test("A stored byte, with or without a sign, stands for scale times its distance from the zero point")
  func values() {
    let unsigned = ByteValues(scale: 0.5, zeroPoint: 127, isSigned: false)
    #expect(unsigned[127] == 0 && unsigned[0] == -63.5 && unsigned[255] == 64)
    let signed = ByteValues(scale: 0.25, zeroPoint: -128, isSigned: true)
    #expect(signed[0x80] == 0 && signed[0] == 32 && signed[0x7f] == 63.75)
  }

  @Test(
    "A zero point that no byte is gives numbers, never a trap",
    arguments: [Int64.min, .min + 1, -1 << 40, 1 << 40, .max])
  func hostileZeroPoint(zeroPoint: Int64) {
    let values = ByteValues(scale: 0.5, zeroPoint: zeroPoint, isSigned: false)
    #expect(values[0] == Float(-0.5 * Double(zeroPoint)))
    let rounded = ByteValues(scale: 0.1, zeroPoint: 0, isSigned: true)
      .roundedLogistic(scale: 1 / 256, zeroPoint: zeroPoint)
    #expect((0..<256).allSatisfy { rounded[UInt8($0)].isFinite })
  }

  @Test("The rounded logistic function has the steps of the model's output and never leaves 0...255 of them")
  func logistic() {
    let logits = ByteValues(scale: 0.1, zeroPoint: 0, isSigned: true)
    let scores = logits.roundedLogistic(scale: 1 / 256, zeroPoint: -128)
    #expect(scores[0] == 0.5)
    // 256 / (1 + exp(-1)) = 187.15.
    #expect(scores[10] == 187.0 / 256)
    // 256 / (1 + exp(-12.7)) = 255.9992 would be 256, which a byte does not hold.
    #expect(scores[127] == 255.0 / 256)
    #expect(scores[0x80] == 0)
    let rising = (0..<256).map { scores[UInt8($0) ^ scores.orderMask] }
    #expect(rising == rising.sorted())
  }

  @Test("The least byte that is good enough, in the order of the numbers", arguments: [false, true])
  func least(isSigned: Bool) {
    let values = ByteValues(scale: 0.5, zeroPoint: 0, isSigned: isSigned)
    for minimum: Float in [-70, -64, -1, 0, 0.3, 63.5, 100, 127.5, 128] {
      let expected = (0..<256).map { UInt8($0) }.filter { values[$0] >= minimum }.map { $0 ^ values.orderMask }.min()
      #expect(values.minByte(atLeast: minimum) == expected)
    }
    #expect(values.minByte(atLeast: 128) == nil)
  }
}
