import Hummingbird
import MediaPipeTasksVision

/// What clients get, as JSON: the landmarks of each person, in parts of the photo's width and height.
struct PoseAnswer: ResponseCodable {
  struct Landmark: Codable {
    let x: Float
    let y: Float
    let visibility: Float?
  }

  let poses: [[Landmark]]

  init(_ result: PoseLandmarkerResult) {
    poses = result.landmarks.map { pose in
      pose.map { Landmark(x: $0.x, y: $0.y, visibility: $0.visibility?.floatValue) }
    }
  }
}
