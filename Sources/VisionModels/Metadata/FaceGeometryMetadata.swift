import VisionCore

/// The canonical face of a face landmarker bundle: its points, and their weights for the pose in space.
/// Source: MediaPipe's protocol buffer `GeometryPipelineMetadata`. Its file comes from outside, so that every length is
/// checked.
package struct FaceGeometryMetadata: Sendable {
  package static let fileName = "geometry_pipeline_metadata_landmarks.binarypb"
  /// The number of landmarks with a place in the canonical face: all but the irises.
  package static let landmarkCount = 468
  /// Each point has a place in space, in centimetres, and one in a texture.
  private static let valuesPerPoint = 5

  private enum Field {
    static let mesh = 1
    static let meshVertices = 3
    static let weight = 2
    static let weightLandmark = 1
    static let weightValue = 2
  }

  package let points: [SIMD3<Float>]
  /// The weight of each point, 0 or more.
  package private(set) var weights = [Float](repeating: 0, count: Self.landmarkCount)

  /// - Throws: `TasksError` with `invalidArgumentError` for bytes that are not such a file.
  package init(_ data: ModelData) throws(TasksError) {
    var vertices: [Float] = []
    var message = ProtobufReader(data, of: Self.fileName)
    while let field = try message.next() {
      guard case .bytes(var part) = field.value else { continue }
      switch field.number {
      case Field.mesh:
        while let inner = try part.next() {
          if inner.number == Field.meshVertices { vertices += try part.floats(inner) }
        }
      case Field.weight:
        var (landmark, weight) = (UInt64(0), Float(0))
        while let inner = try part.next() {
          if inner.number == Field.weightLandmark, case .integer(let index) = inner.value { landmark = index }
          if inner.number == Field.weightValue, case .fixed32(let bits) = inner.value {
            weight = Float(bitPattern: bits)
          }
        }
        guard landmark < UInt64(Self.landmarkCount), weight.isFinite, weight >= 0 else {
          throw message.damaged("landmark \(landmark) has the weight \(weight)")
        }
        weights[Int(landmark)] = weight
      default: break
      }
    }
    guard vertices.count == Self.landmarkCount * Self.valuesPerPoint, vertices.allSatisfy(\.isFinite) else {
      throw message.damaged(
        "its mesh has \(vertices.count.counted("number")), not \(Self.landmarkCount * Self.valuesPerPoint) finite ones")
    }
    points = stride(from: 0, to: vertices.count, by: Self.valuesPerPoint).map {
      SIMD3(vertices[$0], vertices[$0 + 1], vertices[$0 + 2])
    }
  }
}

/// The fields of a message in protocol buffers' binary form, from an untrusted source: every position is checked.
/// A package with generated code would be many times this for one file of two nested messages.
package struct ProtobufReader {
  package enum Value {
    case integer(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    /// A text, a message or packed numbers.
    case bytes(ProtobufReader)
  }

  private let data: ModelData
  private let name: String
  private var position: Int
  private let end: Int

  /// `name` is the file's in messages.
  package init(_ data: ModelData, of name: String) { self.init(data, name, 0..<data.count) }

  private init(_ data: ModelData, _ name: String, _ range: Range<Int>) {
    (self.data, self.name, position, end) = (data, name, range.lowerBound, range.upperBound)
  }

  /// Reads the next field; nil at the end.
  package mutating func next() throws(TasksError) -> (number: Int, value: Value)? {
    guard position < end else { return nil }
    let key = try varint()
    let value: Value =
      switch key & 7 {
      case 0: .integer(try varint())
      case 1: .fixed64(try fixed())
      case 2: .bytes(try part(try varint()))
      case 5: .fixed32(try fixed())
      default: throw damaged("byte \(position) begins a field of the unknown type \(key & 7)")
      }
    return (Int(clamping: key >> 3), value)
  }

  /// The float32 values of a field of `next()`, packed or a single one.
  package func floats(_ field: (number: Int, value: Value)) throws(TasksError) -> [Float] {
    switch field.value {
    case .fixed32(let bits): return [Float(bitPattern: bits)]
    case .bytes(var part):
      guard (part.end - part.position) % 4 == 0 else { throw damaged("a list of numbers ends within one") }
      var values: [Float] = []
      while part.position < part.end { values.append(Float(bitPattern: try part.fixed())) }
      return values
    default: throw damaged("field \(field.number) has no numbers")
    }
  }

  package func damaged(_ what: String) -> TasksError {
    TasksError.invalidArgument("\(name) is damaged: \(what). Fetch or copy the model file again.")
  }

  private mutating func varint() throws(TasksError) -> UInt64 {
    var result: UInt64 = 0
    // Ten bytes hold 64 bits; what the last has beyond them is dropped, as everywhere.
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte: UInt8 = try fixed()
      result |= UInt64(byte & 127) << shift
      if byte < 128 { return result }
    }
    throw damaged("a number before byte \(position) has more than ten bytes")
  }

  private mutating func fixed<Integer: FixedWidthInteger>() throws(TasksError) -> Integer {
    let size = MemoryLayout<Integer>.size
    guard size <= end - position, let value = data.integer(Integer.self, at: position) else {
      throw damaged("it ends at byte \(end), within a field")
    }
    position += size
    return value
  }

  private mutating func part(_ length: UInt64) throws(TasksError) -> ProtobufReader {
    guard length <= UInt64(end - position) else {
      throw damaged("a field of \(length) bytes at byte \(position) runs past byte \(end)")
    }
    defer { position += Int(length) }
    return ProtobufReader(data, name, position..<(position + Int(length)))
  }
}
