import VisionCatalog
import VisionTasks

struct FileSeal: Codable, Hashable {
  let bytes: Int
  let sha256: String

  init(of path: String) throws(BatchFolderFailure) {
    do throws(TasksError) {
      sha256 = try FileDigest.sha256(of: URL(literalPath: path))
    } catch { throw BatchFolderFailure(.reading, error) }
    bytes = FilePlace(path: path).size
  }
}

/// The last line of a part's record: what belongs to the part.
struct PartSeal: Codable, Hashable {
  let results: FileSeal
  let failed: Int
  let failures: String
}

/// The files of a part: its results for users, and its record in the hidden folder. The record has a line for each
/// failed input, as in `errors.jsonl`, and a last one with the length and the digest of the results. A part is finished
/// when its record is whole and its results are those of the record.
struct PartFiles {
  let results, record, staged: String

  /// Reads the record, and passes on the lines of failed inputs, which mean nothing without a seal in the end.
  func readRecord(_ receive: ([UInt8]) throws -> Void = { _ in }) throws -> PartSeal? {
    let digest = try SHA256Digest()
    var (count, waiting): (Int, [UInt8]?) = (0, nil)
    do {
      guard BatchFolder.exists(record) else { return nil }
      let lines = try FolderLines(path: record)
      while let line = try lines.next() {
        if let waiting {
          try receive(waiting)
          try digest.update(waiting + [UInt8(ascii: "\n")])
          count += 1
        }
        waiting = line
      }
      guard let waiting else { return nil }
      let seal = try BatchJSON.decode(PartSeal.self, from: waiting, of: record)
      return try seal.failed == count && seal.failures == digest.hexadecimal() ? seal : nil
    } catch let failure as BatchFolderFailure where failure.cause == .reading { return nil }
  }

  func seal() throws -> PartSeal? {
    guard let seal = try readRecord(), try has(seal.results, at: results) else { return nil }
    return seal
  }

  func has(_ seal: FileSeal, at path: String) throws -> Bool {
    guard FilePlace(path: path).kind == .regular, FilePlace(path: path).size == seal.bytes else { return false }
    do throws(BatchFolderFailure) { return try FileSeal(of: path) == seal } catch { return false }
  }

  func failures() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    _ = try readRecord { lines.append($0) }
    return lines
  }

  func failedNumbers() throws -> [Int] {
    try failures().map { try BatchJSON.decode(FailedInput.self, from: $0, of: record).number }
  }
}

/// Writes the record of a part. Its new name decides that the part is finished.
final class PartRecordWriter {
  private let lines: StagedLines
  private let digest: SHA256Digest
  private var count = 0

  init(_ files: PartFiles) throws {
    lines = try StagedLines(path: files.record)
    digest = try SHA256Digest()
  }

  func add(_ line: [UInt8]) throws {
    try lines.add(line)
    try digest.update(line + [UInt8(ascii: "\n")])
    count += 1
  }

  func publish(_ results: FileSeal) throws {
    let seal = PartSeal(results: results, failed: count, failures: try digest.hexadecimal())
    try lines.add(try JSONText.line(seal))
    try lines.publish()
  }
}

/// An input that failed: a line of `errors.jsonl`.
struct FailedInput: Codable, Hashable, Sendable {
  /// MediaPipe's number of the error.
  let code: Int
  let number: Int
  let path, reason: String

  init(_ entry: ManifestEntry, _ error: any Error, frame: Int? = nil) {
    let code = (error as? TasksError)?.code ?? .unknownError
    self.code = Int(code.rawValue)
    number = entry.number
    path = entry.source.description
    reason = (frame.map { "Frame \($0): " } ?? "") + error.localizedDescription
  }
}
