import VisionCore
import VisionResults

/// The elements of a tensor in JSON: flat, or nested as the shape is.
enum TensorData: Sendable {
  case bytes([UInt8])
  case texts([String])

  /// The maximum nesting of lists, that of `pixels`.
  private static let maxDepth = 4

  /// Reads elements. Type and nesting are known before, since each failed attempt to read another one takes microseconds.
  ///
  /// - Parameters:
  ///   - list: The outermost list.
  ///   - datatype: The tensor's type.
  ///   - depth: The number of sizes in its shape.
  /// - Throws: `TasksError` with `invalidArgumentError` for elements of another type or nesting.
  init(_ list: any UnkeyedDecodingContainer, datatype: String, depth: Int) throws {
    var list = list
    let depth = Self.isNested(list) ? min(depth, Self.maxDepth) : 1
    let isText = datatype == TensorType.bytes.rawValue
    do {
      self = isText ? .texts(try Self.read(&list, depth: depth)) : .bytes(try Self.read(&list, depth: depth))
    } catch {
      let element = isText ? "texts in Base64" : "whole numbers from 0 to 255"
      throw TasksError.invalidArgument(
        "The input's data is not a list of \(element), flat or nested to the \(depth.counted("level")) of its shape.")
    }
  }

  /// Whether the first element is a list.
  private static func isNested(_ list: any UnkeyedDecodingContainer) -> Bool {
    var list = list
    do {
      _ = try list.nestedUnkeyedContainer()
      return true
    } catch {
      return false
    }
  }

  private static func read<Element: Decodable>(
    _ list: inout any UnkeyedDecodingContainer, depth: Int
  ) throws -> [Element] {
    var elements: [Element] = []
    while !list.isAtEnd {
      if depth > 1 {
        var inner = try list.nestedUnkeyedContainer()
        elements += try read(&inner, depth: depth - 1)
      } else {
        elements.append(try list.decode(Element.self))
      }
    }
    return elements
  }
}
