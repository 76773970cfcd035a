/// The time of a result in JSON. Null, as the command writes it for an image, is read as 0.
package struct TimeSnapshot: Codable {
  private let timestampMs: Int?

  package init(_ result: TaskResult) { timestampMs = result.timestampInMilliseconds }

  package var timestampInMilliseconds: Int { timestampMs ?? 0 }
}
