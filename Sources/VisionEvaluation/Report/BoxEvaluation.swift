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
      let found = Dictionary(grouping: objects) { index($0.category) ?? -1 }
      let expected = Dictionary(grouping: image.objects, by: \.category)
      var imageCase = ImageCase(image: place)
      for category in Set(expected.keys).union(found.keys.filter { $0 >= 0 }).sorted() {
        let (expected, found) = (expected[category] ?? [], found[category] ?? [])
        let group = MatchGroup(
          labels: expected.map {
            MatchGroup.Label(area: $0.area ?? $0.box.area, isCrowd: $0.isCrowd, isIgnored: $0.isCrowd)
          },
          found: found.map { MatchGroup.Found(score: $0.score, area: $0.box.area) },
          limit: parameters.counts.last ?? 0
        ) { found[$0].box.overlap(with: expected[$1].box, isCrowd: expected[$1].isCrowd) }
        groups[category].append(group)
        let name = labels.categories[category].name
        imageCase.add(group, expected: expected, found: found, name: name) { $0 == nil ? 1 : 0 }
      }
      cases.append(imageCase)
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
