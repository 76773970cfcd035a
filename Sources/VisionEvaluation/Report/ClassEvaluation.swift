/// How often the class of an image is among the first results.
struct ClassEvaluation {
  private let labels: LabelSet
  private let answers: [ImageAnswer?]

  init(_ labels: LabelSet, _ answers: [ImageAnswer?]) { (self.labels, self.answers) = (labels, answers) }

  /// Whether images of this class are right without a result: `none`, as in the folders that gestures are trained with.
  static func isNothing(_ name: String) -> Bool { name.lowercased() == "none" }

  private struct Tally {
    var count = 0
    var first = 0
    var firstFive = 0
    /// How often the class was found first, right or not.
    var found = 0
  }

  func results() -> (EvaluationReport, [ImageCase]) {
    let names = labels.categories.map(\.name)
    let index = LabelCategory.index(of: names)
    let none = names.firstIndex(where: Self.isNothing)
    var tallies = Array(repeating: Tally(), count: names.count)
    var confusion: [[String?]: Int] = [:]
    var cases: [ImageCase] = []
    var (count, first, firstFive) = (0, 0, 0)
    var hasFive = false
    for (place, image) in labels.images.enumerated() {
      guard !image.classes.isEmpty else {
        cases.append(ImageCase(image: place, loss: 0, marks: []))
        continue
      }
      let found = answers[place]?.classes ?? []
      hasFive = hasFive || found.count > 1
      let answered = answers[place] != nil
      let ranked = found.prefix(5).map { index($0.name) }
      // Of an image that could not be processed nothing is right.
      let nothing = answered && found.isEmpty
      func isRight(_ list: some Sequence<Int?>, _ category: Int) -> Bool {
        list.contains { $0 == category } || (nothing && Self.isNothing(names[category]))
      }
      count += 1
      let isFirst = image.classes.contains { isRight(ranked.prefix(1), $0) }
      if isFirst { first += 1 }
      if image.classes.contains(where: { isRight(ranked, $0) }) { firstFive += 1 }
      let best = ranked.first ?? (nothing ? none : nil)
      if let best { tallies[best].found += 1 }
      for category in image.classes {
        tallies[category].count += 1
        if isRight(ranked.prefix(1), category) { tallies[category].first += 1 }
        if isRight(ranked, category) { tallies[category].firstFive += 1 }
        // Under the labels' names where they have one.
        let name = best.map { names[$0] } ?? found.first?.name
        confusion[[names[category], name], default: 0] += 1
      }
      cases.append(imageCase(place, image, found, isRight: isFirst, names, index))
    }
    let metrics: [EvaluationReport.Metric] =
      [
        .init("top1", "images whose first class is right", count > 0 ? Double(first) / Double(count) : nil)
      ]
      + (hasFive
        ? [.init("top5", "images with the right class among five", Double(firstFive) / Double(max(count, 1)))] : [])
      + [
        .init(
          "mean_class", "top 1, mean of the classes",
          mean(tallies.filter { $0.count > 0 }.map { Double($0.first) / Double($0.count) }))
      ]
    let rows = zip(names, tallies).filter { $1.count > 0 }.map { name, tally in
      EvaluationReport.Row(
        name: name, labelCount: tally.count,
        metrics: [.init("top1", "images whose first class is right", Double(tally.first) / Double(tally.count))]
          + (hasFive
            ? [.init("top5", "images with the class among five", Double(tally.firstFive) / Double(tally.count))] : [])
          + [
            .init(
              "precision", "results of the class that are right",
              tally.found > 0 ? Double(tally.first) / Double(tally.found) : nil)
          ])
    }
    let pairs = confusion.map {
      EvaluationReport.Confusion(expected: $0.key[0] ?? "", found: $0.key[1], count: $0.value)
    }
    .sorted { ($1.count, $0.expected, $0.found ?? "") < ($0.count, $1.expected, $1.found ?? "") }
    return (EvaluationReport(content: .classes, metrics: metrics, classes: rows, confusion: pairs), cases)
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

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
          "\(category.name) \(Int((min(max(category.score, 0), 1) * 100).rounded())) %"))
    }
    return marks.result
  }
}
