import Foundation
import FuzzSupport
import VisionTasks

/// Results read from JSON: what is read and written again has to be read as the same.
@main
enum SnapshotFuzz {
  static func main() {
    Fuzzer.run { bytes in
      guard let kind = bytes.first else { return }
      let json = Data(bytes.dropFirst())
      switch kind & 7 {
      case 0: check(GestureRecognizerResult.self, json)
      case 1: check(HandLandmarkerResult.self, json)
      case 2: check(PoseLandmarkerResult.self, json)
      case 3: check(ObjectDetectorResult.self, json)
      case 4: check(TrackedObject.self, json)
      case 5: check(ClassificationResult.self, json)
      case 6: check(Detection.self, json)
      default: check([NormalizedLandmark].self, json)
      }
    }
  }

  private static func check<Value: Codable>(_: Value.Type, _ json: Data) {
    guard let value = try? JSONDecoder().decode(Value.self, from: json) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Floats are read exactly, so the second text is the first one.
    guard let text = try? encoder.encode(value) else { return Fuzzer.require(false, "a result cannot be written") }
    guard let again = try? JSONDecoder().decode(Value.self, from: text), let second = try? encoder.encode(again) else {
      return Fuzzer.require(false, "a written result cannot be read")
    }
    Fuzzer.require(text == second, "a result changed: \(String(decoding: text, as: UTF8.self))")
  }
}
