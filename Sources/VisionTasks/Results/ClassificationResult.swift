import Foundation

/// What all heads of a classifier say about one picture.
public final class ClassificationResult: NSObject, Sendable {
  /// One element a head.
  public let classifications: [Classifications]
  /// The timestamp of the picture, in milliseconds; -1 when there is none.
  public let timestampInMilliseconds: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - classifications: One element a head.
  ///   - timestampInMilliseconds: The timestamp of the picture, or -1.
  public init(classifications: [Classifications], timestampInMilliseconds: Int) {
    self.classifications = classifications
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }
}
