import VisionMedia
import VisionTasks

/// The files of a training, which appear when all is done.
struct GestureFiles {
  private struct Output {
    let path: String
    let file: UnfinishedFile

    /// Creates the file, so that work is not done for one that cannot be written.
    init(_ path: String, option: String) throws(TasksError) {
      self.path = path
      try OutputFolder.requireFile(path, option: option)
      do throws(FileFailure) {
        file = try UnfinishedFile(for: path)
      } catch { throw error.writing("The file \"\(path)\"") }
    }

    func put(_ bytes: Data) throws(TasksError) {
      do throws(FileFailure) {
        try bytes.write(to: file.descriptor)
      } catch { throw error.writing("The file \"\(path)\"") }
    }

    func publish() throws(TasksError) {
      do throws(FileFailure) { try file.publish() } catch { throw error.writing("The file \"\(path)\"") }
    }
  }

  private struct Report: Encodable {
    let labels: [String]
    let accuracy, otherHandsRejected: Double
    let imageCounts, heldOutCounts: [Int]
    let confusion: [[Int]]
    let images: GestureSummary
  }

  private let bundle: Output
  private let matrix, report: Output?

  init(bundle: String, matrix: String?, report: String?) throws(TasksError) {
    self.bundle = try Output(bundle, option: "--out")
    if let matrix { self.matrix = try Output(matrix, option: "--matrix") } else { self.matrix = nil }
    if let report { self.report = try Output(report, option: "--report") } else { self.report = nil }
  }

  func write(_ trained: TrainedGestures, summary: GestureSummary) throws {
    let result = trained.report
    if let matrix {
      let drawing = ConfusionMatrixDrawing(labels: result.labels, counts: result.confusion)
      try matrix.put(ImageFile.encode(drawing.image(), as: ImageFile.Encoding(fileName: matrix.path) ?? .png))
    }
    if let report {
      let content = Report(
        labels: result.labels, accuracy: result.accuracy, otherHandsRejected: result.otherHandsRejected,
        imageCounts: result.imageCounts, heldOutCounts: result.heldOutCounts, confusion: result.confusion,
        images: summary)
      try report.put(Data(try JSONText.pretty(content) + [UInt8(ascii: "\n")]))
    }
    try bundle.put(trained.bundle)
    for output in [matrix, report, bundle].compactMap({ $0 }) { try output.publish() }
  }
}
