import Foundation

struct BatchProgress {
  /// The number of inputs that are done, including those of earlier runs.
  var done: Int
  let total: Int
  var failed = 0
  var images = 0
  let doneBefore: Int

  let isRetry: Bool

  init(doneBefore: Int, total: Int, isRetry: Bool = false) {
    (done, self.doneBefore, self.total, self.isRetry) = (doneBefore, doneBefore, total, isRetry)
  }

  /// For example `1200/5000 inputs, 3 failed, 45.2 images/s, 1:24 left`.
  func text(elapsed: TimeInterval) -> String {
    let here = done - doneBefore
    var parts = ["\(done)/\(total.counted("input"))", "\(failed) failed", rate(elapsed: elapsed)]
    if here > 0 { parts.append("\(ProgressText.clock(elapsed / Double(here) * Double(total - done))) left") }
    return parts.joined(separator: ", ")
  }

  /// For example `5000 inputs: 4997 done, 3 failed (errors.jsonl), 45.2 images/s, 1:50`. A run that had nothing to do has no speed.
  /// `finished` counts the inputs of finished parts, `failed` those of them that failed, in this run or an earlier one.
  func summary(elapsed: TimeInterval, finished: Int, of total: Int, failed: Int) -> String {
    let inputs = finished < total ? "\(finished) of \(total.counted("input"))" : total.counted("input")
    var parts = ["\(inputs): \(finished - failed) done", failed > 0 ? "\(failed) failed (errors.jsonl)" : "0 failed"]
    if images > 0 { parts.append(rate(elapsed: elapsed)) }
    if done > doneBefore { parts.append(ProgressText.clock(elapsed)) }
    return parts.joined(separator: ", ") + (finished < total ? "; \(continuation) continues" : "")
  }

  private var continuation: String { isRetry ? "the command without --retry-failed" : "the same command" }

  private func rate(elapsed: TimeInterval) -> String {
    String(format: "%.1f images/s", elapsed > 0 ? Double(images) / elapsed : 0)
  }
}
