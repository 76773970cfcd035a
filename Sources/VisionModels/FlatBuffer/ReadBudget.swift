import VisionErrors

/// Bounds the work that one flatbuffer can cause.
///
/// Offsets may share their targets, so a small hostile file can describe a huge tree. An honest one names nearly every byte
/// once; sixteen times its size is far from both.
package final class ReadBudget {
  private var remaining: Int

  package init(byteCount: Int) {
    remaining = byteCount.multipliedReportingOverflow(by: 16).partialValue + 65_536
  }

  /// Books bytes that are about to be copied or walked through.
  package func spend(_ byteCount: Int) throws(TasksError) {
    guard byteCount <= remaining else {
      throw TasksError.invalidArgument(
        "The model file is damaged: its tables refer to one another far too often. Fetch or copy it again.")
    }
    remaining -= byteCount
  }
}
