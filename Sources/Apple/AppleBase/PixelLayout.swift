struct PixelLayout: Sendable {
  /// Maximum width and height, the limit of the tasks' images. Products of it cannot overflow.
  static let maximumDimension = 65_535
  let width: Int
  let height: Int
  let format: OSType
  var planes: [PixelPlane]

  var byteCount: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }
}

extension PixelLayout {
  init(width: Int, height: Int, format: OSType, attributes: CFDictionary?) throws(Refusal) {
    guard Self.isAllowed(width, height) else { throw Refusal(code: kCVReturnInvalidSize) }
    let alignment = try Self.alignment(in: attributes)
    func padded(_ bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
    switch format {
    case kCVPixelFormatType_32BGRA:
      planes = [PixelPlane(offset: 0, width: width, height: height, bytesPerRow: padded(4 * width))]
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      let luma = PixelPlane(offset: 0, width: width, height: height, bytesPerRow: padded(width))
      let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
      let (offset, bytesPerRow) = (luma.bytesPerRow * height, padded(2 * chromaWidth))
      planes = [luma, PixelPlane(offset: offset, width: chromaWidth, height: chromaHeight, bytesPerRow: bytesPerRow)]
    default: throw Refusal(code: kCVReturnInvalidPixelFormat)
    }
    (self.width, self.height, self.format) = (width, height, format)
  }

  static func isAllowed(_ width: Int, _ height: Int) -> Bool {
    (1...maximumDimension).contains(width) && (1...maximumDimension).contains(height)
  }

  private static func alignment(in attributes: CFDictionary?) throws(Refusal) -> Int {
    guard let attributes, attributes[kCVPixelBufferBytesPerRowAlignmentKey] != nil else { return 64 }
    guard let number = attributes.wholeNumber(kCVPixelBufferBytesPerRowAlignmentKey), (1...4096).contains(number),
      number.nonzeroBitCount == 1
    else { throw Refusal(code: kCVReturnInvalidPixelBufferAttributes) }
    return number
  }
}

/// Why there is no buffer or pool.
struct Refusal: Error { let code: CVReturn }

/// Makes an object in the way of Core Video's functions: `out` is nil with every code but `kCVReturnSuccess`.
func returning<Object>(_ out: UnsafeMutablePointer<Object?>, _ make: () throws(Refusal) -> Object) -> CVReturn {
  out.pointee = nil
  do {
    out.pointee = try make()
    return kCVReturnSuccess
  } catch { return error.code }
}

extension CFDictionary {
  package func wholeNumber(_ key: CFString) -> Int? {
    let value = self[key]
    // A Swift integer stays one or becomes an NSNumber, depending on how the dictionary was made.
    return (value as? NSNumber).flatMap { Int(exactly: $0) }
      ?? (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
  }
}

struct PixelPlane: Sendable {
  let offset: Int
  let width: Int
  let height: Int
  let bytesPerRow: Int
}

final class PixelMemory {
  let address: UnsafeMutableRawPointer
  private let release: () -> Void

  init(byteCount: Int) throws(Refusal) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, max(byteCount, 1)) == 0, let memory else {
      throw Refusal(code: kCVReturnAllocationFailed)
    }
    memset(memory, 0, max(byteCount, 1))
    address = memory
    release = { free(memory) }
  }

  init(borrowing address: UnsafeMutableRawPointer, release: @escaping () -> Void) {
    (self.address, self.release) = (address, release)
  }

  deinit { release() }
}
