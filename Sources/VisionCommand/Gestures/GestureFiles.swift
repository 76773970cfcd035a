import VisionMedia
import VisionTasks

/// The files of a training, which appear when all is done.
struct GestureFiles {
  private struct Report: Encodable {
    let labels: [String]
    let accuracy, otherHandsRejected: Double
    let imageCounts, heldOutCounts: [Int]
    let confusion: [[Int]]
    let images: GestureSummary
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

  func write(_ trained: TrainedGestures, summary: GestureSummary) throws {
    let result = trained.report
    do {
      if let matrix {
        let drawing = ConfusionMatrixDrawing(labels: result.labels, counts: result.confusion)
        let encoding = ImageFile.Encoding(fileName: matrix.name) ?? .png
        try matrix.write(contentsOf: ImageFile.encode(drawing.image(), as: encoding))
      }
      let content = Report(
        labels: result.labels, accuracy: result.accuracy, otherHandsRejected: result.otherHandsRejected,
        imageCounts: result.imageCounts, heldOutCounts: result.heldOutCounts, confusion: result.confusion,
        images: summary)
      try report?.write(contentsOf: Data(try JSONText.pretty(content) + [UInt8(ascii: "\n")]))
      try bundle.write(contentsOf: trained.bundle)
      for output in [matrix, report, bundle].compactMap({ $0 }) { try output.publishWhole() }
    } catch let error as LostOutput { throw TasksError(.unavailableError, error.message) }
  }
}
