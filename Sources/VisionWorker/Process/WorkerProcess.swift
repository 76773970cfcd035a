import VisionTasks

/// A worker process that answers one request at a time; the first request starts it, also after its end. Calls block:
/// make them on a dispatch queue or a thread, not on the threads of Swift concurrency.
package final class WorkerProcess: Sendable {
  package struct Options: Sendable {
    package var executable: String
    /// Its arguments, from `worker` on.
    package var arguments: [String]
    /// The model's file. Error messages do not contain it.
    package var modelPath: String
    package var modelName: String
    package var limits = WorkerLimits()
    package var requiresSandbox = false
    /// What to do without a sandbox, for the error.
    package var sandboxAdvice = ""
    package var startSeconds = 60.0
    package var answerSeconds = WorkerLimits.answerSeconds
    package var answerBytes = 4_000_000
    package var cancellation: WorkerCancellation?

    package init(executable: String, arguments: [String], modelPath: String, modelName: String) {
      (self.executable, self.arguments, self.modelPath, self.modelName) = (executable, arguments, modelPath, modelName)
    }
  }

  /// Maximum number of consecutive ends without an answer; then the worker is not restarted.
  private static let maxConsecutiveEnds = 3

  /// What a request uses; locked for the whole request, so that callers wait for each other.
  private struct Session {
    var ready: WorkerReady?
    var consecutiveEnds = 0
    var lastError: TasksError?
    var nextID = 1
  }

  /// What `close()` uses while a request waits.
  private struct Connection {
    var channel: WorkerChannel?
    var isClosed = false
  }

  private let options: Options
  /// Locked before `connection` where both are needed.
  private let session = Locked(Session())
  private let connection = Locked(Connection())

  package init(_ options: Options) {
    self.options = options
    options.cancellation?.add(self)
  }

  deinit { close() }

  @discardableResult package func start() throws(TasksError) -> WorkerReady {
    try session.withLock { (session) throws(TasksError) in try running(&session).ready }
  }

  package func output(of image: ImageBuffer, timestampMs: Int?, task: String) throws(TasksError) -> any TaskOutput {
    let pixels = try image.withoutPadding()
    let request = WorkerRequest(
      id: 0, bytes: pixels.width * pixels.height * pixels.format.bytesPerPixel, timestampMs: timestampMs,
      format: .init(pixels.format), width: pixels.width, height: pixels.height)
    return try pixels.withUnsafeBytes { (bytes) throws(TasksError) in try answer(to: request, bytes).output(of: task) }
  }

  package func answer(
    to request: WorkerRequest, _ bytes: UnsafeRawBufferPointer
  ) throws(TasksError) -> WorkerAnswerLine {
    guard request.bytes == bytes.count else {
      throw TasksError.invalidArgument("A request of \(request.bytes) bytes cannot be sent with \(bytes.count).")
    }
    return try session.withLock { (session) throws(TasksError) in try answer(to: request, bytes, &session) }
  }

  private func answer(
    to request: WorkerRequest, _ bytes: UnsafeRawBufferPointer, _ session: inout Session
  ) throws(TasksError) -> WorkerAnswerLine {
    let channel = try running(&session).channel
    var request = request
    request.id = session.nextID
    session.nextID += 1
    let deadline = ContinuousClock.now + .seconds(options.answerSeconds)
    let answer: WorkerAnswerLine
    do {
      let header = try request.line()
      try header.withUnsafeBytes { try channel.send($0, until: deadline) }
      try channel.send(bytes, until: deadline)
      answer = WorkerAnswerLine(try channel.line(limit: options.answerBytes, until: deadline))
    } catch { throw ended(channel, error, seconds: options.answerSeconds, &session) }
    switch answer.failure(ofRequest: request.id) {
    case .none:
      session.consecutiveEnds = 0
      return answer
    case .request(let error):
      session.consecutiveEnds = 0
      throw named(error)
    case .worker(let error): throw ended(channel, reporting: error, &session)
    case .invalid: throw ended(channel, WorkerChannel.Failure.unreadable, seconds: options.answerSeconds, &session)
    }
  }

  package func close() {
    connection.withLock { connection in
      connection.isClosed = true
      connection.channel?.kill()
    }
  }

  private func running(_ session: inout Session) throws(TasksError) -> (channel: WorkerChannel, ready: WorkerReady) {
    if let channel = connection.withLock({ $0.isClosed ? nil : $0.channel }), let ready = session.ready {
      return (channel, ready)
    }
    guard !connection.withLock({ $0.isClosed }) else { throw cancelled }
    if session.consecutiveEnds >= Self.maxConsecutiveEnds, let lastError = session.lastError { throw lastError }
    let channel = try WorkerChannel(executable: options.executable, arguments: options.arguments)
    connection.withLock { connection in
      connection.channel = channel
      if connection.isClosed { channel.kill() }
    }
    let line: Data
    do {
      line = try channel.line(limit: options.answerBytes, until: .now + .seconds(options.startSeconds))
    } catch { throw ended(channel, error, seconds: options.startSeconds, &session) }
    if case .worker(let error) = WorkerAnswerLine(line).failure(ofRequest: nil) {
      throw ended(channel, reporting: error, &session)
    }
    guard let ready = try? JSONDecoder().decode(WorkerReady.self, from: line), ready.ready,
      ready.protocol == WorkerReady.currentProtocol
    else { throw ended(channel, WorkerChannel.Failure.unreadable, seconds: options.startSeconds, &session) }
    guard ready.sandbox || !options.requiresSandbox else {
      _ = channel.end(expectsExit: false)
      throw note(
        TasksError.failedPrecondition(
          "\"\(options.modelName)\" was not run: this system cannot filter a program's system calls, so nothing would hold a "
            + "model that attacks. \(options.sandboxAdvice)"), &session)
    }
    session.ready = ready
    return (channel, ready)
  }

  private var cancelled: TasksError {
    TasksError(.cancelledError, "The process of \"\(options.modelName)\" was ended.")
  }

  private func ended(
    _ channel: WorkerChannel, _ failure: any Error, seconds: Double, _ session: inout Session
  ) -> TasksError {
    let failure = failure as? WorkerChannel.Failure
    let exit = channel.end(expectsExit: failure == .closed)
    let end: WorkerEnd =
      switch failure {
      case .closed: exit
      case .late: .late(seconds: seconds)
      case .unreadable, nil: .invalidAnswer
      }
    let error =
      connection.withLock { $0.isClosed } ? cancelled : end.error(model: options.modelName, limits: options.limits)
    return note(error, &session)
  }

  private func ended(_ channel: WorkerChannel, reporting error: TasksError, _ session: inout Session) -> TasksError {
    _ = channel.end(expectsExit: true)
    return note(named(error), &session)
  }

  /// The same error with the model's name instead of its path.
  private func named(_ error: TasksError) -> TasksError {
    let fileName = options.modelPath.lastPathPart
    let message = error.message.replacing(options.modelPath, with: options.modelName)
    return TasksError(error.code, fileName.isEmpty ? message : message.replacing(fileName, with: options.modelName))
  }

  private func note(_ error: TasksError, _ session: inout Session) -> TasksError {
    connection.withLock { $0.channel = nil }
    session.ready = nil
    session.consecutiveEnds += 1
    session.lastError = error
    return error
  }
}

