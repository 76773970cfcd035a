import Foundation
import VisionMedia
import VisionTasks

/// A file for the results of a whole run, a device or pipe, or standard output.
///
/// What a user had in a file stays until an input was good: results are written beside it, and take its place then. Where
/// nothing was, lines are in the file as soon as they are written. Devices and pipes take everything as it comes.
final class ResultFile {
  private enum State {
    /// Whatever is written stays.
    case settled
    /// Made by this run and empty.
    case new(String)
    /// Grows under another name.
    case beside
  }

  /// What messages call it.
  let name: String
  /// Whether nothing of the user's is lost when this takes its place.
  let replacesNothing: Bool
  private let descriptor: Int32
  private let isOwned: Bool
  private let isRegular: Bool
  private let isStandardOutput: Bool
  private let appearsWhole: Bool
  private let path: String
  private var hasGoodInput = false
  private var state = State.settled
  /// The file that grew under another name; it keeps the descriptor open.
  private let unfinished: UnfinishedFile?
  /// The bytes written to a file that nothing else writes; nil for others.
  private var length: Int?

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - appearsWhole: Whether a part of the contents is of no use: the file takes its place when it is closed.
  ///   - stop: Ends the waiting for the reader of a pipe.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written, `ExitStatus.interrupted` for a run
  ///   that was ended before a pipe had a reader.
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
        (unfinished, descriptor, isOwned, state) = (file, file.descriptor, false, .beside)
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
        "\(path) cannot be written: \(failure.text). Name a file in a folder that is there and yours to write.")
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

  /// Opening a pipe waits for its reader; a run that is ended must not.
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

  /// A file beside an older one or, in a folder where no file can be made, in the temporary folder.
  private static func unfinished(for path: String, isThere: Bool) throws(FileFailure) -> UnfinishedFile {
    if isThere, access(path, W_OK) != 0 { throw FileFailure() }
    do {
      return try UnfinishedFile(for: path)
    } catch {
      guard isThere else { throw error }
      return try UnfinishedFile(for: path, in: FileManager.default.temporaryDirectory.path)
    }
  }

  /// Writes a line in one go, so that an interruption leaves whole lines.
  func write(_ line: String) throws(LostOutput) { try write(contentsOf: Data((line + "\n").utf8)) }

  /// Writes bytes as they are.
  func write(contentsOf bytes: Data) throws(LostOutput) {
    do {
      if isRegular {
        try UnfinishedFiles.shared.withoutEnd { () throws(FileFailure) in try writeWhole(bytes) }
      } else {
        try bytes.write(to: descriptor)
      }
    } catch {
      throw lost(error)
    }
    keepIfNew()
  }

  private func keepIfNew() {
    guard case .new(let path) = state else { return }
    UnfinishedFiles.shared.keep(path)
    state = .settled
  }

  private func removeIfEmpty() {
    guard case .new(let path) = state else { return }
    UnfinishedFiles.shared.remove(path)
    state = .settled
  }

  private func writeWhole(_ bytes: Data) throws(FileFailure) {
    do {
      try bytes.write(to: descriptor)
    } catch {
      // The part of a line that a full disk took.
      if let length { _ = ftruncate(descriptor, off_t(length)) }
      throw error
    }
    length = length.map { $0 + bytes.count }
  }

  private func lost(_ failure: FileFailure) -> LostOutput {
    LostOutput(
      message: failure.number == EPIPE
        ? "\(name): its reader has gone." : failure.writing(name).message,
      isReaderGone: isStandardOutput && failure.number == EPIPE)
  }

  /// Says that an input was good, so that its results may take the place of older ones.
  func noteGoodInput() throws(LostOutput) {
    hasGoodInput = true
    keepIfNew()
    if case .beside = state, !appearsWhole { try publish() }
  }

  /// Ends with the file. Without a good input it is what it was before the run.
  func close() throws(LostOutput) {
    removeIfEmpty()
    guard case .beside = state else { return }
    if hasGoodInput { return try publish() }
    unfinished?.discard()
    if !replacesNothing { StandardError.print("\(name) stays as it was: no input was done without an error.") }
  }

  private func publish() throws(LostOutput) {
    guard let unfinished else { return }
    state = .settled
    do { try unfinished.publish() } catch {
      do { try overwrite(with: unfinished) } catch { throw lost(error) }
    }
  }

  /// Copies the results where no file can be renamed to: in another user's folder, or over one that is mounted.
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
