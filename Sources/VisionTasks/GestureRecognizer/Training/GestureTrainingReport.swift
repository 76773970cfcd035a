/// How a trained gesture recognizer does on the images that it was not trained with.
public struct GestureTrainingReport: Sendable, Hashable, Codable {
  /// The classes in the model's order: the background class first, then the gestures in order of their names.
  public let labels: [String]
  /// The number of images with a hand of each class; 0 for a background class that was made up.
  public let imageCounts: [Int]
  /// The number of images of each class that were kept from training, a fifth.
  public let heldOutCounts: [Int]
  /// The held-out images by class and by what was recognized: `confusion[class][recognized]`.
  public let confusion: [[Int]]
  /// The share of made-up hands of other poses, kept from training, that are recognized as the background class, 0...1.
  public let otherHandsRejected: Double

  /// The share of held-out images that are recognized as their class, 0...1.
  public var accuracy: Double {
    let right = confusion.indices.reduce(0) { $0 + confusion[$1][$1] }
    return Double(right) / Double(max(heldOutCounts.reduce(0, +), 1))
  }
}

extension GestureTrainingReport {
  private enum CodingKeys: CodingKey { case labels, imageCounts, heldOutCounts, confusion, otherHandsRejected }

  /// Decodes the output of `encode(to:)`.
  ///
  /// - Throws: `DecodingError` for lists that have not one element for each label, and for counts that no training has.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    labels = try container.decode([String].self, forKey: .labels)
    imageCounts = try container.decode([Int].self, forKey: .imageCounts)
    heldOutCounts = try container.decode([Int].self, forKey: .heldOutCounts)
    confusion = try container.decode([[Int]].self, forKey: .confusion)
    otherHandsRejected = try container.decode(Double.self, forKey: .otherHandsRejected)
    let lists = confusion + [imageCounts, heldOutCounts]
    let allowed = 0...GestureTrainer.maximumImageCount
    guard labels.count <= GestureTrainer.maximumGestureCount + 1, confusion.count == labels.count,
      lists.allSatisfy({ $0.count == labels.count && $0.allSatisfy(allowed.contains) })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .confusion, in: container,
        debugDescription: "Counts and rows are lists of a number, 0 to \(allowed.upperBound), for each label.")
    }
  }
}

/// A trained gesture recognizer.
public struct TrainedGestures: Sendable {
  /// The bundle (`.task`), which `GestureRecognizer` and MediaPipe's gesture recognizer load.
  public let bundle: Data
  /// How it does on images that it was not trained with.
  public let report: GestureTrainingReport

  /// Writes the bundle. The file appears only when it is complete.
  ///
  /// - Throws: An error of Foundation's when the file cannot be written.
  public func write(to url: URL) throws { try bundle.write(to: url, options: .atomic) }
}
