struct DownloadSource: FileSource {
  let address: String
  var idleTimeout: TimeInterval = 30
  var transport: any HTTPTransport = SystemTransport()

  var kind: FetchProgress.Source { .official }
  var place: String { address }

  func deliver(_ entry: CatalogEntry, to destination: URL, progress: @escaping ByteProgress) throws(TasksError) {
    guard let url = URL(string: address) else { throw TasksError.invalidArgument("this is not a URL") }
    let part = destination.appendingPathExtension("part")
    let resumes = FileDigest.size(of: part) ?? 0 > 0
    do {
      try complete(part, from: url, entry, progress: progress)
    } catch {
      // The bytes of an earlier fetch may belong to another version: retry from the start.
      guard resumes, error.code == .dataLossError else { throw error }
      try complete(part, from: url, entry, progress: progress)
    }
    try AtomicFile.publish(part, as: destination)
  }

  /// Downloads the missing bytes and verifies the file. Wrong bytes are removed, an incomplete file is kept.
  private func complete(
    _ part: URL, from url: URL, _ entry: CatalogEntry, progress: @escaping ByteProgress
  ) throws(TasksError) {
    do {
      if FileDigest.size(of: part) != entry.byteCount {
        let file = try PartFile(part, expectedByteCount: entry.byteCount, progress: progress)
        try transport.receive(url, into: file, idleTimeout: idleTimeout)
        try file.finish()
      }
      try FileDigest.check(part, against: entry)
    } catch {
      if error.code == .dataLossError || FileDigest.size(of: part) == 0 {
        try? FileManager.default.removeItem(at: part)
      }
      throw error
    }
  }
}

final class PartFile {
  private let file: FileHandle
  private let expectedByteCount: Int
  private let progress: ByteProgress
  private(set) var byteCount: Int

  init(_ file: URL, expectedByteCount: Int, progress: @escaping ByteProgress) throws(TasksError) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw FileFailure().writing(file.path)
    }
    self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    (self.expectedByteCount, self.progress) = (expectedByteCount, progress)
    byteCount = Int((try? self.file.seekToEnd()) ?? 0)
  }

  /// Checks that a response's body is the missing part. A response with the whole file restarts the download.
  func begin(_ answer: HTTPResponseHead) throws(TasksError) {
    let range = answer.contentRange
    switch answer.status {
    case 206 where range.hasPrefix("bytes \(byteCount)-"): break
    case 200: try startOver()
    case 206, 416:
      throw TasksError(.dataLossError, "the server cannot resume after \(byteCount.counted("byte")) (\(range))")
    case let status: throw TasksError(.unavailableError, "the server responded with status \(status)")
    }
    let missing = expectedByteCount - byteCount
    if let announced = answer.byteCount, announced != missing {
      throw TasksError(.dataLossError, "the server has \(announced) bytes more, \(missing) are missing")
    }
  }

  func append(_ bytes: some DataProtocol) throws(TasksError) {
    guard bytes.count <= expectedByteCount - byteCount else {
      throw TasksError(.dataLossError, "the server sends more than \(expectedByteCount.counted("byte"))")
    }
    do { try file.write(contentsOf: bytes) } catch {
      throw .exhausted("the file cannot be written: \(error.localizedDescription)")
    }
    byteCount += bytes.count
    progress(byteCount)
  }

  func finish() throws(TasksError) {
    guard byteCount == expectedByteCount else {
      throw TasksError(
        .unavailableError, "the connection ended after \(byteCount) of \(expectedByteCount.counted("byte"))")
    }
  }

  private func startOver() throws(TasksError) {
    byteCount = 0
    do { try file.truncate(atOffset: 0) } catch {
      throw .exhausted("the file cannot be truncated: \(error.localizedDescription)")
    }
  }
}
