import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("Clients that are slow on purpose", .serialized)
struct SlowClientTests {
  private static let beginning = "POST /api/visits HTTP/1.1\r\nHost: localhost\r\n"

  @Test("250 connections that send a byte now and then do not keep a normal client from an answer")
  func manySlow() async throws {
    let studio = try await RunningStudio()
    let port = try #require(studio.address.port)
    var slow: [RawConnection] = []
    for _ in 0..<250 {
      let connection = try RawConnection(port: port)
      connection.send(Self.beginning)
      slow.append(connection)
    }
    for round in 0..<3 {
      for connection in slow { connection.send("X") }
      // A client of its own each time, so that none has a connection already.
      let client = StudioClient(studio.address)
      let start = ContinuousClock.now
      #expect(try await client.get("/api/catalog").status == 200)
      #expect(ContinuousClock.now - start < .seconds(5), "round \(round)")
      #expect(try await StudioClient(studio.address, isStranger: true).get("/api/catalog").status == 401)
    }
    #expect(slow.count { $0.isClosed(within: 0.001) } >= 250 - 128, "one address has 128 connections at the most")
    try await studio.stop()
  }

  @Test("The server ends in order while connections arrive: none that is accepted and not served yet ends the process")
  func stopsBesideArrivals() async throws {
    for _ in 0..<8 {
      let studio = try await RunningStudio()
      let port = try #require(studio.address.port)
      let arrivals = try (0..<64).map { _ in try RawConnection(port: port) }
      let start = ContinuousClock.now
      try await studio.stop()
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(arrivals.allSatisfy { $0.isClosed(within: 5) })
    }
  }

  @Test("Headers that do not come in time, and bodies that trickle, end their connection; a patient upload goes on")
  func deadlines() async throws {
    let studio = try await RunningStudio {
      $0.limits.connections.headerSeconds = 0.5
      $0.limits.connections.bodyBytesPerSecond = 1000
    }
    let port = try #require(studio.address.port)
    let (silent, halting) = (try RawConnection(port: port), try RawConnection(port: port))
    halting.send(Self.beginning)
    #expect(silent.isClosed(within: 5) && halting.isClosed(within: 5))

    let visit = try await studio.client.visit()
    func upload(_ token: String) -> String {
      "POST \(visit)/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nContent-Length: 9000\r\n\r\n"
    }
    let trickle = try RawConnection(port: port)
    trickle.send(upload(studio.token))
    var isGone = false
    for _ in 0..<100 where !isGone {
      trickle.send("x")
      isGone = trickle.isClosed(within: 0.1)
    }
    #expect(isGone)

    // 3000 bytes a second are enough, and take longer than the time for headers.
    let steady = try RawConnection(port: port)
    steady.send(upload(studio.token))
    for _ in 0..<30 {
      #expect(steady.send(String(repeating: "x", count: 300)))
      #expect(!steady.isClosed(within: 0.1))
    }

    // Who was turned away does not get to send the rest.
    let stranger = try RawConnection(port: port)
    stranger.send(upload("wrong") + "x")
    #expect(stranger.isClosed(within: 5))
    try await studio.stop()
  }

  @Test("Connections that have an answer under way stay; those that wait longest give way")
  func givingWay() async throws {
    let studio = try await RunningStudio {
      $0.limits.connections.connections = 4
      $0.limits.connections.headerSeconds = 60
    }
    let port = try #require(studio.address.port)
    let visit = try await studio.client.visit()
    let busy = try RawConnection(port: port)
    busy.send(
      "POST \(visit)/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(studio.token)\r\nContent-Length: 99\r\n\r\n"
    )
    try await Task.sleep(for: .milliseconds(200))
    var waiting: [RawConnection] = []
    for number in 0..<6 {
      waiting.append(try RawConnection(port: port))
      // Until the server has it, which may be long on a busy machine.
      if number < 3 {
        try await Task.sleep(for: .milliseconds(500))
      } else {
        #expect(waiting[number - 3].isClosed(within: 10), "the connection \(number - 3)")
      }
    }
    #expect(!busy.isClosed(within: 0.3))
    #expect(!waiting[3...].contains { $0.isClosed(within: 0.1) })
    try await studio.stop()
  }
}
