import VisionResults

/// How often the class of an image is among the first results.
struct ClassEvaluation {
  let labels: LabelSet
  let answers: [ImageAnswer?]

  /// Whether images of this class are right without a result: `none`, as in the folders that gestures are trained with.
  static func isNothing(_ name: String) -> Bool { name.lowercased() == "none" }

  private struct Tally {
    var count = 0
    var first = 0
    var firstFive = 0
    /// How often the class was found first, right or not.
    var found = 0
  }

  /// What the images add up to.
  private struct Counts {
    var images = 0
    var first = 0
    var firstFive = 0
    /// Whether any image has more than one class found.
    var hasFive = false
    var tallies: [Tally]
    /// The labels' and the found class, by their names.
    var confusion: [[String?]: Int] = [:]
  }

  func results() -> (EvaluationReport, [ImageCase]) {
    let names = labels.categories.map(\.name)
    let (counts, cases) = counted(names)
    let pairs = counts.confusion.map {
      EvaluationReport.Confusion(expected: $0.key[0] ?? "", found: $0.key[1], count: $0.value)
    }.sorted { ($1.count, $0.expected, $0.found ?? "") < ($0.count, $1.expected, $1.found ?? "") }
    let report = EvaluationReport(
      content: .classes, metrics: metrics(counts), classes: rows(counts, names), confusion: pairs)
    return (report, cases)
  }

  private func counted(_ names: [String]) -> (Counts, [ImageCase]) {
    let index = ClassName.index(of: names)
    let none = names.firstIndex(where: Self.isNothing)
    var counts = Counts(tallies: Array(repeating: Tally(), count: names.count))
    var cases: [ImageCase] = []
    for (place, image) in labels.images.enumerated() {
      guard !image.classes.isEmpty else {
        cases.append(ImageCase(image: place, loss: 0, marks: []))
        continue
      }
      let found = answers[place]?.classes ?? []
      counts.hasFive = counts.hasFive || found.count > 1
      let ranked = found.prefix(5).map { index($0.name) }
      // Of an image that could not be processed nothing is right.
      let nothing = answers[place] != nil && found.isEmpty
      func isRight(_ list: some Sequence<Int?>, _ category: Int) -> Bool {
        list.contains { $0 == category } || (nothing && Self.isNothing(names[category]))
      }
      counts.images += 1
      let isFirst = image.classes.contains { isRight(ranked.prefix(1), $0) }
      if isFirst { counts.first += 1 }
      if image.classes.contains(where: { isRight(ranked, $0) }) { counts.firstFive += 1 }
      let best = ranked.first ?? (nothing ? none : nil)
      if let best { counts.tallies[best].found += 1 }
      for category in image.classes {
        counts.tallies[category].count += 1
        if isRight(ranked.prefix(1), category) { counts.tallies[category].first += 1 }
        if isRight(ranked, category) { counts.tallies[category].firstFive += 1 }
        // Under the labels' names where they have one.
        let name = best.map { names[$0] } ?? found.first?.name
        counts.confusion[[names[category], name], default: 0] += 1
      }
      cases.append(imageCase(place, image, found, isRight: isFirst, names, index))
    }
    return (counts, cases)
  }

  private func metrics(_ counts: Counts) -> [EvaluationReport.Metric] {
    let (first, five) = (share(counts.first, of: counts.images), share(counts.firstFive, of: counts.images))
    let classes = counts.tallies.compactMap { share($0.first, of: $0.count) }
    var metrics = [EvaluationReport.Metric("top1", "images whose first class is right", first)]
    if counts.hasFive { metrics.append(.init("top5", "images with the right class among five", five ?? 0)) }
    let mean = classes.isEmpty ? nil : classes.reduce(0, +) / Double(classes.count)
    return metrics + [.init("mean_class", "top 1, mean of the classes", mean)]
  }

  private func rows(_ counts: Counts, _ names: [String]) -> [EvaluationReport.Row] {
    zip(names, counts.tallies).filter { $1.count > 0 }.map { name, tally in
      let (first, five) = (share(tally.first, of: tally.count), share(tally.firstFive, of: tally.count))
      var metrics = [EvaluationReport.Metric("top1", "images whose first class is right", first)]
      if counts.hasFive { metrics.append(.init("top5", "images with the class among five", five)) }
      metrics.append(.init("precision", "results of the class that are right", share(tally.first, of: tally.found)))
      return EvaluationReport.Row(name: name, labelCount: tally.count, metrics: metrics)
    }
  }

  /// Nil for a part of nothing.
  private func share(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

  private func imageCase(
    _ place: Int, _ image: LabelledImage, _ found: [ImageAnswer.Category], isRight: Bool, _ names: [String],
    _ index: (String) -> Int?
  ) -> ImageCase {
    var marks = ImageMarks(image: place)
    let expected = found.first { index($0.name).map(image.classes.contains) ?? false }?.score ?? 0
    // The surer of the wrong class, the worse.
    let loss = isRight ? 0 : 1 + (found.first?.score ?? 0) - expected
    for (number, category) in image.classes.enumerated() {
      marks.add(.init(isExpected: true, isRight ? .right : .missed, names[category]), loss: number == 0 ? loss : 0)
    }
    for (number, category) in found.prefix(5).enumerated() {
      let isExpected = index(category.name).map(image.classes.contains) ?? false
      marks.add(
        .init(
          isExpected: false, isExpected ? .right : number == 0 ? .wrong : .ignored,
          "\(category.name) \(ImageMarks.percent(category.score))"))
    }
    return marks.result
  }
}
