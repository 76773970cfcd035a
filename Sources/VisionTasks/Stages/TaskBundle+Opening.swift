import VisionCore
import VisionModels

extension TaskBundle {
  /// Opens the bundle of a task.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - task: The task in error messages, such as "gesture recognizer".
  ///   - members: The names of the required members.
  /// - Returns: The bundle, which has all members.
  /// - Throws: `TasksError` with `invalidArgumentError` for a single model, `notFoundError` for a missing member; the
  ///   errors of reading the file.
  static func open(_ path: String, for task: String, needing members: [String]) throws -> TaskBundle {
    let data = try ModelData(contentsOfFile: path)
    let needed = members.joined(separator: " and ")
    guard !ModelFile.isModel(data) else {
      throw TasksError.invalidArgument(
        "\(path) is a single TensorFlow Lite model; the \(task) takes a task bundle (.task) with \(needed).")
    }
    let bundle = try TaskBundle(data)
    for member in members {
      do {
        _ = try bundle.member(named: member)
      } catch {
        guard error.code == .notFoundError else { throw error }
        throw TasksError.notFound("\(error.message) The \(task) needs \(needed).")
      }
    }
    return bundle
  }
}
