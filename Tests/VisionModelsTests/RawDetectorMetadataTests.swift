import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Metadata of detectors with raw outputs")
struct RawDetectorMetadataTests {
  private static let anchors: FlatBufferValue = .table([
    0: .table([
      0: .tables([
        [0: .float(0.25), 1: .float(0.5), 2: .float(0.125), 3: .float(1)], [0: .float(0.75), 3: .float(2)],
      ])
    ])
  ])
  private static let decoding: FlatBufferValue = .table([
    0: .int32(90), 1: .int32(2), 2: .int32(6), 3: .int32(4), 4: .int32(1), 5: .int32(2), 6: .float(10), 7: .float(20),
    8: .float(5), 9: .float(6), 10: .uint8(1), 11: .uint8(1),
  ])

  private func bytes(_ root: [Int: FlatBufferValue], identifier: String = "V001") -> [UInt8] {
    FlatBufferWriter.write(root, identifier: identifier)
  }

  @Test("Anchors and every figure are read, at any alignment")
  func contents() throws {
    let written = bytes([0: .text("1.5.0"), 1: Self.anchors, 2: Self.decoding])
    for shift in 0..<4 {
      let shifted = ModelData([UInt8](repeating: 9, count: shift) + written)
      let metadata = try RawDetectorMetadata(shifted.slice(shift..<shifted.count))
      #expect(
        metadata.anchors == [
          DetectorAnchor(xCenter: 0.25, yCenter: 0.5, width: 0.125, height: 1),
          DetectorAnchor(xCenter: 0.75, yCenter: 0, width: 0, height: 2),
        ])
      #expect(metadata.classCount == 90 && metadata.boxCount == 2 && metadata.valuesPerBox == 6)
      #expect(metadata.keypointOffset == 4 && metadata.keypointCount == 1 && metadata.valuesPerKeypoint == 2)
      #expect(metadata.xScale == 10 && metadata.yScale == 20 && metadata.widthScale == 5 && metadata.heightScale == 6)
      #expect(metadata.hasExponentialSize && metadata.hasLogitScores)
    }
  }

  @Test("Missing anchors, missing figures, another identifier and a newer parser are refused")
  func refusals() {
    let cases: [([UInt8], String)] = [
      (bytes([2: Self.decoding]), "no fixed anchors"),
      (bytes([1: .table([:]), 2: Self.decoding]), "no fixed anchors"),
      (bytes([1: Self.anchors]), "no options for decoding"),
      (bytes([1: Self.anchors, 2: Self.decoding], identifier: "V002"), "V001"),
      (bytes([0: .text("9.9.9"), 1: Self.anchors, 2: Self.decoding]), "9.9.9"),
      ([], "V001"),
    ]
    for (bytes, words) in cases {
      let error = #expect(throws: TasksError.self) { try RawDetectorMetadata(ModelData(bytes)) }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Cut and changed bytes are an error or a value, never a crash")
  func hostile() {
    let whole = bytes([0: .text("1.5.0"), 1: Self.anchors, 2: Self.decoding])
    for count in 0..<4 { #expect(throws: TasksError.self) { try RawDetectorMetadata(ModelData(whole.prefix(count))) } }
    var refused = 0
    for count in 4..<whole.count where isRefused(Array(whole.prefix(count))) { refused += 1 }
    for position in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = whole
        changed[position] = value
        if isRefused(changed) { refused += 1 }
      }
    }
    #expect((1..<6 * whole.count).contains(refused))
  }

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    do throws(TasksError) {
      _ = try RawDetectorMetadata(ModelData(bytes))
      return false
    } catch {
      return true
    }
  }
}
