import Foundation
import MediaPipeTasksVision
import VisionModels

/// A model that a visitor brought: what is inside, and for which tasks it is.
struct OwnModel: Sendable {
  /// Whether a task accepts the model, and if not, in its own words why.
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

  /// Looks into a file and has every task try it.
  ///
  /// - Throws: `TasksError` that says what is wrong with a file that is no model.
  init(lookingInto url: URL, name: String, byteCount: Int) throws {
    (self.name, self.url, self.byteCount) = (name, url, byteCount)
    text = try ModelReport(name: name, ModelData(contentsOfFile: url.path)).text().joined(separator: "\n")
    fits = StudioTask.allCases.map { task in
      do {
        _ = try StudioTask.make(StudioSettings(task: task), paths: ModelPaths(model: url.path), mode: .image)
        return Fit(task: task, title: task.title, fits: true, reason: nil)
      } catch {
        // Messages call it by our name for it, with or without the folder.
        let reason = error.localizedDescription.replacing(url.path, with: name)
          .replacing(url.lastPathComponent, with: name)
        return Fit(task: task, title: task.title, fits: false, reason: reason)
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
