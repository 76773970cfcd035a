import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionWorker

@Suite("A worker's process, with scripts that behave like hostile models")
struct WorkerProcessTests {
  private static let empty = WorkerRequest(id: 0, bytes: 0)

  private func answer(_ worker: WorkerProcess, _ request: WorkerRequest = empty, _ bytes: Data = Data()) throws
    -> String
  {
    let line = try bytes.withUnsafeBytes { try worker.answer(to: request, $0) }
    return String(decoding: line.json, as: UTF8.self)
  }

  private func error(_ worker: WorkerProcess) throws -> TasksError {
    try #require(#expect(throws: TasksError.self) { try answer(worker) })
  }

  @Test("Answers come in order, and an error affects its request only")
  func answers() throws {
    let script = try ScriptedWorker(
      #"""
      echo "$READY"; n=0
      while read -r header; do
        n=$((n + 1))
        if [ $n = 2 ]; then echo "{\"id\":$n,\"error\":{\"code\":3,\"message\":\"/secret/place/x.model: x.model\"}}"
        else echo "{\"id\":$n,\"pid\":$$}"; fi
      done
      """#)
    let worker = WorkerProcess(script.options())
    #expect(try worker.start().task == "hand")
    let first = try answer(worker)
    #expect(first.hasPrefix("{\"id\":1,"))
    let failed = try error(worker)
    #expect(failed == TasksError(.invalidArgumentError, "mine: mine"))
    #expect(try answer(worker) == first.replacing("\"id\":1", with: "\"id\":3"))
  }

  @Test("A crash is reported with the signal and the model; the next request starts another worker")
  func crash() throws {
    let script = try ScriptedWorker(
      #"""
      echo started >> "$FOLDER/starts"; echo "$READY"; read -r header
      if [ $(wc -l < "$FOLDER/starts") = 1 ]; then kill -SEGV $$; fi
      echo '{"id":2}'; read -r header
      """#)
    let worker = WorkerProcess(script.options())
    let crash = try error(worker)
    #expect(crash.code == .abortedError)
    #expect(crash.message.contains("\"mine\"") && crash.message.contains("signal 11"), "\(crash.message)")
    #expect(crash.message.contains("2000 MB"))
    #expect(try answer(worker) == "{\"id\":2}")
    #expect(script.lines("starts").count == 2)
  }

  @Test("A worker that never answers is started three times at most")
  func givesUp() throws {
    let script = try ScriptedWorker(
      "echo started >> \"$FOLDER/starts\"; echo \"$READY\"; read -r header; kill -ABRT $$")
    let worker = WorkerProcess(script.options())
    let errors = try (0..<6).map { _ in try error(worker) }
    #expect(errors.allSatisfy { $0.message.contains("signal 6") })
    #expect(script.lines("starts").count == 3)
  }

  @Test("Deadlines hold for an answer, for the first line, and for a worker that reads nothing")
  func late() throws {
    let hang = try ScriptedWorker("echo \"$READY\"; exec sleep 100")
    let worker = WorkerProcess(hang.options { $0.answerSeconds = 0.3 })
    let begin = ContinuousClock.now
    let late = try error(worker)
    #expect(late.code == .deadlineExceededError && late.message.contains("0.3 seconds"), "\(late.message)")
    let silent = try ScriptedWorker("exec sleep 100")
    let start = #expect(throws: TasksError.self) {
      try WorkerProcess(silent.options { $0.startSeconds = 0.3 }).start()
    }
    #expect(start?.code == .deadlineExceededError)
    // More than a socket holds, so that sending waits, too.
    let full = WorkerProcess(hang.options { $0.answerSeconds = 0.3 })
    let bytes = Data(count: 10_000_000)
    let sending = #expect(throws: TasksError.self) {
      try answer(full, WorkerRequest(id: 0, bytes: bytes.count), bytes)
    }
    #expect(sending?.code == .deadlineExceededError)
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  @Test("Exceeded processor time is reported")
  func processorTime() throws {
    let script = try ScriptedWorker("echo \"$READY\"; ulimit -S -t 1; while :; do :; done")
    let error = try error(WorkerProcess(script.options()))
    #expect(error.code == .resourceExhaustedError && error.message.contains("processor time"), "\(error.message)")
  }

  @Test(
    "An error line in place of the first line is reported; otherwise the exit status is",
    arguments: [
      (#"echo '{"error":{"code":5,"message":"no /secret/place/x.model"}}'; exit 3"#, 5, "no mine"),
      ("exit 7", 10, "status 7"), ("echo words", 13, "cannot be read"),
      (#"echo '{"protocol":9,"ready":true,"sandbox":true,"task":"hand"}'; read -r x"#, 13, "cannot be read"),
      ("kill -KILL $$", 10, "signal 9"), ("head -c 9000000 /dev/zero", 13, "cannot be read"),
    ])
  func noStart(script: String, code: UInt, text: String) throws {
    let script = try ScriptedWorker(script)
    // The script goes with its object.
    defer { withExtendedLifetime(script) {} }
    let error = #expect(throws: TasksError.self) { try WorkerProcess(script.options()).start() }
    #expect(error?.code.rawValue == code && error?.message.contains(text) == true, "\(error?.message ?? "")")
  }

  @Test("An answer that is not JSON, of another request, or without an end ends the worker")
  func nonsense() throws {
    for answer in ["words", "{\"id\":7}", "{}", "[1]"] {
      let script = try ScriptedWorker("echo \"$READY\"; read -r header; echo '\(answer)'; read -r header")
      #expect(try error(WorkerProcess(script.options())).code == .internalError, "\(answer)")
    }
    let endless = try ScriptedWorker("echo \"$READY\"; read -r header; exec cat /dev/zero")
    #expect(try error(WorkerProcess(endless.options())).code == .internalError)
    let closing = try ScriptedWorker("echo \"$READY\"; read -r header; exec >&- <&-; sleep 100")
    #expect(try error(WorkerProcess(closing.options())).code == .abortedError)
  }

  @Test("Closing ends a request that waits, and later ones")
  func closing() async throws {
    let script = try ScriptedWorker("echo \"$READY\"; exec sleep 100")
    let worker = WorkerProcess(script.options())
    try worker.start()
    let waiting = Task { try await worker.answer(to: Self.empty, Data()) }
    try await Task.sleep(for: .milliseconds(200))
    worker.close()
    let error = await #expect(throws: TasksError.self) { _ = try await waiting.value }
    #expect(error?.code == .cancelledError)
    #expect(try self.error(worker).code == .cancelledError)
  }

  @Test("Cancelling ends a process that loads or works at once, and every one that would follow")
  func cancelling() async throws {
    let loading = try ScriptedWorker("echo $$ >> \"$FOLDER/processes\"; exec sleep 100")
    let working = try ScriptedWorker("echo $$ >> \"$FOLDER/processes\"; echo \"$READY\"; exec sleep 100")
    let cancellation = WorkerCancellation()
    let workers = [loading, working].map { script in
      WorkerProcess(
        script.options {
          ($0.startSeconds, $0.answerSeconds) = (100, 100)
          $0.cancellation = cancellation
        })
    }
    let waiting = workers.map { worker in Task { try await worker.answer(to: Self.empty, Data()) } }
    while [loading, working].contains(where: { $0.lines("processes").isEmpty }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    let begin = ContinuousClock.now
    cancellation.cancel()
    for task in waiting {
      let error = await #expect(throws: TasksError.self) { _ = try await task.value }
      #expect(error?.code == .cancelledError)
    }
    #expect(ContinuousClock.now - begin < .seconds(10))
    let processes = loading.lines("processes") + working.lines("processes")
    #expect(processes.compactMap { Int32($0) }.allSatisfy { kill($0, 0) != 0 } && processes.count == 2)
    let later = WorkerProcess(working.options { $0.cancellation = cancellation })
    #expect(try error(later).code == .cancelledError)
    #expect(working.lines("processes").count == 1)
  }

  @Test("A missing program is named")
  func missing() throws {
    var options = try ScriptedWorker("").options()
    options.executable = "/nowhere/vision"
    let error = try error(WorkerProcess(options))
    #expect(error.code == .unavailableError && error.message.contains("/nowhere/vision"))
  }

  @Test(
    "Fifty workers come and go without a descriptor or a process left",
    .only(.processFolder))
  func noLeaks() throws {
    let script = try ScriptedWorker("echo $$ >> \"$FOLDER/processes\"; echo \"$READY\"; read -r header; kill -SEGV $$")
    func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    _ = try error(WorkerProcess(script.options()))
    let before = try descriptors()
    for _ in 0..<25 {
      _ = try error(WorkerProcess(script.options()))
      try WorkerProcess(script.options()).start()
    }
    #expect(try descriptors() <= before + 4)
    let processes = script.lines("processes")
    #expect(processes.count == 51)
    #expect(processes.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)") })
  }

  @Test(
    "A worker inherits no descriptor",
    .only(.processFolder))
  func inheritsNothing() throws {
    let script = try ScriptedWorker("ls /proc/$$/fd > \"$FOLDER/descriptors\"; echo \"$READY\"; read -r header")
    let leaked = dup2(STDERR_FILENO, 200)
    defer { close(leaked) }
    #expect(leaked == 200)
    try WorkerProcess(script.options()).start()
    let numbers = script.lines("descriptors")
    #expect(numbers.contains("0") && !numbers.contains("200"), "\(numbers)")
  }

  @Test(
    "A worker has a session of its own, without a terminal into which it could type",
    .only(.processFolder))
  func session() throws {
    let script = try ScriptedWorker(
      "cut -d' ' -f5-7 /proc/$$/stat > \"$FOLDER/session\"; echo $$ > \"$FOLDER/process\"; echo \"$READY\"; read -r header"
    )
    try WorkerProcess(script.options()).start()
    let process = try #require(script.lines("process").first)
    // The process group, the session and the terminal.
    #expect(script.lines("session") == ["\(process) \(process) 0"])
  }

  @Test("A worker gets the named environment variables and no others, such as tokens")
  func environment() throws {
    let secrets = ["VISION_STUDIO_TOKEN", "VISION_SERVE_TOKEN", "AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK"]
    for name in secrets { setenv(name, "secret", 1) }
    setenv("VISION_KERNELS", "automatic", 1)
    defer { for name in secrets + ["VISION_KERNELS"] { unsetenv(name) } }
    let script = try ScriptedWorker("env > \"$FOLDER/environment\"; echo \"$READY\"; read -r header")
    try WorkerProcess(script.options()).start()
    let lines = script.lines("environment")
    // The shell adds its own.
    let names = Set(lines.compactMap { $0.split(separator: "=").first.map(String.init) }).subtracting([
      "PWD", "_", "SHLVL",
    ])
    #expect(names.isSubset(of: WorkerHost.environmentNames), "\(names)")
    #expect(lines.contains("VISION_KERNELS=automatic"))
    #expect(!lines.contains { $0.contains("secret") })
    #expect(
      WorkerHost.environment(from: ["HOME": "/h", "VISION_SERVE_TOKEN": "t", "LD_PRELOAD": "x", "TZ": "UTC"])
        == ["HOME=/h", "TZ=UTC"])
  }

  @Test("The Python client passes the same variables on, without those of sanitizers, and the path of programs")
  func environmentOfPython() throws {
    let client = try String(contentsOf: Checkout.file("python/src/vision_worker/_channel.py"), encoding: .utf8)
    let list = try #require(client.firstMatch(of: /_VARIABLES = {([^}]*)}/)).1
    let names = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
    #expect(names == WorkerHost.environmentNames.filter { !$0.hasSuffix("SAN_OPTIONS") }.union(["PATH"]))
  }

  @Test("A worker without a sandbox is refused where the caller requires it")
  func requiredSandbox() throws {
    let script = try ScriptedWorker(
      #"""
      echo $$ >> "$FOLDER/processes"; echo '{"protocol":1,"ready":true,"sandbox":false,"task":"hand"}'; read -r header
      echo '{"id":1}'; read -r header
      """#)
    let error = try error(
      WorkerProcess(script.options { ($0.requiresSandbox, $0.sandboxAdvice) = (true, "Use another system.") }))
    #expect(error.code == .failedPreconditionError && error.message.contains("\"mine\" was not run"))
    #expect(error.message.hasSuffix("attacks. Use another system."), "\(error.message)")
    #expect(kill(Int32(script.lines("processes")[0]) ?? 0, 0) != 0)
    #expect(try answer(WorkerProcess(script.options())) == "{\"id\":1}")
  }

  @Test("Pixels are sent without the padding of their rows")
  func padding() throws {
    let script = try ScriptedWorker(
      #"""
      echo "$READY"; read -r header; echo "$header" > "$FOLDER/header"; head -c 12 > "$FOLDER/pixels"
      echo '{"id":1,"frame":0,"timestampMs":5,"handedness":[],"landmarks":[],"worldLandmarks":[]}'; read -r header
      """#)
    let bytes = (0..<20).map { UInt8($0) }
    let image = try ImageBuffer(copying: bytes, width: 2, height: 2, bytesPerRow: 10, format: .rgb)
    let found = try WorkerProcess(script.options()).output(of: image, timestampMs: 5, task: "hand")
    #expect(found.isEmpty)
    #expect(try Data(contentsOf: script.folder.appending(path: "pixels")) == Data(bytes[0..<6] + bytes[10..<16]))
    let header = try JSONDecoder().decode(WorkerRequest.self, from: Data(script.lines("header").joined().utf8))
    #expect(header == WorkerRequest(id: 1, bytes: 12, timestampMs: 5, format: .rgb, width: 2, height: 2))
  }
}

extension WorkerProcess {
  /// Sends a request and awaits the answer without blocking a thread of Swift concurrency.
  fileprivate func answer(to request: WorkerRequest, _ bytes: Data) async throws -> WorkerAnswerLine {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "worker").async {
        continuation.resume(with: Result { try bytes.withUnsafeBytes { try self.answer(to: request, $0) } })
      }
    }
  }
}
