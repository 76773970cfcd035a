import Foundation

/// How a pixel buffer of some size and format lies in memory, or the code that says why there can be none.
struct PixelLayout: Sendable {
  /// The largest width and height, that of the tasks' images; products of it cannot overflow.
  static let maximumDimension = 65_535

  let width: Int
  let height: Int
  let format: OSType
  let planes: [PixelPlane]

  var byteCount: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }

  /// Lays out a buffer.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, 1...65 535.
  ///   - height: The height in pixels, 1...65 535.
  ///   - format: One of the three formats that are offered.
  ///   - attributes: nil, or a dictionary; see `kCVPixelBufferBytesPerRowAlignmentKey`.
  /// - Throws: A `CVReturn` in a `PixelLayout.Refusal`.
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
      planes = [
        luma,
        PixelPlane(
          offset: luma.bytesPerRow * height, width: chromaWidth, height: chromaHeight,
          bytesPerRow: padded(2 * chromaWidth)),
      ]
    default:
      throw Refusal(code: kCVReturnInvalidPixelFormat)
    }
    self.width = width
    self.height = height
    self.format = format
  }

  /// Whether images may have this size.
  static func isAllowed(_ width: Int, _ height: Int) -> Bool {
    (1...maximumDimension).contains(width) && (1...maximumDimension).contains(height)
  }

  /// The number that the distance between rows has to be a multiple of.
  private static func alignment(in attributes: CFDictionary?) throws(Refusal) -> Int {
    guard let attributes, attributes[kCVPixelBufferBytesPerRowAlignmentKey] != nil else { return 64 }
    guard let number = attributes.wholeNumber(kCVPixelBufferBytesPerRowAlignmentKey), (1...4096).contains(number),
      number.nonzeroBitCount == 1
    else { throw Refusal(code: kCVReturnInvalidPixelBufferAttributes) }
    return number
  }

  /// Why there can be no such buffer.
  struct Refusal: Error {
    let code: CVReturn
  }
}

extension CFDictionary {
  /// The whole number under a key; nil when there is none.
  func wholeNumber(_ key: CFString) -> Int? {
    let value = self[key]
    // A Swift number in a dictionary is one or the other, depending on how the dictionary was made.
    return (value as? NSNumber).flatMap { Int(exactly: $0) }
      ?? (value as? any BinaryInteger).flatMap { Int(exactly: $0) }
  }
}
