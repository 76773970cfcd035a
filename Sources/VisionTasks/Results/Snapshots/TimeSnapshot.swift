/// The time of a result in JSON. Null, as the command writes it for an image, is read as 0.
struct TimeSnapshot: Codable {
  private let timestampMs: Int?

  init(_ result: TaskResult) { timestampMs = result.timestampInMilliseconds }

  var timestampInMilliseconds: Int { timestampMs ?? 0 }
}
