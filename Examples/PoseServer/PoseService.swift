import Foundation
import Hummingbird
import MediaPipeTasksVision
import VisionMedia

/// A result is its own response: the JSON of the command's lines.
extension PoseLandmarkerResult: ResponseEncodable {}

/// Processes photos of many clients, one per core at a time.
actor PoseService {
  /// The load of the service.
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
      // Decoded on a thread of the pool, so as not to block the cooperative thread pool.
      return { photo in try landmarker.detect(image: MPImage(data: photo)) }
    }
  }

  /// The people in a photo. A waiting request is dropped when its client disconnects.
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
