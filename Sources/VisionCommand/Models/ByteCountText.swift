import Foundation

/// Sizes for people.
enum ByteCountText {
  /// Megabytes with one decimal, right-aligned in a column: `  8.4 MB`.
  static func megabytes(_ count: Int) -> String {
    String(format: "%5.1f MB", Double(count) / 1_000_000)
  }
}
