/// What is right and wrong in one image.
package struct ImageCase: Sendable {
  /// An object or class, expected or found.
  package struct Mark: Sendable {
    package enum State: String, Sendable {
      /// Expected and found.
      case right
      /// Expected and not found.
      case missed
      /// Found and not expected.
      case wrong
      /// Of no account: a crowd, or a result with a low score.
      case ignored
    }

    package let isExpected: Bool
    package let state: State
    package let text: String
    /// In pixels; nil for a class of the image.
    package let box: LabelBox?
    /// In pixels; nil for one that is not labelled.
    package let keypoints: [SIMD2<Double>?]

    package init(
      isExpected: Bool, _ state: State, _ text: String, box: LabelBox? = nil, keypoints: [SIMD2<Double>?] = []
    ) {
      (self.isExpected, self.state, self.text) = (isExpected, state, text)
      (self.box, self.keypoints) = (box, keypoints)
    }
  }

  /// The image's place in the labels.
  package let image: Int
  /// How wrong it is: 0 for an image in which everything is right, about 1 for each object that is missed, and the
  /// score for each that is found in error.
  package let loss: Double
  package let marks: [Mark]

  /// Results with a lower score are neither drawn nor counted as errors of an image; metrics count all.
  package static let lowestScore = 0.3

  /// For example `2 missed, 1 wrong`.
  package var summary: String {
    let kinds: [(state: Mark.State, isExpected: Bool)] = [(.right, true), (.missed, true), (.wrong, false)]
    return kinds.compactMap { kind in
      let count = marks.count { $0.state == kind.state && $0.isExpected == kind.isExpected }
      return count > 0 ? "\(count) \(kind.state.rawValue)" : nil
    }.joined(separator: ", ")
  }
}
