import Foundation

/// The output of all heads of a classifier for one image.
public final class ClassificationResult: NSObject, Sendable {
  /// One element for each head.
  public let classifications: [Classifications]
  /// The timestamp of the image, in milliseconds; -1 when there is none.
  public let timestampInMilliseconds: Int

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - classifications: One element a head.
  ///   - timestampInMilliseconds: The timestamp of the image, or -1.
  public init(classifications: [Classifications], timestampInMilliseconds: Int) {
    self.classifications = classifications
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }

  /// Whether the other object is a result with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? ClassificationResult).map {
      $0.timestampInMilliseconds == timestampInMilliseconds && $0.classifications == classifications
    } ?? false
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(timestampInMilliseconds)
    hasher.combine(classifications)
    return hasher.finalize()
  }

  /// What every head says.
  public override var description: String {
    classifications.isEmpty ? "no classifications" : classifications.map(\.description).joined(separator: "; ")
  }

  /// All values.
  public override var debugDescription: String {
    "ClassificationResult(classifications: \(classifications), timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
