import VisionResults

/// How often the class of an image is among the first results.
struct ClassEvaluation {
  let labels: LabelSet
  let answers: [ImageAnswer?]

  private struct Tally {
    var count = 0
    var first = 0
    var firstFive = 0
    /// How often the class was found first, right or not.
    var found = 0

    mutating func add(isFirst: Bool, isAmongFive: Bool) {
      count += 1
      if isFirst { first += 1 }
      if isAmongFive { firstFive += 1 }
    }
  }

  /// What the images add up to.
  private struct Counts {
    var images = Tally()
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
    let none = names.firstIndex(where: ClassName.isNone)
    var counts = Counts(tallies: Array(repeating: Tally(), count: names.count))
    var cases: [ImageCase] = []
    for (place, image) in labels.images.enumerated() {
      guard !image.classes.isEmpty else {
        cases.append(ImageCase(image: place))
        continue
      }
      let found = answers[place]?.classes ?? []
      counts.hasFive = counts.hasFive || found.count > 1
      let ranked = found.prefix(5).map { index($0.name) }
      // Images of the class `none` are right without a result, but not those that could not be processed.
      let nothing = answers[place] != nil && found.isEmpty
      func isRight(_ list: some Sequence<Int?>, _ category: Int) -> Bool {
        list.contains { $0 == category } || (nothing && ClassName.isNone(names[category]))
      }
      let isFirst = image.classes.contains { isRight(ranked.prefix(1), $0) }
      counts.images.add(isFirst: isFirst, isAmongFive: image.classes.contains { isRight(ranked, $0) })
      let best = ranked.first ?? (nothing ? none : nil)
      if let best { counts.tallies[best].found += 1 }
      for category in image.classes {
        counts.tallies[category].add(
          isFirst: isRight(ranked.prefix(1), category), isAmongFive: isRight(ranked, category))
        // Under the labels' names where they have one.
        let name = best.map { names[$0] } ?? found.first?.name
        counts.confusion[[names[category], name], default: 0] += 1
      }
      cases.append(imageCase(place, image, found, isRight: isFirst, names, index))
    }
    return (counts, cases)
  }

  private func metrics(_ counts: Counts) -> [EvaluationReport.Metric] {
    let classes = counts.tallies.compactMap { share($0.first, of: $0.count) }
    let mean = classes.isEmpty ? nil : classes.reduce(0, +) / Double(classes.count)
    return metrics(counts.images, five: counts.hasFive ? "images with the right class among five" : nil)
      + [.init("mean_class", "top 1, mean of the classes", mean)]
  }

  private func rows(_ counts: Counts, _ names: [String]) -> [EvaluationReport.Row] {
    zip(names, counts.tallies).filter { $1.count > 0 }.map { name, tally in
      let precision = share(tally.first, of: tally.found)
      return EvaluationReport.Row(
        name: name, labelCount: tally.count,
        metrics: metrics(tally, five: counts.hasFive ? "images with the class among five" : nil)
          + [.init("precision", "results of the class that are right", precision)])
    }
  }

  private func metrics(_ tally: Tally, five title: String?) -> [EvaluationReport.Metric] {
    [.init("top1", "images whose first class is right", share(tally.first, of: tally.count))]
      + (title.map { [.init("top5", $0, share(tally.firstFive, of: tally.count))] } ?? [])
  }

  /// Nil for a part of nothing.
  private func share(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

  private func imageCase(
    _ place: Int, _ image: LabelledImage, _ found: [ImageAnswer.Category], isRight: Bool, _ names: [String],
    _ index: (String) -> Int?
  ) -> ImageCase {
    var imageCase = ImageCase(image: place)
    let expected = found.first { index($0.name).map(image.classes.contains) ?? false }?.score ?? 0
    // The surer of the wrong class, the worse.
    let loss = isRight ? 0 : 1 + (found.first?.score ?? 0) - expected
    for (number, category) in image.classes.enumerated() {
      let state: ImageCase.Mark.State = isRight ? .right : .missed
      imageCase.add(.init(isExpected: true, state: state, text: names[category]), loss: number == 0 ? loss : 0)
    }
    for (number, category) in found.prefix(5).enumerated() {
      let isExpected = index(category.name).map(image.classes.contains) ?? false
      let state: ImageCase.Mark.State = isExpected ? .right : number == 0 ? .wrong : .ignored
      let text = "\(category.name) \(ImageCase.percent(category.score))"
      imageCase.add(.init(isExpected: false, state: state, text: text))
    }
    return imageCase
  }
}
