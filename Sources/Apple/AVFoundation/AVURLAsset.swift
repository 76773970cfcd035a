import Foundation

/// A video file, by its address.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable as its superclass: it adds nothing that changes.

  /// Names a video file; it is opened only when it is needed.
  ///
  /// - Parameters:
  ///   - url: The address of a file.
  ///   - options: nil or an empty dictionary; options are not looked at.
  public init(url: URL, options: [String: Any]? = nil) {
    super.init(url: url)
  }
}
