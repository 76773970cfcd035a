import CMediaPipe
import TestSupport
import Testing

@Suite("Images in C")
struct CImageTests {
  @Test("An image has a copy of its values, and says where each one is")
  func values() throws {
    var image: MpImagePtr?
    var values = (0..<24).map(UInt8.init)
    try CCall { MpImageCreateFromUint8Data(kMpImageFormatSrgb, 4, 2, &values, 24, &image, $0) }.requireSuccess()
    defer { MpImageFree(image) }
    values = [UInt8](repeating: 0, count: 24)
    #expect(MpImageGetWidth(image) == 4 && MpImageGetHeight(image) == 2 && MpImageGetChannels(image) == 3)
    #expect(MpImageGetByteDepth(image) == 1 && MpImageGetWidthStep(image) == 12)
    #expect(MpImageGetFormat(image) == kMpImageFormatSrgb && MpImageIsContiguous(image) && !MpImageIsEmpty(image))
    var data: UnsafePointer<UInt8>?
    try CCall { MpImageDataUint8(image, &data, $0) }.requireSuccess()
    #expect(UnsafeBufferPointer(start: data, count: 24).elementsEqual((0..<24).map(UInt8.init)))
    var value: UInt8 = 0
    try CCall { MpImageGetValueUint8(image, [1, 3, 2], 3, &value, $0) }.requireSuccess()
    #expect(value == 23)
    let outside = CCall { MpImageGetValueUint8(image, [0, 4, 0], 3, &value, $0) }
    #expect(outside.status == kMpOutOfRange && outside.message.contains("column 4"), "\(outside.message)")
    var floats: UnsafePointer<Float>?
    #expect(CCall { MpImageDataFloat32(image, &floats, $0) }.status == kMpInvalidArgument)
  }

  @Test("A copy keeps the pixels when the first image is freed, also from the next image, which reuses freed memory")
  func copies() throws {
    var (image, copy): (MpImagePtr?, MpImagePtr?)
    var values: [Float] = [0.25, 0.5, 0.75, 1]
    try CCall { MpImageCreateFromFloatData(kMpImageFormatVec32F1, 2, 2, &values, 4, &image, $0) }.requireSuccess()
    try CCall { MpImageCreateFromImageFrame(image, &copy, $0) }.requireSuccess()
    MpImageFree(image)
    defer { MpImageFree(copy) }
    for _ in 0..<4 {
      var (next, zeros): (MpImagePtr?, [Float]) = (nil, [0, 0, 0, 0])
      try CCall { MpImageCreateFromFloatData(kMpImageFormatVec32F1, 2, 2, &zeros, 4, &next, $0) }.requireSuccess()
      MpImageFree(next)
    }
    var data: UnsafePointer<Float>?
    try CCall { MpImageDataFloat32(copy, &data, $0) }.requireSuccess()
    #expect(data?[2] == 0.75)
  }

  @Test("Random formats, sizes, numbers of values and NULL never read beyond the values")
  func hostile() {
    var generator = SeededGenerator(seed: 40)
    let sizes: [Int32] = [.min, -1, 0, 1, 2, 3, 7, 65_535, 1 << 20, .max]
    var values = [UInt8](repeating: 3, count: 64)
    var made = 0
    for _ in 0..<3000 {
      let format = MpImageFormat(rawValue: .random(in: 0...14, using: &generator))
      let (width, height) = (sizes.randomElement(using: &generator) ?? 0, sizes.randomElement(using: &generator) ?? 0)
      // The caller vouches for the values, which are 64 at the most.
      let count = Int32.random(in: -2...64, using: &generator)
      var image: MpImagePtr? = nil
      let call = CCall { MpImageCreateFromUint8Data(format, width, height, &values, count, &image, $0) }
      #expect((call.status == kMpOk) == (image != nil))
      #expect(call.status == kMpOk || !call.message.isEmpty)
      if image != nil { made += 1 }
      MpImageFree(image)
    }
    #expect(made > 0)
    var image: MpImagePtr?
    #expect(CCall { MpImageCreateFromUint8Data(kMpImageFormatSrgb, 1, 1, nil, 3, &image, $0) }.message.contains("NULL"))
    #expect(CCall { MpImageCreateFromFile(nil, &image, $0) }.status == kMpInvalidArgument)
    #expect(CCall { MpImageCreateFromFile("/nowhere.png", &image, $0) }.status == kMpNotFound)
    #expect(MpImageCreateFromUint8Data(kMpImageFormatSrgb, 1, 1, &values, 3, nil, nil) == kMpInvalidArgument)
    #expect(MpImageIsEmpty(nil) && MpImageGetWidth(nil) == 0)
    MpImageFree(nil)
  }
}
