import Foundation
import VisionCore
import VisionHTTP

/// A model that a visitor uploaded, with the tasks that accept it.
struct OwnModel: Sendable {
  /// Whether a task accepts the model, and if not, the task's error message.
  struct Fit: Encodable, Sendable {
    let task: StudioTask
    let title: String
    let fits: Bool
    let reason: String?
  }

  let id = RandomToken.make()
  let name: String
  let url: URL
  let byteCount: Int
  let fits: [Fit]
  /// The report of `vision models info`.
  let text: String

  /// Inspects a file and tries every task on it, each in its own process; blocks.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - name: The original file name.
  ///   - byteCount: The file's size.
  ///   - workers: Starts the processes.
  /// - Throws: `TasksError` for a file that is not a valid model.
  init(inspecting url: URL, name: String, byteCount: Int, workers: OwnModelWorkers) throws {
    (self.name, self.url, self.byteCount) = (name, url, byteCount)
    text = try workers.report(on: url.path, name: name)
    let paths = ModelPaths(model: url.path, own: ModelPaths.Own(name: name, workers: workers))
    fits = try StudioTask.all.map { task in
      do {
        _ = try StudioTask.make(StudioSettings(task: task), paths: paths, mode: .image)
        return Fit(task: task, title: task.title, fits: true, reason: nil)
      } catch let error as TasksError where error.code == .unavailableError {
        // The process could not be started, which says nothing about the model.
        throw error
      } catch {
        return Fit(task: task, title: task.title, fits: false, reason: error.localizedDescription)
      }
    }
  }
}

extension OwnModel: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, byteCount, fits, text
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(byteCount, forKey: .byteCount)
    try container.encode(fits, forKey: .fits)
    try container.encode(text, forKey: .text)
  }
}
