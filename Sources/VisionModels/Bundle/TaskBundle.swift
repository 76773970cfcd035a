import VisionCore

/// A `.task` file: a zip of models, and of bundles of models, that a task needs together.
///
/// Every member is stored, so that a model within a mapped bundle is used in place. A member that is a bundle itself is read
/// with another `TaskBundle`.
package struct TaskBundle: Sendable {
  private let archive: ZipArchive

  /// Reads the list of members.
  ///
  /// - Throws: `TasksError` with `unknownError` (MediaPipe's code for this) when the bytes are no zip archive or a damaged
  ///   one.
  package init(_ data: ModelData) throws(TasksError) {
    archive = try ZipArchive(data)
  }

  /// The names of the members, in the order of the bundle.
  package var memberNames: [String] { archive.members.map(\.name) }

  /// Whether the bundle has a member of exactly this name.
  package func contains(_ name: String) -> Bool { archive.contains(name) }

  /// The bytes of a member, in place.
  ///
  /// - Throws: `TasksError` with `notFoundError` when there is no member of this name (the message lists those that are
  ///   there), and `unknownError` when it is compressed or lies outside of the bundle.
  package func member(named name: String) throws(TasksError) -> ModelData { try archive.member(named: name) }
}
