import MediaPipeTasksVision

/// What a task found in one picture, in the form that every output starts from. Encoding writes the keys of a line of results.
package protocol Findings: Encodable, Sendable {
  /// Whether nothing was found.
  var isEmpty: Bool { get }

  /// The readable result's lines, laid out like the example output of MediaPipe's guides; `listsAll` leaves nothing out.
  func lines(listsAll: Bool) -> [String]

  /// The columns of its comma-separated values, behind those that name the frame.
  static var csvColumns: [String] { get }

  /// A row a landmark or box, with a field a column; what is absent is empty.
  var csvRows: [[String]] { get }

  /// The picture with everything drawn on it.
  ///
  /// - Throws: `TasksError` when the picture is too large to draw on, and when Cairo is not installed.
  func drawn(on image: ImageBuffer) throws -> ImageBuffer

  /// For every person a mask; nil when masks were not asked for.
  var masks: [Mask]? { get }
}

extension Findings {
  /// Most tasks have none.
  package var masks: [Mask]? { nil }
}
