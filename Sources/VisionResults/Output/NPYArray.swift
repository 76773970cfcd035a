import Foundation
import VisionCore

/// A two-dimensional array in NumPy's file format, version 1.0: a row for each frame, with the values of all heads one
/// after another.
///
/// The header has the number of rows and always the same length, so it can be written last.
/// Source: NEP 1 (`numpy.lib.format`).
package struct NPYArray {
  package static let headerLength = 128

  package private(set) var rowCount = 0
  private var shape: (type: String, columns: Int)?

  package init() {}

  /// Adds a frame's row, and returns its bytes; nil for an output without embeddings.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a row of another length or type than the ones before.
  package mutating func row(of output: any TaskOutput) throws(TasksError) -> Data? {
    let vectors = output.parts.lazy.compactMap { $0 as? EmbeddingsPart }.flatMap(\.vectors)
    guard !vectors.isEmpty else { return nil }
    var (bytes, types, columns) = (Data(), Set<String>(), 0)
    for vector in vectors {
      columns += vector.values.count
      switch vector.values {
      case .float32(let values):
        types.insert("<f4")
        for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
      case .int8(let values):
        types.insert("|i1")
        values.withUnsafeBytes { bytes.append(contentsOf: $0) }
      }
    }
    let type = types.first ?? "<f4"
    guard types.count == 1, shape.map({ $0 == (type, columns) }) != false else {
      throw .invalidArgument(
        "The frame has \(columns) values of type \(types.sorted().joined(separator: ", ")), but the rows before have "
          + "\(shape?.columns ?? columns) of type \(shape?.type ?? type); an array needs rows of one length and type.")
    }
    shape = (type, columns)
    rowCount += 1
    return bytes
  }

  package var header: Data {
    let (type, columns) = shape ?? ("<f4", 0)
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(rowCount), \(columns)), }"
    let length = Self.headerLength - 10
    let padded = text + String(repeating: " ", count: max(0, length - 1 - text.utf8.count)) + "\n"
    return Data([0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(length), 0]) + Data(padded.utf8)
  }
}
