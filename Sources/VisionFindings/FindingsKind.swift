import FirebaseMLVision
import Foundation
import MediaPipeTasksVision

/// The tasks whose lines of results can be read back.
package enum FindingsKind: String, Codable, Sendable, CaseIterable {
  case gesture, hand, pose, detect, track

  /// The objects of ML Kit's detector in a line.
  private struct Objects: Decodable {
    let detections: [VisionObject]
  }

  /// Reads a line of results, as `ResultLine` writes it; boxes have whole pixels then. Masks are read where the line has their
  /// values.
  ///
  /// - Throws: `DecodingError` for a line that is not this task's.
  package func decode(_ json: Data) throws -> any Findings {
    let decoder = JSONDecoder()
    switch self {
    case .gesture: return LandmarkFindings(try decoder.decode(GestureRecognizerResult.self, from: json))
    case .hand: return LandmarkFindings(try decoder.decode(HandLandmarkerResult.self, from: json))
    case .pose: return LandmarkFindings(try decoder.decode(PoseLandmarkerResult.self, from: json))
    case .detect: return DetectionFindings(try decoder.decode(ObjectDetectorResult.self, from: json))
    case .track:
      let objects = try decoder.decode(Objects.self, from: json).detections
      return ObjectFindings(objects: objects.map(ObjectFindings.Found.init), trails: [])
    }
  }
}
