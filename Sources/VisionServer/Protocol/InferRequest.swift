import Foundation
import NIOCore
import VisionCore

/// An inference request of the Open Inference Protocol, checked. Its bytes are not to be trusted.
package struct InferRequest: Sendable {
  /// An output that the client asks for.
  package struct Output: Sendable, Hashable {
    package let name: String
    /// Whether its elements are sent in binary form.
    package let isBinary: Bool
    /// How many classes are wanted in place of the tensor, as texts; nil for the tensor.
    package var classes: Int?
  }

  /// The client's ID of the request, which the response repeats; nil without one.
  package let id: String?
  /// The images, at least one.
  package let images: [ImageSource]
  /// The wanted outputs; nil for all but the JSON.
  package let outputs: [Output]?
  /// Whether outputs are sent in binary form unless they say otherwise.
  package let isBinary: Bool

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - body: The request's body.
  ///   - headerLength: The bytes of JSON before the binary tensors; nil when the body has JSON only.
  ///   - limits: The limits.
  /// - Throws: `TasksError` with `invalidArgumentError` for what the protocol or this server does not allow, `outOfRangeError` for
  ///   what exceeds a limit.
  package init(_ body: ByteBuffer, headerLength: Int?, limits: InferLimits) throws {
    let length = try Self.jsonLength(headerLength, in: body)
    let header = try Self.header(body.readableBytesView.prefix(length))
    guard header.inputs.count == 1, let input = header.inputs.first else {
      throw TasksError.invalidArgument(
        "The request has \(header.inputs.count) inputs; it takes one, \(InputSpec.images.name) or \(InputSpec.pixels.name)."
      )
    }
    let binary = body.getSlice(at: body.readerIndex + length, length: body.readableBytes - length) ?? ByteBuffer()
    images = try InputTensor(input, binary: binary, limits: limits).images
    let isBinary = header.parameters?.binaryDataOutput ?? false
    self.isBinary = isBinary
    id = try header.id.map { try Self.checked($0, "id") }
    outputs = try Self.outputs(header.outputs, isBinary: isBinary)
  }

  /// The memory that reading a request's JSON takes, in bytes.
  ///
  /// - Parameters:
  ///   - headerLength: The bytes of JSON that the request states, any number; nil when the body has JSON only.
  ///   - body: The request's body.
  /// - Returns: The number of bytes.
  /// - Throws: `TasksError` with `invalidArgumentError` for a length that the body does not have, `outOfRangeError` beyond the limit.
  package static func jsonMemory(_ headerLength: Int?, in body: ByteBuffer) throws -> Int {
    try jsonLength(headerLength, in: body) * InferLimits.memoryPerJSONByte
  }

  private static func jsonLength(_ headerLength: Int?, in body: ByteBuffer) throws -> Int {
    let length = headerLength ?? body.readableBytes
    guard (0...body.readableBytes).contains(length) else {
      throw TasksError.invalidArgument(
        "\(InferResponse.lengthName) is \(length); the request has \(body.readableBytes) bytes.")
    }
    guard length <= InferLimits.jsonBytes else {
      throw TasksError(
        .outOfRangeError,
        "The request has \(length) bytes of JSON; at most \(InferLimits.jsonBytes) are allowed. Send images in binary form."
      )
    }
    return length
  }

  private static func header(_ json: ByteBufferView) throws -> InferHeader {
    // The decoder refuses bytes that are no UTF-8, and more than 512 levels.
    try JSONDecoder().decode(InferHeader.self, from: Data(json))
  }

  private static func outputs(_ list: [InferHeader.Output]?, isBinary: Bool) throws -> [Output]? {
    guard let list, !list.isEmpty else { return nil }
    guard list.count <= InferLimits.outputs else {
      throw TasksError(
        .outOfRangeError, "The request asks for \(list.count) outputs; at most \(InferLimits.outputs) are allowed.")
    }
    var names: Set<String> = []
    return try list.map { output in
      guard names.insert(output.name).inserted else {
        throw TasksError.invalidArgument("The request asks twice for the output \"\(output.name.prefix(64))\".")
      }
      let classes = output.parameters?.classification
      guard classes.map({ (1...InferLimits.classes).contains($0) }) ?? true else {
        throw TasksError.invalidArgument(
          "The classification of an output is \(classes ?? 0); allowed are 1 to \(InferLimits.classes) classes.")
      }
      return Output(
        name: try checked(output.name, "output"), isBinary: output.parameters?.binaryData ?? isBinary, classes: classes)
    }
  }

  private static func checked(_ text: String, _ what: String) throws -> String {
    guard text.utf8.count <= InferLimits.nameLength else {
      throw TasksError(
        .outOfRangeError,
        "The request's \(what) has \(text.utf8.count) bytes; at most \(InferLimits.nameLength) are allowed.")
    }
    return text
  }
}
