import Foundation
import VisionCore
import VisionResults

/// An evaluation as one HTML file, with the worst images and what was expected and found in them. It loads nothing.
package struct EvaluationPage {
  /// An image of the page, made smaller.
  package struct Image: Sendable {
    package let jpeg: Data
    /// The size of the image that labels and results refer to.
    package let size: FrameSize

    package init(jpeg: Data, size: FrameSize) { (self.jpeg, self.size) = (jpeg, size) }
  }

  private static let shownMarks = 300

  private let evaluation: Evaluation
  private let comparison: Comparison?
  private let limit: Int

  package init(_ evaluation: Evaluation, comparison: Comparison? = nil, limit: Int) {
    (self.evaluation, self.comparison, self.limit) = (evaluation, comparison, limit)
  }

  package var images: [Int] {
    let places = evaluation.worst(limit).map(\.image) + (comparison?.changed(limit).map(\.image) ?? [])
    var known: Set<Int> = []
    return places.filter { known.insert($0).inserted }
  }

  package func html(_ images: [Int: Image]) -> String {
    let report = evaluation.report
    let title = "\(report.task) on \(report.labels.lastPathPart)"
    var body = ["<h1>\(LabelText.xml(title))</h1>", "<p>\(LabelText.xml(EvaluationText.headline(report)))</p>"]
    let notes = EvaluationText.notes(report)
    if !notes.isEmpty { body.append("<ul class=notes>" + notes.map { "<li>\(LabelText.xml($0))" }.joined() + "</ul>") }
    body += [metrics, curve, rows("Classes", report.classes), rows("Keypoints", report.keypoints), confusion]
    // A page without images says nothing of them.
    if limit > 0 { body += cases(images) }
    return PageStyle.document(title: LabelText.xml(title), body: body.joined(separator: "\n"))
  }

  private func cases(_ images: [Int: Image]) -> [String] {
    let defs = images.sorted { $0.key < $1.key }.map { place, image in
      "<image id=p\(place) width=\(image.size.width) height=\(image.size.height) preserveAspectRatio=none "
        + "href=\"data:image/jpeg;base64,\(image.jpeg.base64EncodedString())\" />"
    }
    let worst = evaluation.worst(limit)
    var body = [
      "<svg width=0 height=0 style=\"position:absolute\" aria-hidden=true><defs>\(defs.joined())</defs></svg>",
      PageStyle.switches,
      "<h2>\(worst.isEmpty ? "No image has an error" : "The worst images")</h2><div class=cases>",
    ]
    body += worst.map { figure($0.image, images, note: String(format: "errors %.2f", $0.loss)) } + ["</div>"]
    if let comparison {
      let changed = comparison.changed(limit)
      body.append("<h2>\(changed.isEmpty ? "No image changed" : "Images that changed most")</h2><div class=pairs>")
      body +=
        changed.map { image, difference in
          figure(image, images, note: "this: \(String(format: "%+.2f", difference)) errors")
            + figure(image, images, note: "other", of: comparison.other)
        } + ["</div>"]
    }
    return body
  }

  private var metrics: String {
    let head = comparison.map { "<tr><th><th>this<th>\(LabelText.xml($0.otherName.lastPathPart))<th>change<th>" } ?? ""
    let changes = comparison?.metrics
    let rows = evaluation.report.metrics.enumerated().map { index, metric in
      var cells = "<th>\(metric.name)<td>\(EvaluationText.number(metric.value))"
      if let change = changes?[index] {
        let kind = (change.difference ?? 0) > 0 ? "better" : (change.difference ?? 0) < 0 ? "worse" : ""
        cells +=
          "<td>\(EvaluationText.number(change.other))<td class=\"\(kind)\">"
          + EvaluationText.signed(change.difference)
      }
      return "<tr>\(cells)<td class=words>\(metric.title)"
    }
    return "<div class=scroll><table>\(head)\(rows.joined())</table></div>"
  }

  /// Precision over recall, at the lowest threshold.
  private var curve: String {
    func points(_ values: [Double]) -> String {
      values.enumerated().map { String(format: "%.1f,%.1f", Double($0) * 2 + 30, 170 - $1 * 160) }
        .joined(separator: " ")
    }
    let curve = evaluation.report.curve
    guard curve.count > 1 else { return "" }
    let other = comparison.map { $0.other.report.curve } ?? []
    return """
      <figure class=chart><svg viewBox="0 0 240 200" role=img aria-label="Precision over recall">
      <path d="M30 10V170H230" class=axis /><text x=230 y=186 text-anchor=end>recall 1</text><text x=26 y=16 text-anchor=end>1</text>
      <text x=30 y=186>0</text>\(other.count > 1 ? "<polyline class=other points=\"\(points(other))\" />" : "")
      <polyline class=this points="\(points(curve))" /></svg>
      <figcaption>Precision over recall at 0.50, mean of the classes\(other.isEmpty ? "" : "; dashed: the other results")</figcaption></figure>
      """
  }

  private func rows(_ title: String, _ rows: [EvaluationReport.Row]) -> String {
    guard let first = rows.first else { return "" }
    let head = "<tr><th>\(title)<th>labels" + first.metrics.map { "<th>\($0.name)" }.joined()
    let lines = rows.map { row in
      "<tr><th>\(LabelText.xml(row.name))<td>\(row.labelCount)"
        + row.metrics.map { "<td>\(EvaluationText.number($0.value))" }.joined()
    }
    return details("\(title) (\(rows.count))", isOpen: rows.count <= 20, head + lines.joined())
  }

  private func details(_ summary: String, isOpen: Bool, kind: String = "", _ rows: String) -> String {
    "<details\(isOpen ? " open" : "")><summary>\(summary)</summary><div class=scroll><table\(kind)>\(rows)</table></div>"
      + "</details>"
  }

  /// The matrix where it fits, and the most frequent confusions.
  private var confusion: String {
    let report = evaluation.report
    guard !report.confusion.isEmpty else { return "" }
    let expected = report.classes.map(\.name)
    let others = Set(report.confusion.map { $0.found ?? "" }).subtracting(expected).sorted()
    let found = expected + others
    guard found.count <= 40 else {
      let wrong = report.confusion.filter { $0.expected != $0.found }.prefix(100).map {
        "<tr><th>\(LabelText.xml($0.expected))<td class=words>\(LabelText.xml($0.found ?? "nothing"))<td>\($0.count)"
      }
      let head = "<tr><th>expected<th>found<th>images"
      return details("Confused classes", isOpen: false, head + wrong.joined())
    }
    let counts = Dictionary(report.confusion.map { ([$0.expected, $0.found ?? ""], $0.count) }) { $0 + $1 }
    let totals = Dictionary(report.classes.map { ($0.name, $0.labelCount) }) { first, _ in first }
    let head = found.map { "<th class=turned><span>\(LabelText.xml($0.isEmpty ? "nothing" : $0))</span>" }.joined()
    let lines = expected.map { name in
      let cells = found.map { other -> String in
        guard let count = counts[[name, other]] else { return "<td>" }
        let share = Double(count) / Double(max(totals[name] ?? 1, 1))
        let color = name == other ? "34,139,84" : "200,60,50"
        return "<td style=\"background:rgba(\(color),\(String(format: "%.2f", 0.15 + share * 0.7)))\">\(count)"
      }
      return "<tr><th>\(LabelText.xml(name))" + cells.joined()
    }
    return details(
      "Confusion: a row for each expected class, a column for what was found first", isOpen: true,
      kind: " class=matrix", "<tr><th>\(head)\(lines.joined())")
  }

  private func figure(_ place: Int, _ images: [Int: Image], note: String, of other: Evaluation? = nil) -> String {
    let evaluation = other ?? self.evaluation
    let marks = evaluation.cases[place].marks
    let name = evaluation.labels.images[place].name
    let drawing = images[place].map(\.size).map { size in
      "<svg class=case viewBox=\"0 0 \(size.width) \(size.height)\"><use href=#p\(place) />"
        + marks.prefix(Self.shownMarks).map { shape($0, in: size) }.joined() + "</svg>"
    }
    let summary = evaluation.answers[place] == nil ? "no result" : evaluation.cases[place].summary
    let classes = marks.filter { $0.box == nil }.map {
      "<span class=\"\($0.isExpected ? "expected" : "found") \($0.state.rawValue)\">\($0.isExpected ? "expected: " : "")"
        + "\(LabelText.xml($0.text))</span>"
    }
    return
      "<figure>\(drawing ?? "<div class=absent>no picture</div>")<figcaption><b>\(LabelText.xml(name))</b><br>\(note)"
      + (summary.isEmpty || !classes.isEmpty ? "" : "; \(summary)") + classes.joined() + "</figcaption></figure>"
  }

  private func shape(_ mark: ImageCase.Mark, in size: FrameSize) -> String {
    guard let box = mark.box else { return "" }
    let unit = Double(max(size.width, size.height)) / 400
    func number(_ value: Double) -> String { String(format: "%.1f", value) }
    let kind = "\(mark.isExpected ? "expected" : "found") \(mark.state.rawValue)"
    let points = mark.keypoints.compactMap { $0 }.map {
      "<circle cx=\(number($0.x)) cy=\(number($0.y)) r=\(number(unit * 1.6)) />"
    }
    let bones = evaluation.report.bones.compactMap { bone -> String? in
      let ends = bone.compactMap { mark.keypoints.indices.contains($0) ? mark.keypoints[$0] : nil }
      guard ends.count == 2 else { return nil }
      return "M\(number(ends[0].x)) \(number(ends[0].y))L\(number(ends[1].x)) \(number(ends[1].y))"
    }
    let skeleton =
      mark.keypoints.isEmpty || bones.isEmpty
      ? "" : "<path d=\"\(bones.joined())\" stroke-width=\(number(unit * 1.2)) />"
    // What is expected is named above its box, what was found below.
    let y =
      mark.isExpected
      ? max(box.y - unit * 2, unit * 11) : min(box.y + box.height + unit * 11, Double(size.height) - unit * 2)
    return "<g class=\"\(kind)\"><rect x=\(number(box.x)) y=\(number(box.y)) width=\(number(max(box.width, 0))) "
      + "height=\(number(max(box.height, 0))) stroke-width=\(number(unit * 1.6)) />\(skeleton)\(points.joined())"
      + "<text x=\(number(max(box.x, 0))) y=\(number(y)) font-size=\(number(unit * 10)) stroke-width=\(number(unit * 2.5))>"
      + "\(LabelText.xml(mark.text))</text></g>"
  }
}
