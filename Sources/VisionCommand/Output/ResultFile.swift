import VisionMedia

/// The output of a run's results: a file, a device, a pipe or standard output. An existing file is kept until an input
/// succeeds: results are written to a temporary file beside it, which then replaces it. A new file, a device or a pipe
/// is written directly.
final class ResultFile {
  private enum State {
    case inPlace
    /// Created by this run and still empty.
    case new(String)
    case temporary
  }

  let name: String
  let replacesNothing: Bool
  private let descriptor: Int32
  private let isOwned, isRegular, isStandardOutput, appearsWhole: Bool
  private let path: String
  private var hasGoodInput = false
  private var state = State.inPlace
  private let unfinished: UnfinishedFile?
  /// The length of a regular file that only this object writes; nil otherwise.
  private var length: Int?

  /// `-` is standard output. With `appearsWhole` the file appears when complete. `stop` cancels waiting for a reader.
  init(path: String, appearsWhole: Bool = false, stop: StopSignal = .shared) throws {
    self.appearsWhole = appearsWhole
    if let number = OpenDescriptor.number(of: path) {
      (name, descriptor, isOwned) = (number == STDOUT_FILENO ? "Standard output" : path, number, false)
      (isStandardOutput, replacesNothing, self.path) = (number == STDOUT_FILENO, true, path)
      isRegular = FilePlace(descriptor: number)?.kind == .regular
      unfinished = nil
      return
    }
    (name, isStandardOutput) = (path, false)
    let place = FilePlace(path: path)
    self.path = place.resolvedPath ?? path
    isRegular = [.nothing, .regular].contains(place.kind)
    replacesNothing = place.size == 0
    if isRegular { length = 0 }
    do {
      if isRegular, appearsWhole || place.size > 0 {
        let file = try Self.unfinished(for: self.path, isThere: place.kind == .regular)
        (unfinished, descriptor, isOwned, state) = (file, file.descriptor, false, .temporary)
        return
      }
      (unfinished, isOwned) = (nil, true)
      switch place.kind {
      case .nothing:
        let path = self.path
        descriptor = try UnfinishedFiles.shared.create(path) { () throws(FileFailure) in
          try Self.open(path, O_CREAT | O_EXCL)
        }
        state = .new(path)
      case .pipe: descriptor = try Self.openPipe(path, stop: stop)
      default: descriptor = try Self.open(path, 0)
      }
    } catch let failure as FileFailure {
      throw TasksError(
        .permissionDeniedError,
        "\(path) cannot be written: \(failure.text). Choose a file in an existing, writable folder.")
    }
  }

  deinit {
    removeIfEmpty()
    if isOwned { Foundation.close(descriptor) }
  }

  private static func open(_ path: String, _ flags: Int32) throws(FileFailure) -> Int32 {
    let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard descriptor >= 0 else { throw FileFailure() }
    return descriptor
  }

