import VisionMedia
import VisionTasks

/// The files of a training, which appear when all is done.
struct GestureFiles {
  private struct Report: Encodable {
    let report: GestureTrainingReport
    let images: GestureSummary

    private enum CodingKeys: CodingKey { case accuracy, images }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(report.accuracy, forKey: .accuracy)
      try container.encode(images, forKey: .images)
    }
  }

  private let bundle: ResultFile
  private let matrix, report: ResultFile?

  /// Creates the files, so that work is not done for one that cannot be written.
  init(bundle: String, matrix: String?, report: String?) throws {
    func file(_ path: String, option: String) throws -> ResultFile {
      try OutputFolder.requireFile(path, option: option)
      return try ResultFile(path: path, appearsWhole: true)
    }
    self.bundle = try file(bundle, option: "--out")
    self.matrix = try matrix.map { try file($0, option: "--matrix") }
    self.report = try report.map { try file($0, option: "--report") }
  }

  /// Writes the bundle first, which is the work; then the others. Those that are lost are reported. Returns their
  /// status; nil while none is lost.
  func write(_ trained: TrainedGestures, summary: GestureSummary) throws -> ExitStatus? {
    try publish(trained.bundle, as: bundle)
    let losses = LostOutputs()
    if let matrix { try losses.surviving { try publish(image(of: trained.report, for: matrix), as: matrix) } }
    if let report {
      try losses.surviving { try publish(text(of: Report(report: trained.report, images: summary)), as: report) }
    }
    return losses.status
  }

  private func publish(_ content: Data, as file: ResultFile) throws {
    try file.write(contentsOf: content)
    try file.publishWhole()
  }

  private func image(of result: GestureTrainingReport, for file: ResultFile) throws -> Data {
    let drawing = ConfusionMatrixDrawing(labels: result.labels, counts: result.confusion)
    return try ImageFile.encode(drawing.image(), as: ImageFile.Encoding(fileName: file.name) ?? .png)
  }

  private func text(of report: Report) throws -> Data { Data(try JSONText.pretty(report) + [UInt8(ascii: "\n")]) }
}

/// The result of a training as tables of text.
struct GestureReportText {
  let report: GestureTrainingReport
  let summary: GestureSummary

  var text: String {
    let counts = report.labels.indices.map { index in
      [report.labels[index]]
        + [report.imageCounts[index], report.heldOutCounts[index], report.confusion[index][index]].map { "\($0)" }
    }
    let confusion = report.labels.indices.map { index in
      [report.labels[index]] + report.confusion[index].map { $0 == 0 ? "-" : "\($0)" }
    }
    let right = report.confusion.indices.reduce(0) { $0 + report.confusion[$1][$1] }
    let total = report.heldOutCounts.reduce(0, +)
    var lines = Self.table([["gesture", "hands", "held out", "right"]] + counts)
    lines += [
      "", "Held-out accuracy: \(Self.percent(report.accuracy)) (\(right) of \(total.counted("image"))).",
      "Made-up hands of other poses that are rejected: \(Self.percent(report.otherHandsRejected)).",
    ]
    // Wider tables wrap in a terminal; the image of the matrix has them.
    if report.labels.count <= 20 {
      lines += ["", "Confusion of the held-out images; a row for each folder, a column for what was recognized:"]
      lines += Self.table([[""] + report.labels] + confusion)
    }
    lines.append("")
    var notes = ["\(summary.imageCount.counted("image")) read"]
    if !summary.withoutHand.isEmpty { notes.append("\(summary.withoutHand.count) without a hand") }
    if !summary.failed.isEmpty { notes.append("\(summary.failed.count) could not be read") }
    return (lines + [notes.joined(separator: ", ") + "."]).joined(separator: "\n")
  }

  private static func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  /// Columns as wide as their longest text; the first one to the left, the others to the right.
  private static func table(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.escapingControlCharacters) }
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + space : space + text
      }.joined(separator: "  ")
    }
  }
}
