import NIOCore
import VisionTasks

struct InputTensor {
  static let noSharedMemory = TasksError.invalidArgument(
    "Shared memory is not supported; send the tensor in the request.")

  let images: [ImageSource]

  /// Reads a tensor from the JSON or from the bytes that follow it. Limits are checked before memory is taken.
  init(_ input: InferHeader.Input, binary: ByteBuffer, limits: InferLimits) throws {
    let bytes = try Self.binary(of: input, binary)
    switch input.name {
    case InputSpec.images.name:
      let count = try Self.sizes(of: input, as: InputSpec.images, limits)[0]
      images = try bytes.map { try Self.elements(of: $0, count: count) } ?? Self.texts(of: input, count: count)
    case InputSpec.pixels.name:
      let sizes = try Self.sizes(of: input, as: InputSpec.pixels, limits)
      guard let bytes = bytes ?? input.data?.bytes else {
        throw TasksError.invalidArgument("The input pixels needs data: whole numbers from 0 to 255.")
      }
      images = try Self.pixels(bytes, sizes, limits)
    default:
      throw TasksError.invalidArgument(
        "There is no input \"\(input.name.prefix(64))\"; there are \(InputSpec.images.name) and \(InputSpec.pixels.name)."
      )
    }
  }

  private static func binary(of input: InferHeader.Input, _ binary: ByteBuffer) throws -> ByteBuffer? {
    guard let size = input.parameters?.binaryDataSize else {
      guard binary.readableBytes == 0 else {
        throw TasksError.invalidArgument(
          "\(binary.readableBytes) bytes follow the JSON, but the input has no binary_data_size.")
      }
      return nil
    }
    guard size == binary.readableBytes else {
      throw TasksError.invalidArgument(
        "The input's binary_data_size is \(size); \(binary.readableBytes) bytes follow the JSON.")
    }
    guard input.data == nil else {
      throw TasksError.invalidArgument("The input has both data and binary_data_size; leave one of them out.")
    }
    return binary
  }

  private static func sizes(of input: InferHeader.Input, as spec: TensorSpec, _ limits: InferLimits) throws -> [Int] {
    guard input.datatype == spec.datatype.rawValue else {
      throw TasksError.invalidArgument(
        "The input \(spec.name) has the type \"\(input.datatype.prefix(16))\"; it is \(spec.datatype.rawValue).")
    }
    // Clients of servers with batches have a size for each element, too: [N, 1].
    let shape = spec.shape.count == 1 && input.shape.dropFirst() == [1] ? Array(input.shape.prefix(1)) : input.shape
    let fits = shape.count == spec.shape.count && zip(shape, spec.shape).allSatisfy { $0 > 0 && ($1 == -1 || $0 == $1) }
    guard fits else {
      throw TasksError.invalidArgument(
        "The input \(spec.name) has the shape \(input.shape.prefix(8)); it is \(spec.shape), where -1 stands for any number from 1."
      )
    }
    guard shape[0] <= limits.images else {
      throw TasksError.outOfRange("The request has \(shape[0]) images; at most \(limits.images) are allowed.")
    }
    return shape
  }

  /// Elements in binary form: the length in 4 bytes, lowest first, then the bytes.
  private static func elements(of bytes: ByteBuffer, count: Int) throws -> [ImageSource] {
    var rest = bytes
    let images = try (0..<count).map { index in
      guard let length = rest.readInteger(endianness: .little, as: UInt32.self),
        let image = rest.readSlice(length: Int(length))
      else { throw TasksError.invalidArgument("The input images ends in the middle of element \(index) of \(count).") }
      return ImageSource.encoded(image)
    }
    guard rest.readableBytes == 0 else {
      throw TasksError.invalidArgument("The input images has \(rest.readableBytes) bytes after its \(count) elements.")
    }
    return images
  }

  /// Elements in JSON: Base64, since JSON has no bytes.
  private static func texts(of input: InferHeader.Input, count: Int) throws -> [ImageSource] {
    guard case .texts(let texts)? = input.data, texts.count == count else {
      throw TasksError.invalidArgument("The input images needs data: \(count.counted("text")) in Base64.")
    }
    return try texts.enumerated().map { index, text in
      // Encoders of MIME break lines (RFC 2045).
      let isBroken = text.utf8.contains { $0 == UInt8(ascii: "\n") }
      let plain = isBroken ? text.filter { !$0.isWhitespace } : text
      guard let bytes = Data(base64Encoded: plain) else {
        throw TasksError.invalidArgument("Element \(index) of the input images is no Base64\(hint(to: plain)).")
      }
      return .encoded(ByteBuffer(bytes: bytes))
    }
  }

