import Foundation
import VisionErrors
import VisionImaging
import VisionOutput
import VisionResults

/// A worker that answers one request at a time: started with the first one, and again after it ended.
///
/// Calls block: they belong on a dispatch queue or a thread, not on Swift's own threads; the asynchronous form sees to that. Callers
/// wait for each other, so no more than one request is ever on its way.
// Safe to share: the channel and the counts are touched under `turn` only, the channel that `close` ends under `lock`.
package final class WorkerProcess: @unchecked Sendable {
  /// How a worker is started and how long it may take.
  package struct Options: Sendable {
    /// The program, `vision`.
    package var executable: String
    /// Its arguments, from `worker` on.
    package var arguments: [String]
    /// The model's file, which errors never name.
    package var modelPath: String
    /// What errors call the model.
    package var modelName: String
    /// The limits that the arguments state; for errors.
    package var limits = WorkerLimits()
    /// How long loading may take, in seconds; 60.
    package var startSeconds = 60.0
    /// How long an answer may take, in seconds; 30.
    package var answerSeconds = WorkerLimits.answerSeconds
    /// The longest answer, in bytes; 4 million.
    package var answerBytes = 4_000_000
    /// Ends the process before its work is done; nil when nothing does.
    package var cancellation: WorkerCancellation?

    package init(executable: String, arguments: [String], modelPath: String, modelName: String) {
      self.executable = executable
      self.arguments = arguments
      self.modelPath = modelPath
      self.modelName = modelName
    }
  }

  /// After so many ends without an answer in between a worker is not started any more.
  private static let mostEnds = 3

  private let options: Options
  private let turn = NSLock()
  private let lock = NSLock()
  private var channel: WorkerChannel?
  private var isClosed = false
  private var ready: WorkerReady?
  private var endsInARow = 0
  private var lastError: TasksError?
  private var nextID = 1
  private let queue = DispatchQueue(label: "vision worker")

  /// Nothing is started yet.
  package init(_ options: Options) {
    self.options = options
    options.cancellation?.add(self)
  }

  deinit { close() }

  /// Starts the worker unless it runs.
  ///
  /// - Returns: Its first line.
  /// - Throws: `TasksError` with what the worker said, or with how it ended.
  @discardableResult
  package func start() throws(TasksError) -> WorkerReady {
    turn.lock()
    defer { turn.unlock() }
    return try running().ready
  }

  /// Works on an image.
  ///
  /// - Parameters:
  ///   - image: The pixels.
  ///   - timestampMs: The frame's time; nil for a worker in image mode.
  ///   - task: The worker's task.
  /// - Returns: What the task found.
  /// - Throws: `TasksError`: the worker's own, which goes on; or how its process ended.
  package func output(
    of image: ImageBuffer, timestampMs: Int?, task: String
  ) throws(TasksError) -> any TaskOutput {
    let pixels = try image.withoutPadding()
    let request = WorkerRequest(
      id: 0, bytes: pixels.width * pixels.height * pixels.format.bytesPerPixel, timestampMs: timestampMs,
      format: .init(pixels.format), width: pixels.width, height: pixels.height)
    return try pixels.withUnsafeBytes { (bytes) throws(TasksError) in
      try answer(to: request, bytes).output(of: task)
    }
  }

  /// Sends a request and waits for its answer; the request's number is set here.
  package func answer(
    to request: WorkerRequest, _ bytes: UnsafeRawBufferPointer
  ) throws(TasksError) -> WorkerAnswerLine {
    guard request.bytes == bytes.count else {
      throw TasksError.invalidArgument("A request of \(request.bytes) bytes cannot be sent with \(bytes.count).")
    }
    turn.lock()
    defer { turn.unlock() }
    let channel = try running().channel
    var request = request
    request.id = nextID
    nextID += 1
    let deadline = ContinuousClock.now + .seconds(options.answerSeconds)
    let answer: WorkerAnswerLine
    do {
      let header = try request.line()
      try header.withUnsafeBytes { try channel.send($0, until: deadline) }
      try channel.send(bytes, until: deadline)
      answer = WorkerAnswerLine(try channel.line(limit: options.answerBytes, until: deadline))
    } catch {
      throw ended(channel, error, seconds: options.answerSeconds)
    }
    switch answer.failure(ofRequest: request.id) {
    case .none:
      endsInARow = 0
      return answer
    case .request(let error):
      endsInARow = 0
      throw named(error)
    case .worker(let error): throw ended(channel, saying: error)
    case .nonsense: throw ended(channel, WorkerChannel.Failure.tooLong, seconds: options.answerSeconds)
    }
  }

  /// The same without blocking a thread of Swift's.
  package func answer(to request: WorkerRequest, _ bytes: Data) async throws -> WorkerAnswerLine {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { try bytes.withUnsafeBytes { try self.answer(to: request, $0) } })
      }
    }
  }

  /// Ends the process; a request that waits fails, later ones, too.
  package func close() {
    let channel = lock.withLock {
      isClosed = true
      return self.channel
    }
    channel?.kill()
  }

  /// Under `turn`: the process and its first line, started where there is none.
  private func running() throws(TasksError) -> (channel: WorkerChannel, ready: WorkerReady) {
    if let channel = lock.withLock({ isClosed ? nil : self.channel }), let ready { return (channel, ready) }
    guard !lock.withLock({ isClosed }) else {
      throw TasksError(.cancelledError, "The process of \"\(options.modelName)\" was ended.")
    }
    if endsInARow >= Self.mostEnds, let lastError { throw lastError }
    let channel = try WorkerChannel(executable: options.executable, arguments: options.arguments)
    lock.withLock {
      self.channel = channel
      if isClosed { channel.kill() }
    }
    let line: Data
    do {
      line = try channel.line(limit: options.answerBytes, until: .now + .seconds(options.startSeconds))
    } catch {
      throw ended(channel, error, seconds: options.startSeconds)
    }
    if let failure = try? JSONDecoder().decode(WorkerFailure.self, from: line) {
      throw ended(channel, saying: failure.error.tasksError)
    }
    guard let ready = try? JSONDecoder().decode(WorkerReady.self, from: line), ready.ready,
      ready.protocol == WorkerReady.currentProtocol
    else { throw ended(channel, WorkerChannel.Failure.tooLong, seconds: options.startSeconds) }
    self.ready = ready
    return (channel, ready)
  }

  /// Under `turn`: lets the process go.
  ///
  /// - Returns: The error that says how it ended.
  private func ended(_ channel: WorkerChannel, _ failure: any Error, seconds: Double) -> TasksError {
    let end: WorkerEnd
    switch failure as? WorkerChannel.Failure {
    case .late:
      _ = channel.end(expectsExit: false)
      end = .late(seconds: seconds)
    case .tooLong, nil:
      _ = channel.end(expectsExit: false)
      end = .nonsense
    case .gone: end = channel.end(expectsExit: true)
    }
    let error =
      lock.withLock { isClosed }
      ? TasksError(.cancelledError, "The process of \"\(options.modelName)\" was ended.")
      : end.error(model: options.modelName, limits: options.limits)
    return note(error)
  }

  /// Under `turn`: lets a process go that said itself why it ends.
  private func ended(_ channel: WorkerChannel, saying error: TasksError) -> TasksError {
    _ = channel.end(expectsExit: true)
    return note(named(error))
  }

  /// The same error with the user's name for the model.
  private func named(_ error: TasksError) -> TasksError {
    let fileName = (options.modelPath as NSString).lastPathComponent
    let message = error.message.replacing(options.modelPath, with: options.modelName)
    return TasksError(error.code, fileName.isEmpty ? message : message.replacing(fileName, with: options.modelName))
  }

  private func note(_ error: TasksError) -> TasksError {
    lock.withLock { channel = nil }
    ready = nil
    endsInARow += 1
    lastError = error
    return error
  }
}

extension WorkerRequest {
  /// The header as it is sent.
  package func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

extension ImageBuffer {
  /// The same pixels in rows without padding.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for a copy.
  fileprivate func withoutPadding() throws(TasksError) -> ImageBuffer {
    let rowBytes = width * format.bytesPerPixel
    guard bytesPerRow != rowBytes else { return self }
    do {
      return try ImageBuffer(width: width, height: height, format: format, room: 0) { memory in
        withUnsafeBytes { bytes in
          for row in 0..<height {
            UnsafeMutableRawBufferPointer(rebasing: memory[(row * rowBytes)..<((row + 1) * rowBytes)])
              .copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[(row * bytesPerRow)..<(row * bytesPerRow + rowBytes)]))
          }
        }
      }
    } catch let error as TasksError {
      throw error
    } catch {
      throw TasksError.internalFailure("An image cannot be copied for a worker: \(error.localizedDescription)")
    }
  }
}
