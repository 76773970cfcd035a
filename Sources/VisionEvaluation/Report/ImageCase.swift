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
    package var box: LabelBox?
    /// In pixels; nil for one that is not labelled.
    package var keypoints: [SIMD2<Double>?] = []
  }

  /// The image's place in the labels.
  package let image: Int
  /// How wrong it is: 0 for an image in which everything is right, about 1 for each object that is missed, and the
  /// score for each that is found in error.
  package internal(set) var loss = 0.0
  package internal(set) var marks: [Mark] = []

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

extension ImageCase {
  /// Adds the objects of a category. `lossOf` tells how much is lost at a similarity of an object's result; nil for one
  /// that was not found.
  mutating func add(
    _ group: MatchGroup, expected: [LabelledObject], found: [ImageAnswer.Object], name: String,
    loss lossOf: (Double?) -> Double
  ) {
    var partner: [Int: Double] = [:]
    let scored = group.found.indices.filter { group.found[$0].score >= Self.lowestScore }
    for index in scored {
      let object = found[group.order[index]]
      let free = expected.indices.filter { partner[$0] == nil || expected[$0].isCrowd }
      // One that counts before a crowd.
      let best = free.max {
        let (a, b) = (group.similarity(index, $0), group.similarity(index, $1))
        return (expected[$0].isCrowd ? 0 : 1, a) < (expected[$1].isCrowd ? 0 : 1, b)
      }
      let met = ([best].compactMap { $0 } + free.filter { expected[$0].isCrowd })
        .first { group.similarity(index, $0) >= 0.5 }
      let text = "\(name) \(Self.percent(object.score))"
      if let met { partner[met] = partner[met] ?? group.similarity(index, met) } else { loss += object.score }
      let state: Mark.State = met.map { group.labels[$0].isIgnored ? .ignored : .right } ?? .wrong
      marks.append(Mark(isExpected: false, state: state, text: text, box: object.box, keypoints: object.keypoints))
    }
    for (index, object) in expected.enumerated() {
      let isIgnored = group.labels[index].isIgnored
      let similarity = partner[index]
      if !isIgnored { loss += lossOf(similarity) }
      let state: Mark.State = isIgnored ? .ignored : similarity == nil ? .missed : .right
      marks.append(
        Mark(
          isExpected: true, state: state, text: object.isCrowd ? "\(name) (crowd)" : name, box: object.box,
          keypoints: (object.keypoints ?? []).map { $0.isLabelled ? $0.position : nil }))
    }
  }

  mutating func add(_ mark: Mark, loss: Double = 0) {
    marks.append(mark)
    self.loss += loss
  }

  static func percent(_ score: Double) -> String { "\(Int((min(max(score, 0), 1) * 100).rounded())) %" }
}
