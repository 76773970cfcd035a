import Foundation
import TestSupport
import Testing
import VisionCore
import VisionModels

@Suite struct FaceGeometryMetadataTests {
  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var rest = bytes.count
    repeat {
      length.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return [number << 3 | 2] + length + bytes
  }

  private static func little(_ value: Float) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }

  /// A file of 468 points: packed numbers, or each in a field of its own as the published one has them.
  private static func file(packed: Bool, weight: (UInt8, Float) = (4, 0.5), count: Int = 468 * 5) -> [UInt8] {
    let numbers = (0..<count).map { little(Float($0)) }
    let vertices = packed ? field(3, numbers.flatMap { $0 }) : numbers.flatMap { [3 << 3 | 5] + $0 }
    // A number, 8 bytes and a text of fields that nobody needs.
    let unknown: [UInt8] = [1 << 3, 200, 1] + [9 << 3 | 1] + [UInt8](repeating: 0, count: 8) + field(15, [1, 2, 3])
    return field(1, unknown + vertices) + field(2, [1 << 3, weight.0] + [2 << 3 | 5] + little(weight.1))
      + field(2, [2 << 3 | 5] + little(0.25))
  }

  @Test("Points and weights are read, packed or not; a missing index is 0", arguments: [true, false])
  func reads(packed: Bool) throws {
    let metadata = try FaceGeometryMetadata(ModelData(Self.file(packed: packed)))
    #expect(metadata.points.count == 468 && metadata.weights.count == 468)
    #expect(metadata.points[2] == SIMD3(10, 11, 12))
    #expect(metadata.weights[4] == 0.5 && metadata.weights[0] == 0.25 && metadata.weights[5] == 0)
  }

  @Test("Wrong counts, indices and weights are errors that name the file")
  func wrong() {
    let files: [[UInt8]] = [
      [], [0xFF], Self.file(packed: true, count: 467 * 5), Self.file(packed: false, count: 12),
      Self.file(packed: true, weight: (4, -1)), Self.file(packed: true, weight: (4, .nan)),
      Self.field(2, [1 << 3, 0xD4, 3]), Self.field(2, [1 << 3] + Array(repeating: 0xFF, count: 10)),
      Self.field(1, Self.field(3, [1, 2, 3])), Self.field(1, [3 << 3, 1]),
      [1 << 3 | 2] + Array(repeating: 0xFF, count: 9) + [1], [1 << 3 | 3],
    ]
    for bytes in files {
      let error = #expect(throws: TasksError.self) { try FaceGeometryMetadata(ModelData(bytes)) }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.hasPrefix(FaceGeometryMetadata.fileName) == true)
    }
  }

  @Test("Cut and damaged files give an error or a result, never a crash")
  func mutations() throws {
    let file = Self.file(packed: true)
    var random = SeededGenerator(seed: 12)
    var accepted = 0
    for round in 0..<3000 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Mostly where lengths and keys are.
        let end = round % 2 == 0 ? 30 : bytes.count
        bytes[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
      if (try? FaceGeometryMetadata(ModelData(bytes))) != nil { accepted += 1 }
    }
    #expect(accepted > 300 && accepted < 2700)
  }

  @Test("The published bundle's face: 468 points, 33 weights", .needs(.shared))
  func published() throws {
    let bundle = try TaskBundle(ModelData(contentsOfFile: SharedFolder.path("models/face_landmarker.task")))
    let metadata = try FaceGeometryMetadata(bundle.member(named: FaceGeometryMetadata.fileName))
    #expect(metadata.weights.filter { $0 > 0 }.count == 33)
    #expect(metadata.points.allSatisfy { abs($0.x) < 10 && abs($0.y) < 12 && abs($0.z) < 10 })
  }
}