  private static func hint(to text: String) -> String {
    if text.hasPrefix("data:") { return " but a data URL; send what follows its comma" }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) {
      return " but in the alphabet of URLs, or something else; - and _ have to be + and /"
    }
    return text.utf8.count % 4 == 0 ? "" : "; its length has to be a multiple of 4, with = at its end"
  }

  private static func pixels(_ bytes: ByteBuffer, _ sizes: [Int], _ limits: InferLimits) throws -> [ImageSource] {
    let (height, width) = (sizes[1], sizes[2])
    let (pixels, overflows) = height.multipliedReportingOverflow(by: width)
    guard !overflows, pixels <= limits.pixels else {
      throw TasksError.outOfRange(
        "The images have \(width) x \(height) pixels; at most \(limits.pixels) in all are allowed.")
    }
    // Both factors are limited, so the product does not overflow.
    let size = pixels * sizes[3]
    guard size.multipliedReportingOverflow(by: sizes[0]) == (bytes.readableBytes, false) else {
      throw TasksError.invalidArgument(
        "The input pixels has \(bytes.readableBytes) bytes; its shape \(sizes) needs another number.")
    }
    var rest = bytes
    return try (0..<sizes[0]).map { _ in
      guard let image = rest.readSlice(length: size) else {
        throw TasksError.internalFailure("The input pixels is shorter than was checked.")
      }
      return .pixels(image, width: width, height: height)
    }
  }
}

enum TensorData: Sendable {
  case bytes([UInt8])
  case texts([String])

  fileprivate var bytes: ByteBuffer? { if case .bytes(let numbers) = self { ByteBuffer(bytes: numbers) } else { nil } }

  private static let maxDepth = 4

  /// Type and nesting are known before the elements are read: each failed attempt to read others takes microseconds.
  init(_ list: any UnkeyedDecodingContainer, datatype: String, shape: [Int]) throws {
    var list = list
    guard let type = InputSpec.all.map(\.datatype).first(where: { $0.rawValue == datatype }) else {
      let known = InputSpec.all.map { "\($0.name) is \($0.datatype.rawValue)" }.joined(separator: ", ")
      throw TasksError.invalidArgument("The input has the type \"\(datatype.prefix(16))\"; \(known).")
    }
    let sizes = Self.isNested(list) ? shape.prefix(Self.maxDepth) : []
    let isText = type == .bytes
    do {
      self = isText ? .texts(try Self.read(&list, sizes)) : .bytes(try Self.read(&list, sizes))
    } catch let error as TasksError { throw error } catch {
      let element = isText ? "texts in Base64" : "whole numbers from 0 to 255"
      let levels = max(min(shape.count, Self.maxDepth), 1).counted("level")
      throw TasksError.invalidArgument(
        "The input's data is not a list of \(element), as for \(type.rawValue), flat or nested to the \(levels) of its shape."
      )
    }
  }

  private static func isNested(_ list: any UnkeyedDecodingContainer) -> Bool {
    var list = list
    return (try? list.nestedUnkeyedContainer()) != nil
  }

  /// Reads lists in lists of these sizes, or a flat list of any size.
  private static func read<Element: Decodable>(
    _ list: inout any UnkeyedDecodingContainer, _ sizes: ArraySlice<Int>
  ) throws -> [Element] {
    var elements: [Element] = []
    var count = 0
    while !list.isAtEnd {
      if sizes.count > 1 {
        var inner = try list.nestedUnkeyedContainer()
        elements += try read(&inner, sizes.dropFirst())
      } else {
        elements.append(try list.decode(Element.self))
      }
      count += 1
    }
    guard count == sizes.first ?? count else {
      throw TasksError.invalidArgument(
        "The input's data has a list of \(count) where its shape has \(sizes.first ?? 0); flat data is allowed, too.")
    }
    return elements
  }
}

package enum InputSpec {
  package static let images = TensorSpec("images", .bytes, [-1])
  /// RGB pixels: images, rows, columns, channels.
  package static let pixels = TensorSpec("pixels", .uint8, [-1, -1, -1, 3])
  package static let all = [images, pixels]
}
