import Testing
import VisionResults

@Suite("Trails of tracked objects")
struct TrailHistoryTests {
  private static func point(_ id: Int, _ x: Double) -> TrackedPoint { TrackedPoint(id: id, position: SIMD2(x, 50)) }

  @Test("a path has the last frames' points, the oldest first, fading towards its past")
  func frames() {
    var history = TrailHistory(length: .frames(4))
    for frame in 0..<10 { history.add([Self.point(7, Double(frame))], atSeconds: Double(frame) / 30) }
    let trails = history.trails
    #expect(trails.map(\.id) == [7])
    #expect(trails[0].points.map(\.position.x) == [6, 7, 8, 9])
    #expect(trails[0].points.map(\.freshness) == [0.25, 0.5, 0.75, 1])
    #expect(trails[0].points.map(\.isJoined) == [false, true, true, true])
  }

  @Test("a path in seconds reaches as far back, whatever the frame rate")
  func seconds() throws {
    var history = TrailHistory(length: .seconds(1))
    for time in [0, 0.25, 0.5, 1.25, 1.375] { history.add([Self.point(0, time)], atSeconds: time) }
    let points = try #require(history.trails.first).points
    #expect(points.map(\.position.x) == [0.5, 1.25, 1.375])
    #expect(points.map(\.freshness) == [0.125, 0.875, 1])
  }

  @Test("frames without the thing leave a gap; places that are no numbers count as not seen")
  func gaps() throws {
    var history = TrailHistory(length: .frames(10))
    history.add([Self.point(1, 0)], atSeconds: 0)
    history.add([Self.point(1, 1)], atSeconds: 1)
    history.add([Self.point(2, 5)], atSeconds: 2)
    history.add([TrackedPoint(id: 1, position: SIMD2(.nan, 3))], atSeconds: 3)
    history.add([Self.point(1, 4), Self.point(1, 5)], atSeconds: 4)
    let trails = history.trails
    try #require(trails.map(\.id) == [1, 2])
    #expect(trails[0].points.map(\.position.x) == [0, 1, 5])
    #expect(trails[0].points.map(\.isJoined) == [false, true, false])
    #expect(trails[1].points.map(\.isJoined) == [false])
  }

  @Test(
    "what is not seen for the length of a path is forgotten",
    arguments: [.frames(3), .seconds(0.1)] as [TrailHistory.Length])
  func forgotten(length: TrailHistory.Length) {
    var history = TrailHistory(length: length)
    history.add([Self.point(1, 0), Self.point(2, 0)], atSeconds: 0)
    var left: [Int] = []
    for frame in 1...4 {
      history.add([Self.point(2, Double(frame))], atSeconds: Double(frame) / 25)
      left.append(history.trails.count)
    }
    #expect(left == [2, 2, 1, 1])
  }

  @Test("memory is bounded: things that come and go, and one that stays, are cut to the limits")
  func bounded() {
    var history = TrailHistory(length: .seconds(1e9))
    for frame in 0..<3000 {
      history.add([Self.point(-1, Double(frame)), Self.point(frame, 0)], atSeconds: Double(frame))
    }
    let trails = history.trails
    #expect(trails.count == TrailHistory.maximumTrails)
    #expect(trails.first?.points.count == TrailHistory.maximumPoints)
    #expect(trails.first?.points.last?.position.x == 2999)
    // The others are those seen last.
    #expect(trails.dropFirst().first?.id == 3000 - (TrailHistory.maximumTrails - 1))
    history.removeAll()
    #expect(history.isEmpty && history.trails.isEmpty)
  }

  @Test("an earlier time begins anew; impossible lengths and times do no harm")
  func oddTimes() {
    var history = TrailHistory()
    history.add([Self.point(1, 0)], atSeconds: 5)
    history.add([Self.point(2, 0)], atSeconds: 0)
    #expect(history.trails.map(\.id) == [2])
    history.add([Self.point(2, 1)], atSeconds: .nan)
    #expect(history.trails.first?.points.map(\.position.x) == [0, 1])
    for length in [.frames(0), .frames(.min), .seconds(0), .seconds(-.infinity), .seconds(.nan)]
      as [TrailHistory.Length]
    {
      var short = TrailHistory(length: length)
      for frame in 0..<5 { short.add([Self.point(1, Double(frame))], atSeconds: Double(frame)) }
      #expect(short.trails.first?.points.map(\.position.x) == [4])
    }
  }
}
