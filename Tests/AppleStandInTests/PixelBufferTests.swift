import CoreVideo
import Testing

@Suite struct PixelBufferTests {
  @Test("A BGRA buffer has one plane of padded rows that keeps what is written")
  func bgra() throws {
    let buffer = try PixelBuffers.empty(5, 3, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetWidth(buffer) == 5)
    #expect(CVPixelBufferGetHeight(buffer) == 3)
    #expect(CVPixelBufferGetBytesPerRow(buffer) == 64)
    #expect(CVPixelBufferGetDataSize(buffer) == 192)
    #expect(!CVPixelBufferIsPlanar(buffer))
    #expect(CVPixelBufferGetPlaneCount(buffer) == 0)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == 0x4247_5241)
    CVPixelBufferLockBaseAddress(buffer, [])
    try #require(CVPixelBufferGetBaseAddress(buffer)).storeBytes(of: 7, toByteOffset: 191, as: UInt8.self)
    CVPixelBufferUnlockBaseAddress(buffer, [])
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferGetBaseAddress(buffer)?.load(fromByteOffset: 191, as: UInt8.self) == 7)
    CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
  }

  @Test("A 4:2:0 buffer of odd size rounds its chroma up")
  func planes() throws {
    let buffer = try PixelBuffers.empty(65, 3, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect((0...2).map { CVPixelBufferGetWidthOfPlane(buffer, $0) } == [65, 33, 0])
    #expect((0...2).map { CVPixelBufferGetHeightOfPlane(buffer, $0) } == [3, 2, 0])
    #expect((0...2).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) } == [128, 128, 0])
    #expect(CVPixelBufferGetDataSize(buffer) == 128 * 5)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, -1) == nil)
    let planes = (0...1).compactMap { CVPixelBufferGetBaseAddressOfPlane(buffer, $0) }
    #expect(try #require(planes.first) + 384 == planes.last)
  }

  @Test("Memory is given only between lock and unlock, which take the same flags")
  func locks() throws {
    let buffer = try PixelBuffers.empty(2, 2, kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
  }

  @Test(
    "Sizes and formats that cannot be had are refused by their codes",
    arguments: [
      (0, 1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize), (1, -1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
      (65_536, 1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize), (1, Int.max, 0, kCVReturnInvalidSize),
      (4, 4, 0x20, kCVReturnInvalidPixelFormat),
    ])
  func refused(width: Int, height: Int, format: OSType, code: CVReturn) {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, width, height, format, nil, &buffer) == code)
    #expect(buffer == nil)
  }

  @Test("The wish for rows of a certain alignment is heeded")
  func alignment() throws {
    var buffer: CVPixelBuffer?
    let wish = [kCVPixelBufferBytesPerRowAlignmentKey as String: 16] as CFDictionary
    #expect(CVPixelBufferCreate(nil, 5, 1, kCVPixelFormatType_32BGRA, wish, &buffer) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBytesPerRow(try #require(buffer)) == 32)
    let odd = [kCVPixelBufferBytesPerRowAlignmentKey as String: 3] as CFDictionary
    let status = CVPixelBufferCreate(nil, 5, 1, kCVPixelFormatType_32BGRA, odd, &buffer)
    #expect(status == kCVReturnInvalidPixelBufferAttributes)
  }

  @Test("The attributes of Apple's drawing and graphics are accepted, by buffers and pools")
  func compatibility() throws {
    let attributes =
      [
        kCVPixelBufferCGImageCompatibilityKey: kCFBooleanTrue!,
        kCVPixelBufferCGBitmapContextCompatibilityKey: kCFBooleanTrue as Any,
        kCVPixelBufferMetalCompatibilityKey: true, kCVPixelBufferIOSurfacePropertiesKey: [String: Any](),
        kCVPixelBufferBytesPerRowAlignmentKey: 16,
      ] as CFDictionary
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 5, 3, kCVPixelFormatType_32BGRA, attributes, &buffer) == kCVReturnSuccess)
    let made = try #require(buffer)
    #expect(CVPixelBufferGetBytesPerRow(made) == 32)
    #expect(CVImageBufferGetDisplaySize(made) == CGSize(width: 5, height: 3))
    #expect(CVImageBufferGetEncodedSize(made) == CGSize(width: 5, height: 3))
    let ofPool: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey as String: 5,
      kCVPixelBufferHeightKey as String: 3, kCVPixelBufferIOSurfacePropertiesKey as String: [:] as CFDictionary,
      kCVPixelBufferMetalCompatibilityKey as String: kCFBooleanFalse!,
    ]
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, ofPool as CFDictionary, &pool) == kCVReturnSuccess)
    #expect(kCFBooleanTrue.boolValue && !kCFBooleanFalse.boolValue)
  }

  @Test("A pool uses memory again, limits what is in use, and can be let go before its buffers")
  func pool() throws {
    let attributes =
      [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelBufferWidthKey as String: 6, kCVPixelBufferHeightKey as String: 4,
      ] as CFDictionary
    var made: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(kCFAllocatorDefault, nil, attributes, &made) == kCVReturnSuccess)
    var pool: CVPixelBufferPool? = made
    made = nil
    func buffer(_ limit: Int? = nil) throws -> (CVPixelBuffer?, CVReturn) {
      var buffer: CVPixelBuffer?
      let auxiliary = limit.map { [kCVPixelBufferPoolAllocationThresholdKey as String: $0] as CFDictionary }
      let status = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, try #require(pool), auxiliary, &buffer)
      return (buffer, status)
    }
    func address(_ buffer: CVPixelBuffer?) throws -> UnsafeMutableRawPointer {
      let buffer = try #require(buffer)
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      return try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 1))
    }
    var first = try buffer().0
    #expect(try CVPixelBufferGetWidth(#require(first)) == 6)
    #expect(try CVPixelBufferGetPlaneCount(#require(first)) == 2)
    let place = try address(first)
    let second = try buffer(2)
    #expect(try address(second.0) != place)
    #expect(try buffer(2).1 == kCVReturnWouldExceedAllocationThreshold)
    first = nil
    let third = try buffer(2).0
    #expect(try address(third) == place)
    CVPixelBufferPoolFlush(try #require(pool), .excessBuffers)
    pool = nil
    try address(third).storeBytes(of: 1, as: UInt8.self)
  }

  @Test("A pool needs a format and a size")
  func poolAttributes() {
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    let whole: [String: Int] = [
      kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
      kCVPixelBufferWidthKey as String: 0, kCVPixelBufferHeightKey as String: 4,
    ]
    #expect(CVPixelBufferPoolCreate(nil, nil, whole as CFDictionary, &pool) == kCVReturnInvalidSize)
    let count = [kCVPixelBufferPoolMinimumBufferCountKey as String: -1] as CFDictionary
    #expect(CVPixelBufferPoolCreate(nil, count, whole as CFDictionary, &pool) == kCVReturnInvalidPoolAttributes)
    #expect(pool == nil)
  }

  @Test("A buffer over the caller's memory copies nothing and gives it back once")
  func withBytes() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    calls.initialize(to: 0)
    defer {
      memory.deallocate()
      calls.deallocate()
    }
    var buffer: CVPixelBuffer?
    let release: CVPixelBufferReleaseBytesCallback = { calls, _ in
      calls?.assumingMemoryBound(to: Int.self).pointee += 1
    }
    func make(_ bytesPerRow: Int) -> CVReturn {
      CVPixelBufferCreateWithBytes(
        nil, 2, 2, kCVPixelFormatType_32BGRA, memory, bytesPerRow, release, calls, nil, &buffer)
    }
    #expect(make(7) == kCVReturnInvalidSize)
    #expect(calls.pointee == 0)
    #expect(make(8) == kCVReturnSuccess)
    CVPixelBufferLockBaseAddress(try #require(buffer), .readOnly)
    #expect(CVPixelBufferGetBaseAddress(try #require(buffer)) == memory)
    buffer = nil
    #expect(calls.pointee == 1)
  }

  @Test("A buffer over the caller's planes uses them in place, wherever each lies, and hands them back once")
  func planarBytes() throws {
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    calls.initialize(to: 0)
    defer {
      memory.deallocate()
      calls.deallocate()
    }
    for offset in 0..<64 { memory.storeBytes(of: UInt8(offset), toByteOffset: offset, as: UInt8.self) }
    // 5 x 3 pixels: the chroma, 3 x 2 pairs, before the luma.
    func make(_ format: OSType, lumaStride: Int = 8, chromaWidth: Int = 3, count: Int = 2) -> (CVReturn, CVPixelBuffer?)
    {
      var addresses: [UnsafeMutableRawPointer?] = [memory + 24, memory]
      var (widths, heights, strides) = ([5, chromaWidth], [3, 2], [lumaStride, 6])
      var buffer: CVPixelBuffer?
      let code = CVPixelBufferCreateWithPlanarBytes(
        nil, 5, 3, format, memory, 64, count, &addresses, &widths, &heights, &strides,
        { context, _, size, count, planes in
          let isWhole = size == 64 && count == 2 && planes?[0] != nil && planes?[1] != nil
          context?.assumingMemoryBound(to: Int.self).pointee += isWhole ? 1 : 100
        }, calls, nil, &buffer)
      return (code, buffer)
    }
    #expect(make(format, lumaStride: 4).0 == kCVReturnInvalidSize)
    #expect(make(format, chromaWidth: 2).0 == kCVReturnInvalidSize)
    #expect(make(format, count: 1).0 == kCVReturnInvalidArgument)
    #expect(make(kCVPixelFormatType_32BGRA).0 == kCVReturnInvalidPixelFormat)
    #expect(calls.pointee == 0)
    try autoreleasepool {
      let buffer = try #require(make(format).1)
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == memory + 24)
      #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 1) == memory)
      #expect((0...1).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) } == [8, 6])
      CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }
    #expect(calls.pointee == 1)
  }
}
