import Foundation

/// The key of a buffer's attributes for the number that the distance between rows has to be a multiple of: a power of two
/// up to 4096. It is the only attribute that is looked at; without it rows are padded to 64 bytes.
/// Safe to share since the string is never changed.
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"

/// What is called when a buffer over the caller's memory is let go, with the caller's pointer and the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// The largest width and height, that of the tasks' pictures; products of it cannot overflow.
private let maximumDimension = 65_535

/// Makes a pixel buffer whose bytes are zero.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - width: The width in pixels, 1...65 535.
///   - height: The height in pixels, 1...65 535.
///   - pixelFormatType: `kCVPixelFormatType_32BGRA`, `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange` or
///     `kCVPixelFormatType_420YpCbCr8BiPlanarFullRange`. In the last two an odd picture's chroma plane is rounded up.
///   - pixelBufferAttributes: nil, or a dictionary; see `kCVPixelBufferBytesPerRowAlignmentKey`.
///   - pixelBufferOut: Gets the buffer; nil when there is none.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat`,
///   `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnAllocationFailed`.
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard (1...maximumDimension).contains(width), (1...maximumDimension).contains(height) else {
    return kCVReturnInvalidSize
  }
  var alignment = 64
  if let wish = pixelBufferAttributes?[kCVPixelBufferBytesPerRowAlignmentKey] {
    guard let number = (wish as? NSNumber)?.intValue ?? (wish as? Int), (1...4096).contains(number),
      number.nonzeroBitCount == 1
    else { return kCVReturnInvalidPixelBufferAttributes }
    alignment = number
  }
  func padded(_ bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
  let planes: [PixelPlane]
  switch pixelFormatType {
  case kCVPixelFormatType_32BGRA:
    planes = [PixelPlane(offset: 0, width: width, height: height, bytesPerRow: padded(4 * width))]
  case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
    let luma = PixelPlane(offset: 0, width: width, height: height, bytesPerRow: padded(width))
    let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
    planes = [
      luma,
      PixelPlane(
        offset: luma.bytesPerRow * height, width: chromaWidth, height: chromaHeight,
        bytesPerRow: padded(2 * chromaWidth)),
    ]
  default:
    return kCVReturnInvalidPixelFormat
  }
  let byteCount = planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
  guard let memory = PixelMemory(byteCount: byteCount) else { return kCVReturnAllocationFailed }
  pixelBufferOut.pointee = CVPixelBuffer(
    width: width, height: height, format: pixelFormatType, planes: planes, memory: memory)
  return kCVReturnSuccess
}

/// Makes a pixel buffer over memory of the caller's; nothing is copied.
///
/// - Parameters:
///   - allocator: `kCFAllocatorDefault`.
///   - width: The width in pixels, 1...65 535.
///   - height: The height in pixels, 1...65 535.
///   - pixelFormatType: `kCVPixelFormatType_32BGRA`.
///   - baseAddress: The first byte of the top row; it has to stay valid until the release callback is called, or, without
///     one, as long as the buffer lives.
///   - bytesPerRow: The distance between rows, at least `4 * width`.
///   - releaseCallback: Called once when the buffer is let go; not called when no buffer was made.
///   - releaseRefCon: Handed to the callback.
///   - pixelBufferAttributes: Not looked at, since the memory is given.
///   - pixelBufferOut: Gets the buffer; nil when there is none.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize` or `kCVReturnInvalidPixelFormat`.
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  guard pixelFormatType == kCVPixelFormatType_32BGRA else { return kCVReturnInvalidPixelFormat }
  guard (1...maximumDimension).contains(width), (1...maximumDimension).contains(height), bytesPerRow >= 4 * width,
    !bytesPerRow.multipliedReportingOverflow(by: height).overflow
  else { return kCVReturnInvalidSize }
  let memory = PixelMemory(borrowing: baseAddress) { releaseCallback?(releaseRefCon, baseAddress) }
  let plane = PixelPlane(offset: 0, width: width, height: height, bytesPerRow: bytesPerRow)
  pixelBufferOut.pointee = CVPixelBuffer(
    width: width, height: height, format: pixelFormatType, planes: [plane], memory: memory)
  return kCVReturnSuccess
}
