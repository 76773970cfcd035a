import VisionResults

/// Average precision and recall of boxes.
struct BoxEvaluation {
  let labels: LabelSet
  let answers: [ImageAnswer?]

  func results() -> (EvaluationReport, [ImageCase]) {
    let index = ClassName.index(of: labels.categories.map(\.name))
    let parameters = PrecisionRecall.Parameters.boxes
    var groups: [[MatchGroup]] = Array(repeating: [], count: labels.categories.count)
    var cases: [ImageCase] = []
    for (place, image) in labels.images.enumerated() {
      let objects = answers[place]?.objects ?? []
      let found = Dictionary(grouping: objects.indices) { index(objects[$0].category) ?? -1 }
      let expected = Dictionary(grouping: image.objects.indices) { image.objects[$0].category }
      var marks = ImageMarks(image: place)
      for category in Set(expected.keys).union(found.keys.filter { $0 >= 0 }).sorted() {
        let (expected, found) = (expected[category] ?? [], found[category] ?? [])
        let group = MatchGroup(
          labels: expected.map {
            let object = image.objects[$0]
            return MatchGroup.Label(
              area: object.area ?? object.box.area, isCrowd: object.isCrowd, isIgnored: object.isCrowd)
          },
          found: found.map { MatchGroup.Found(score: objects[$0].score, area: objects[$0].box.area) },
          limit: parameters.counts.last ?? 0
        ) {
          objects[found[$0]].box.overlap(
            with: image.objects[expected[$1]].box, isCrowd: image.objects[expected[$1]].isCrowd)
        }
        groups[category].append(group)
        marks.add(
          group, expected: expected.map { image.objects[$0] }, found: found.map { objects[$0] },
          name: labels.categories[category].name, loss: { $0 == nil ? 1 : 0 })
      }
      cases.append(marks.result)
    }
    return (report(PrecisionRecall(groups, parameters)), cases)
  }

  private func report(_ values: PrecisionRecall) -> EvaluationReport {
    let rows = labels.categories.indices.map { category in
      EvaluationReport.Row(
        name: labels.categories[category].name, labelCount: values.categories[category].labelCount,
        metrics: Self.metrics(values, category: category))
    }
    return EvaluationReport(
      content: .boxes, metrics: Self.metrics(values), classes: rows.filter { $0.labelCount > 0 },
      curve: values.meanCurve)
  }

  private static func metrics(_ values: PrecisionRecall, category: Int? = nil) -> [EvaluationReport.Metric] {
    func value(
      _ value: PrecisionRecall.Value, threshold: Int? = nil, area: Int = 0, count: Int? = nil
    ) -> Double? { values.mean(value, threshold: threshold, area: area, count: count, category: category) }
    return [
      .init("AP", "precision, mean of IoU 0.50 to 0.95", value(.precision)),
      .init("AP50", "precision at IoU 0.50", value(.precision, threshold: 0)),
      .init("AP75", "precision at IoU 0.75", value(.precision, threshold: 5)),
      .init("AP_small", "precision, boxes below 32² pixels", value(.precision, area: 1)),
      .init("AP_medium", "precision, 32² to 96² pixels", value(.precision, area: 2)),
      .init("AP_large", "precision, above 96² pixels", value(.precision, area: 3)),
      .init("AR_1", "recall of 1 result per image and class", value(.recall, count: 0)),
      .init("AR_10", "recall of 10 results", value(.recall, count: 1)),
      .init("AR_100", "recall of 100 results", value(.recall, count: 2)),
      .init("AR_small", "recall, boxes below 32² pixels", value(.recall, area: 1)),
      .init("AR_medium", "recall, 32² to 96² pixels", value(.recall, area: 2)),
      .init("AR_large", "recall, above 96² pixels", value(.recall, area: 3)),
    ]
  }
}

extension PrecisionRecall {
  /// The mean over the categories with labels; empty without any.
  var meanCurve: [Double] {
    let curves = categories.map(\.curve).filter { !$0.isEmpty }
    guard let first = curves.first else { return [] }
    return first.indices.map { place in curves.reduce(0) { $0 + $1[place] } / Double(curves.count) }
  }
}

/// Collects the marks and the loss of one image.
struct ImageMarks {
  let image: Int
  private(set) var loss = 0.0
  private(set) var marks: [ImageCase.Mark] = []

  var result: ImageCase { ImageCase(image: image, loss: loss, marks: marks) }

  /// Adds the objects of a category. `lossOf` tells how much is lost at a similarity of an object's result; nil for one
  /// that was not found.
  mutating func add(
    _ group: MatchGroup, expected: [LabelledObject], found: [ImageAnswer.Object], name: String,
    loss lossOf: (Double?) -> Double
  ) {
    var partner: [Int: Double] = [:]
    let scored = group.found.indices.filter { group.found[$0].score >= ImageCase.lowestScore }
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
      if let met {
        partner[met] = partner[met] ?? group.similarity(index, met)
      } else {
        loss += object.score
      }
      let state: ImageCase.Mark.State = met.map { group.labels[$0].isIgnored ? .ignored : .right } ?? .wrong
      marks.append(.init(isExpected: false, state, text, box: object.box, keypoints: object.keypoints))
    }
    for (index, object) in expected.enumerated() {
      let isIgnored = group.labels[index].isIgnored
      let similarity = partner[index]
      if !isIgnored { loss += lossOf(similarity) }
      let state: ImageCase.Mark.State = isIgnored ? .ignored : similarity == nil ? .missed : .right
      marks.append(
        .init(
          isExpected: true, state, object.isCrowd ? "\(name) (crowd)" : name, box: object.box,
          keypoints: (object.keypoints ?? []).map { $0.isLabelled ? $0.position : nil }))
    }
  }

  /// Adds a class of the image.
  mutating func add(_ mark: ImageCase.Mark, loss: Double = 0) {
    marks.append(mark)
    self.loss += loss
  }

  static func percent(_ score: Double) -> String { "\(Int((min(max(score, 0), 1) * 100).rounded())) %" }
}
