import Foundation
import Testing

@Suite(
  "The example server under load", .serialized, .timeLimit(.minutes(10)),
  .enabled(if: TestResources.areModelsExpected, "Needs models"))
struct PoseServerTests {
  /// How long the load lasts; VISION_LOAD_SECONDS says otherwise.
  private static let seconds = ProcessInfo.processInfo.environment["VISION_LOAD_SECONDS"].flatMap(Double.init) ?? 3

  @Test("16 clients get the right answers all the time, refused photos among them, and memory does not grow")
  func load() async throws {
    let server = try RunningServer()
    let (yoga, broken) = (try Data(contentsOf: TestResources.media("yoga.png")), Data("no photo".utf8))
    #expect(try await server.post(yoga).people == 1)
    let start = ContinuousClock.now
    let end = start + .seconds(Self.seconds)
    var memory: [Int] = []
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for client in 0..<16 {
        group.addTask {
          var times: [Duration] = []
          while ContinuousClock.now < end {
            let begin = ContinuousClock.now
            if (client + times.count) % 8 == 7 {
              let answer = try await server.post(broken)
              #expect(answer.status == 422)
              #expect(try answer.message?.contains("the data") == true, "\(answer)")
            } else {
              let answer = try await server.post(yoga)
              #expect(answer.status == 200)
              #expect(try answer.people == 1)
            }
            times.append(ContinuousClock.now - begin)
          }
          return times
        }
      }
      try await Task.sleep(for: .seconds(Self.seconds / 3))
      memory.append(try server.residentMegabytes())
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
    memory.append(try server.residentMegabytes())
    let spent = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(times.count) requests of 16 clients in \(spent.rounded()) s; half took \(times[times.count / 2] / .milliseconds(1)) ms, "
        + "the slowest \(times[times.count - 1] / .milliseconds(1)) ms; memory \(memory) MB")
    #expect(times.count >= 16)
    #expect(memory[1] < memory[0] + 60)
    server.process.terminate()
    #expect(try server.end().status == 0)
  }

  @Test("the signal to end lets the requests that came before be answered; then the server ends by itself")
  func stop() async throws {
    let server = try RunningServer()
    let yoga = try Data(contentsOf: TestResources.media("yoga.png"))
    let clients = (0..<12).map { _ in Task { try await server.post(yoga) } }
    var waiting = 0
    // A fast machine may answer them before so many wait.
    for _ in 0..<1000 where waiting < 8 {
      waiting = try await server.waiting()
      try await Task.sleep(for: .milliseconds(1))
    }
    server.process.terminate()
    var answered = 0
    for client in clients {
      // A client that came too late finds nobody.
      guard let answer = try? await client.value else { continue }
      #expect(answer.status == 200)
      #expect(try answer.people == 1)
      answered += 1
    }
    // Those that waited, at least; the others may have come too late.
    #expect(answered >= waiting)
    let (output, status) = try server.end()
    #expect(output == "\(answered) photos\n")
    #expect(status == 0)
  }
}
