import Testing

@testable import VisionCommand

@Suite("The times at which frames of files and pieces are sent")
struct FramePaceTests {
  /// When frames of such times are sent that are there at such moments, in milliseconds.
  private static func sent(_ frames: [(timestamp: Int, arrival: Int)], isLive: Bool = true) -> [Int] {
    var pace = FramePace(isLive: isLive)
    let start = ContinuousClock.now
    return frames.map { frame in
      let due = pace.due(frame.timestamp, now: start.advanced(by: .milliseconds(frame.arrival)))
      return Int(((due - start) / .milliseconds(1)).rounded())
    }
  }

  @Test("A burst is spread over the time that it shows")
  func burst() {
    #expect(Self.sent([(0, 7), (40, 8), (80, 8), (200, 9)]) == [7, 47, 87, 207])
  }

  @Test("After a stall frames come at a slightly higher rate, not in a burst, until the delay is made up for")
  func stall() {
    let frames = [(0, 0), (100, 150), (200, 150), (300, 150), (400, 150), (500, 150)]
    #expect(Self.sent(frames) == [0, 150, 230, 310, 400, 500])
  }

  @Test("A gap in a live stream is not waited for, since what follows is late; in a file it belongs to the video")
  func gap() {
    let frames = [(0, 0), (40, 5000), (4040, 5000), (4080, 5000)]
    #expect(Self.sent(frames) == [0, 5000, 5000, 5040])
    #expect(Self.sent([(0, 0), (4000, 10)], isLive: false) == [0, 4000])
  }
}