extension WorkerRequest {
  package func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

extension ImageBuffer {
  /// A copy without row padding; the image itself if it has none.
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

/// Ends the worker processes of one piece of work at once, and those that it starts later.
package final class WorkerCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var processes: [Weak] = []
  }

  private struct Weak { weak var process: WorkerProcess? }

  private let state = Locked(State())

  package init() {}

  package func cancel() {
    let processes = state.withLock { state in
      state.isCancelled = true
      return state.processes
    }
    for entry in processes { entry.process?.close() }
  }

  func add(_ process: WorkerProcess) {
    let isLate = state.withLock { state in
      state.processes.removeAll { $0.process == nil }
      state.processes.append(Weak(process: process))
      return state.isCancelled
    }
    if isLate { process.close() }
  }
}

package final class WorkerTask: AnyVisionTask, Sendable {
  private let options: WorkerProcess.Options
  private let task: String
  private let current: Locked<WorkerProcess>

  /// Starts the worker. For answers with masks raise `answerBytes`.
  package init(_ options: WorkerProcess.Options, task: String) throws(TasksError) {
    (self.options, self.task) = (options, task)
    let process = WorkerProcess(options)
    current = Locked(process)
    try process.start()
  }

  package func output(of image: MPImage) throws -> any TaskOutput {
    try process.output(of: image.imageBuffer, timestampMs: nil, task: task)
  }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try process.output(of: frame.imageBuffer, timestampMs: timestampInMilliseconds, task: task)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    throw TasksError(.unimplementedError, "A worker has no live-stream mode; ask it for frames in video mode.")
  }

  package var droppedFrameCount: Int { 0 }

  /// Ends the process, which holds the state of earlier frames; the next frame starts another.
  package func reset() { current.withLock { $0 = WorkerProcess(options) } }
  private var process: WorkerProcess { current.withLock { $0 } }
}
