import Foundation
import VisionImaging

/// A mask in JSON: `width`, `height`, `dataType` (`uInt8` or `float32`) and `data`, the values row by row in Base64,
/// floats in little-endian order, which is that of all supported processors.
package struct MaskSnapshot: Codable {
  private enum Values: String, Codable {
    case uInt8, float32
  }

  private let width: Int
  private let height: Int
  private let dataType: Values
  private let data: Data

  package init(_ mask: Mask) {
    (width, height) = (mask.width, mask.height)
    switch mask.dataType {
    case .uInt8:
      dataType = .uInt8
      data = mask.withUnsafeBytes { Data(buffer: $0) }
    case .float32:
      dataType = .float32
      data = mask.withUnsafeFloats { Data(buffer: $0) }
    }
  }

  /// Makes the mask with these values.
  ///
  /// - Parameter codingPath: The mask's coding path, for the error.
  /// - Returns: The mask, with its own memory.
  /// - Throws: `DecodingError` for a size that does not match the number of bytes.
  package func mask(codingPath: [any CodingKey]) throws -> Mask {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    let stride = dataType == .uInt8 ? 1 : MemoryLayout<Float>.stride
    guard width > 0, height > 0, !overflows, data.count / stride == count, data.count % stride == 0,
      let mask = makeMask()
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "A mask of \(width) x \(height) values of type \(dataType.rawValue) cannot have "
            + "\(data.count) bytes."))
    }
    return mask
  }

  private func makeMask() -> Mask? {
    switch dataType {
    case .float32:
      Mask(width: width, height: height) { floats in _ = data.copyBytes(to: floats) }
    case .uInt8:
      data.withUnsafeBytes { bytes in
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress.flatMap {
          Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true)
        }
      }
    }
  }
}
