import TestSupport
import Testing
import VisionCore
import VisionModels

@Suite("Hostile bytes")
struct FuzzTests {
  /// Opens bytes in every way there is; true when anything threw.
  private func open(_ bytes: [UInt8]) -> Bool {
    let data = ModelData(bytes)
    do throws(TasksError) {
      if bytes.starts(with: [0x50, 0x4b]) {
        let bundle = try TaskBundle(data)
        for name in bundle.memberNames { _ = try ParsedModel(bundle.member(named: name)) }
      } else {
        let model = try ParsedModel(data)
        if let metadata = model.metadata {
          for tensor in metadata.inputs + metadata.outputs { _ = try metadata.labels(of: tensor) }
        }
      }
      return false
    } catch {
      return true
    }
  }

  private static var seeds: [[UInt8]] {
    let model = SampleModel(files: [("labels_de.txt", Array("Katze".utf8))]).bytes
    return [model, ZipWriter(localPadding: 5).write([("a.tflite", model), ("b.tflite", model)])]
  }

  @Test("every truncation is an error, never a crash", arguments: seeds.indices)
  func truncations(seed: Int) {
    let bytes = Self.seeds[seed]
    #expect(!open(bytes))
    for count in 0..<bytes.count { #expect(open(Array(bytes.prefix(count)))) }
  }

  @Test("changed bytes are read or refused, never more", arguments: seeds.indices)
  func flips(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = Self.seeds[seed]
    let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    var refused = 0
    for _ in 0..<6000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let position = Int.random(in: changed.indices, using: &random)
        changed[position] =
          Bool.random(using: &random)
          ? extremes[Int.random(in: extremes.indices, using: &random)] : UInt8.random(in: 0...255, using: &random)
      }
      if open(changed) { refused += 1 }
    }
    #expect((1..<6000).contains(refused))
  }

  @Test("a vector of references to one large table does not multiply the work")
  func sharedTables() throws {
    // A tensor metadata vector whose entries all name the same table, which itself has a long list.
    let files = [[Int: FlatBufferValue]](repeating: [0: .text("x")], count: 3000)
    var metadata = SampleModel.metadata()
    metadata[3] = .tables([[2: .tables([[6: .tables(files)]] + .init(repeating: [:], count: 3000))]])
    var bytes = SampleModel(metadata: metadata, files: []).bytes
    let start = try #require(Self.vector(of: 3001, in: bytes))
    let target = start + 4 + Int(Self.integer(at: start + 4, in: bytes))
    for index in 0..<3001 {
      let position = start + 4 + 4 * index
      withUnsafeBytes(of: UInt32(target - position).littleEndian) {
        bytes.replaceSubrange(position..<(position + 4), with: $0)
      }
    }
    let error = #expect(throws: TasksError.self) { try ParsedModel(ModelData(bytes)) }
    #expect(error?.message.contains("too often") == true)
  }

  private static func integer(at position: Int, in bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt32.self)) }
  }

  private static func vector(of count: UInt32, in bytes: [UInt8]) -> Int? {
    stride(from: 0, to: bytes.count - 4, by: 4).first { integer(at: $0, in: bytes) == count }
  }
}
