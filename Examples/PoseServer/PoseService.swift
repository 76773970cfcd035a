import Foundation
import Hummingbird
import MediaPipeTasksVision
import VisionMedia

/// A result is its own answer: the JSON of the command's lines.
extension PoseLandmarkerResult: ResponseEncodable {}

/// Works on photos of many clients, one on each core at a time.
actor PoseService {
  /// How busy the service is.
  struct Load: ResponseCodable {
    var waiting = 0
    var answered = 0
  }

  private(set) var load = Load()
  private let pool: TaskPool<Data, PoseLandmarkerResult>

  init(modelPath: String) throws {
    pool = try TaskPool {
      let options = PoseLandmarkerOptions()
      options.baseOptions.modelAssetPath = modelPath
      options.baseOptions.threadCount = 1
      options.numPoses = 4
      let landmarker = try PoseLandmarker(options: options)
      // On a thread of the pool, so that the decoding blocks none of Swift's threads either.
      return { photo in try landmarker.detect(image: MPImage(data: photo)) }
    }
  }

  /// The people in a photo. A client that hangs up while it waits costs nothing more.
  func poses(in photo: Data) async throws -> PoseLandmarkerResult {
    load.waiting += 1
    defer { load.waiting -= 1 }
    do {
      let answer = try await pool.result(for: photo)
      load.answered += 1
      return answer
    } catch let error as TasksError {
      throw HTTPError(.unprocessableContent, message: error.message)
    }
  }
}
