import VisionErrors

/// Limits the work that one flatbuffer can cause.
///
/// Offsets may share their targets, so a small hostile file can describe a huge tree. A regular one refers to nearly
/// every byte once, so sixteen times its size is far from both.
package final class ReadBudget {
  private var remaining: Int

  package init(byteCount: Int) {
    remaining = byteCount.multipliedReportingOverflow(by: 16).partialValue + 65_536
  }

  /// Charges bytes before they are copied or parsed.
  package func spend(_ byteCount: Int) throws(TasksError) {
    guard byteCount <= remaining else {
      throw TasksError.invalidArgument(
        "The model file is damaged: its tables refer to one another far too often. Fetch or copy it again.")
    }
    remaining -= byteCount
  }
}