  /// Waits for a pipe's reader without blocking in `open`, so that a signal can end the wait.
  private static func openPipe(_ path: String, stop: StopSignal) throws -> Int32 {
    while true {
      do throws(FileFailure) {
        let descriptor = try open(path, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      } catch {
        guard error.number == ENXIO, !stop.isRaised else { throw stop.isRaised ? ExitStatus.interrupted : error }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  /// A temporary file beside the existing one, or in the temporary folder if the folder is not writable.
  private static func unfinished(for path: String, isThere: Bool) throws(FileFailure) -> UnfinishedFile {
    if isThere, access(path, W_OK) != 0 { throw FileFailure() }
    do {
      return try UnfinishedFile(for: path)
    } catch {
      guard isThere else { throw error }
      return try UnfinishedFile(for: path, in: FileManager.default.temporaryDirectory.path)
    }
  }

  /// Writes a line in one call, so that an interruption leaves complete lines.
  func write(_ line: String) throws(LostOutput) { try write(contentsOf: Data((line + "\n").utf8)) }

  func write(contentsOf bytes: Data) throws(LostOutput) {
    do {
      if isRegular {
        try UnfinishedFiles.shared.withoutEnd { () throws(FileFailure) in try writeWhole(bytes) }
      } else {
        try bytes.write(to: descriptor)
      }
    } catch { throw lost(error) }
    keepIfNew()
  }

  private func keepIfNew() {
    guard case .new(let path) = state else { return }
    UnfinishedFiles.shared.keep(path)
    state = .inPlace
  }

  private func removeIfEmpty() {
    guard case .new(let path) = state else { return }
    UnfinishedFiles.shared.remove(path)
    state = .inPlace
  }

  private func writeWhole(_ bytes: Data) throws(FileFailure) {
    do {
      try bytes.write(to: descriptor)
    } catch {
      // Removes a partial line from a full disk.
      if let length { _ = ftruncate(descriptor, off_t(length)) }
      throw error
    }
    length = length.map { $0 + bytes.count }
  }

  private func lost(_ failure: FileFailure) -> LostOutput {
    LostOutput(
      message: failure.number == EPIPE ? "\(name): the reader has closed it." : failure.writing(name).message,
      isReaderGone: isStandardOutput && failure.number == EPIPE)
  }

  /// Records that an input succeeded, so that its results may replace an existing file.
  func noteGoodInput() throws(LostOutput) {
    hasGoodInput = true
    keepIfNew()
    if case .temporary = state, !appearsWhole { try publish() }
  }

  /// Closes the file. If no input succeeded, an existing file is unchanged.
  func close() throws(LostOutput) {
    removeIfEmpty()
    guard case .temporary = state else { return }
    if hasGoodInput { return try publish() }
    unfinished?.discard()
    if !replacesNothing { StandardError.printLine("\(name) is unchanged, since no input succeeded.") }
  }

  /// Closes a file that is complete.
  func publishWhole() throws(LostOutput) {
    try noteGoodInput()
    try close()
  }

  private func publish() throws(LostOutput) {
    guard let unfinished else { return }
    state = .inPlace
    do { try unfinished.publish() } catch {
      do { try overwrite(with: unfinished) } catch { throw lost(error) }
    }
  }

  /// Copies the results if renaming is impossible: in a folder that is not writable, or over a mount point.
  private func overwrite(with file: UnfinishedFile) throws(FileFailure) {
    try UnfinishedFiles.shared.withoutEnd { () throws(FileFailure) in
      let target = try Self.open(path, O_CREAT | O_TRUNC)
      defer { Foundation.close(target) }
      var place = 0
      while case let part = try SpooledText.part(of: file.descriptor, at: place), !part.isEmpty {
        try part.write(to: target)
        place += part.count
      }
      guard dup2(target, file.descriptor) >= 0 else { throw FileFailure() }
    }
    file.discard()
  }
}

final class SpooledText {
  private let file: UnfinishedFile

  init() throws {
    do { file = try .unnamed() } catch { throw error.writing(UnfinishedFile.temporaryFolder) }
  }

  func write(_ line: String) throws(LostOutput) { try write(contentsOf: Data((line + "\n").utf8)) }

  func write(contentsOf lines: Data) throws(LostOutput) {
    do { try lines.write(to: file.descriptor) } catch {
      throw LostOutput(message: error.writing(UnfinishedFile.temporaryFolder).message)
    }
  }

  func forEachPart(_ body: (Data) throws -> Void) throws {
    var place = 0
    while case let part = try Self.part(of: file.descriptor, at: place), !part.isEmpty {
      try body(part)
      place += part.count
    }
  }

  func copy(to target: ResultFile) throws {
    do { try forEachPart(target.write(contentsOf:)) } catch let failure as FileFailure {
      throw LostOutput(message: "\(target.name) is incomplete, since a temporary file cannot be read: \(failure.text).")
    }
  }

  static func part(of descriptor: Int32, at place: Int) throws(FileFailure) -> Data {
    try Data(readingFrom: descriptor, at: place, count: 1 << 20)
  }
}
