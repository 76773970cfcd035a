import Foundation
import Testing
import VisionImaging

@Suite struct MaskTests {
  @Test("Floats become bytes by cutting, and nothing outside 0...1 traps")
  func floatsToBytes() throws {
    let floats: [Float] = [0, 0.5, 1, 0.999, -1, 2, .nan, .infinity]
    let mask = try #require(Mask(float32Data: floats, width: 4, height: 2, shouldCopy: true))
    #expect(mask.dataType == .float32)
    #expect((0..<8).map { mask.uint8Data[$0] } == [0, 127, 255, 254, 0, 255, 0, 255])
    #expect(mask.uint8Data == mask.uint8Data)
  }

  @Test("Bytes become floats by a division by 255")
  func bytesToFloats() throws {
    let bytes: [UInt8] = [0, 51, 255]
    let mask = try #require(Mask(uInt8Data: bytes, width: 3, height: 1, shouldCopy: true))
    #expect(mask.dataType == .uInt8)
    #expect((0..<3).map { mask.float32Data[$0] } == [0, 0.2, 1])
  }

  @Test("A borrowing mask shows the caller's memory, its copy has its own")
  func borrowing() throws {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
    defer { memory.deallocate() }
    memory.initialize(repeating: 9, count: 2)
    let mask = try #require(Mask(uInt8Data: memory, width: 2, height: 1, shouldCopy: false))
    let copy = try #require(mask.copy() as? Mask)
    memory[1] = 8
    #expect(mask.uint8Data[1] == 8)
    #expect(copy.uint8Data[1] == 9)
    #expect(copy.dataType == .uInt8)
    #expect(copy.width == 2)
  }

  @Test("Impossible sizes give nil", arguments: [(0, 1), (1, 0), (-1, -1), (Int.max, 2), (Int.max / 2, 1)])
  func impossibleSizes(width: Int, height: Int) {
    #expect(Mask(uInt8Data: [0], width: width, height: height, shouldCopy: false) == nil)
    #expect(Mask(float32Data: [0], width: width, height: height, shouldCopy: false) == nil)
  }

  @Test("The scoped values are those of the pointers, and outlive the caller's last mention of the mask")
  func scopedValues() throws {
    func makeMask() throws -> Mask {
      try #require(Mask(uInt8Data: [0, 51, 255, 102], width: 2, height: 2, shouldCopy: true))
    }
    // The temporary mask has no owner but the call.
    #expect(try makeMask().withUnsafeFloats { Array($0) } == [0, 0.2, 1, 0.4])
    #expect(try makeMask().withUnsafeBytes { Array($0) } == [0, 51, 255, 102])
    let mask = try makeMask()
    #expect(mask.withUnsafeFloats { $0.baseAddress } == mask.float32Data)
    #expect("\(mask)" == "2 x 2 uInt8 mask")
  }
}
