import Foundation
import MediaPipeTasksVision
import TestSupport

/// Objects, as the folder `golden` records them.
enum ObjectRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let maxResults: Int?
    let scoreThreshold: Float?
    let categoryAllowlist: [String]?
    let categoryDenylist: [String]?
  }

  struct Box: Decodable, Hashable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int
  }

  struct Detection: Decodable {
    let boundingBox: Box
    let categories: [RecordedCategory]
  }

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let detections: [Detection]
  }
}

typealias ObjectGolden = RecordedResult<ObjectRecord>

extension ObjectGolden {
  /// The results of one mode by some of the models, in the order of their names.
  static func all(mode: String, model: (String) -> Bool) throws -> [ObjectGolden] {
    try all(".object-", mode: mode).filter { model($0.model.file) }
  }

  func objectOptions(_ runningMode: RunningMode) throws -> ObjectDetectorOptions {
    let task = ObjectDetectorOptions()
    task.baseOptions.modelAssetPath = try ModelFile.path(model.file)
    task.runningMode = runningMode
    if let value = options.maxResults { task.maxResults = value }
    if let value = options.scoreThreshold { task.scoreThreshold = value }
    task.categoryAllowlist = options.categoryAllowlist ?? []
    task.categoryDenylist = options.categoryDenylist ?? []
    return task
  }
}
