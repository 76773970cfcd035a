import Foundation
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

  private let bundle: UnfinishedFile
  private let matrix: (file: UnfinishedFile, encoding: ImageFile.Encoding)?
  private let report: UnfinishedFile?
  private let names: [ObjectIdentifier: String]

  init(bundle: String, matrix: String?, report: String?) throws {
    var names: [ObjectIdentifier: String] = [:]
    func create(_ path: String) throws -> UnfinishedFile {
      let kind = FilePlace(path: path).kind
      guard kind == .nothing || kind == .regular else {
        throw ValidationErrors.notAFile(path)
      }
      do throws(FileFailure) {
        let file = try UnfinishedFile(for: path)
        names[ObjectIdentifier(file)] = path
        return file
      } catch { throw ValidationErrors.notWritable(path, error) }
    }
    self.bundle = try create(bundle)
    self.matrix = try matrix.map { (try create($0), ImageFile.Encoding(fileName: $0) ?? .png) }
    self.report = try report.map { try create($0) }
    self.names = names
  }

  func write(_ trained: TrainedGestures, summary: GestureSummary) throws {
    let result = trained.report
    if let matrix {
      let drawing = ConfusionMatrixDrawing(labels: result.labels, counts: result.confusion)
      try put(ImageFile.encode(drawing.image(), as: matrix.encoding), into: matrix.file)
    }
    if let report {
      let content = Report(
        labels: result.labels, accuracy: result.accuracy, otherHandsRejected: result.otherHandsRejected,
        imageCounts: result.imageCounts, heldOutCounts: result.heldOutCounts, confusion: result.confusion,
        images: summary)
      try put(Data(try JSONText.pretty(content) + [UInt8(ascii: "\n")]), into: report)
    }
    try put(trained.bundle, into: bundle)
    for file in [matrix?.file, report, bundle].compactMap({ $0 }) {
      do throws(FileFailure) { try file.publish() } catch { throw error.writing(name(of: file)) }
    }
  }

  private func put(_ bytes: Data, into file: UnfinishedFile) throws {
    do throws(FileFailure) { try bytes.write(to: file.descriptor) } catch { throw error.writing(name(of: file)) }
  }

  private func name(of file: UnfinishedFile) -> String { "The file \"\(names[ObjectIdentifier(file)] ?? "")\"" }
}

private enum ValidationErrors {
  static func notAFile(_ path: String) -> any Error {
    StandardError.print("Error: \"\(path)\" is there and no file; write elsewhere.")
    return ExitStatus.wrongUsage
  }

  static func notWritable(_ path: String, _ failure: FileFailure) -> any Error {
    StandardError.print("Error: \(failure.writing("The file \"\(path)\"").message)")
    return ExitStatus.wrongUsage
  }
}
