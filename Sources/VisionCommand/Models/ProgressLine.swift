import Foundation
import VisionCatalog

/// Draws a fetch's progress over itself on standard error, when that is a terminal.
struct ProgressLine: Sendable {
  let name: String
  private let isTerminal = isatty(STDERR_FILENO) == 1

  init(name: String) {
    self.name = name
  }

  /// Draws how far the fetch has come.
  @Sendable func show(_ progress: FetchProgress) {
    let percent = progress.byteCount > 0 ? progress.completedByteCount * 100 / progress.byteCount : 0
    let done = ByteCountText.megabytes(progress.completedByteCount)
    let total = ByteCountText.megabytes(progress.byteCount)
    write("\r\u{1B}[K\(name) from \(progress.source.rawValue): \(done) of \(total) (\(percent)%)")
  }

  /// Removes the line.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
