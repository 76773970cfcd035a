import Foundation
import TestSupport
import Testing
import VisionModels

/// A model among the published files, and the test models with unusual metadata.
struct PublishedModel: Sendable, CustomTestStringConvertible {
  /// The path of the file below `shared`, with the members of bundles.
  let name: String
  let data: ModelData

  var testDescription: String { name }

  /// Whether its mask's logits are small differences of large numbers, so that rounding shows more than elsewhere.
  var amplifiesRounding: Bool { name.hasSuffix("pose_landmarks_detector.tflite") }

  /// All models, each once: several bundles have the same ones, and files that differ in what follows the graph count as one.
  static let all: [PublishedModel] = {
    guard let shared = SharedFolder.url else { return [] }
    var found: [PublishedModel] = []
    var known: Set<Data> = []
    for folder in ["models", "prototype/models"] {
      let path = shared.appending(path: folder).path
      for file in (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
      where file.hasSuffix(".tflite") || file.hasSuffix(".task") {
        guard let data = try? ModelData(contentsOfFile: "\(path)/\(file)"),
          let members = try? ModelMember.all(of: data)
        else { continue }
        for member in members where known.insert(fingerprint(member.data)).inserted {
          found.append(PublishedModel(name: member.path.isEmpty ? file : "\(file)/\(member.path)", data: member.data))
        }
      }
    }
    return found
  }()

  /// The constants' bytes and the operators' names, which copies with other metadata share.
  private static func fingerprint(_ data: ModelData) -> Data {
    guard let graph = try? ReferenceGraph(data) else { return data.withUnsafeBytes { Data($0) } }
    var text = graph.operators.map(\.name).joined()
    for (index, constant) in graph.constants.sorted(by: { $0.key < $1.key }) {
      var hasher = StableHash()
      for number in constant.numbers { hasher.add(number.bitPattern) }
      text += "\(index):\(constant.shape):\(constant.quantization?.scales ?? []):\(hasher.value) "
    }
    return Data(text.utf8)
  }
}

/// FNV-1a over 64-bit words.
private struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }
}
