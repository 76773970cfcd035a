import Foundation
import VisionMedia

/// The lines of one input's results, in memory while they are few, else in a temporary file.
///
/// `@unchecked Sendable` is safe because a pool's thread fills it and hands it over; afterwards only the main thread uses it.
final class UnitText: @unchecked Sendable {
  /// The number of bytes in memory; a video may have any number.
  private static let memoryLimit = 1 << 20

  /// The first line of a part; nil for a format without.
  private(set) var heading: String?
  private var lines = Data()
  private var spool: SpooledText?

  /// Adds lines.
  func add(heading: String?, _ added: [String]) throws {
    self.heading = self.heading ?? heading
    for line in added { lines.append(contentsOf: Data((line + "\n").utf8)) }
    guard lines.count > Self.memoryLimit else { return }
    let spool = try self.spool ?? Self.newSpool()
    self.spool = spool
    try spool.write(contentsOf: lines)
    lines.removeAll(keepingCapacity: true)
  }

  /// - Throws: `LostOutput` for an unusable temporary folder, which is no fault of the input.
  private static func newSpool() throws(LostOutput) -> SpooledText {
    do { return try SpooledText() } catch { throw LostOutput(message: error.localizedDescription) }
  }

  /// Copies all lines.
  func write(to output: BufferedLines) throws(FileFailure) {
    try spool?.forEachPart { (part) throws(FileFailure) in try output.add(contentsOf: part) }
    try output.add(contentsOf: lines)
  }
}
