internal import CFFmpeg

/// A range of a video's frames that begins with a key frame, so that it can be decoded alone.
package struct VideoSegment: Codable, Hashable, Sendable {
  package let firstFrame, frameCount: Int
  /// The time of its first frame, in the stream's units.
  package let start: Int64
  /// The time of the first frame after it; nil for the last segment.
  package let end: Int64?
  package let origin: Int64
}

/// Cuts videos at key frames, by the times of their packets. Nothing is decoded.
package struct VideoSegments {
  private static let packetLimit = 1 << 26
  private var times: [Int64] = []
  private var keys: [Int64] = []

  /// At least two segments of a minimum length, each up to the next key frame, which together have all frames; nil for
  /// a video that has only one, or whose packets have no usable presentation times.
  package static func plan(contentsOfFile path: String, seconds: Double) throws -> [VideoSegment]? {
    let container = try MediaContainer(contentsOfFile: path, rules: .trusted)
    guard let stream = container.videoStream, let packets = try VideoSegments(stream, in: container) else { return nil }
    return packets.cut(every: seconds, VideoClock(timeBase: stream.pointee.time_base, frameRate: nil))
  }

  private init?(_ stream: FFmpegStream, in container: MediaContainer) throws {
    let base = stream.pointee.time_base
    guard base.isPositive else { return nil }
    container.discardAll(but: stream)
    let packet = try FFmpegPacket()
    var status: Int32 = 0
    var lastDecodingTime = Int64.min
    let longestStep = container.mayJump ? 10 * Int64(base.den) / Int64(base.num) : .max
    while times.count < Self.packetLimit {
      status = container.readPacket(of: stream, into: packet)
      guard status >= 0 else { break }
      defer { packet.unreference() }
      let flags = packet.pointer.pointee.flags
      // The clock starts again or jumps: a time may mean several frames.
      if let decodingTime = packet.decodingTime {
        guard decodingTime >= lastDecodingTime,
          lastDecodingTime == .min || decodingTime.saturatingSubtract(lastDecodingTime) <= longestStep
        else { return nil }
        lastDecodingTime = decodingTime
      }
      // An edit list cuts it off.
      if flags & AV_PKT_FLAG_DISCARD != 0 { continue }
      guard let time = packet.time, flags & AV_PKT_FLAG_CORRUPT == 0 else { return nil }
      times.append(time)
      if flags & AV_PKT_FLAG_KEY != 0 { keys.append(time) }
    }
    guard status == FFmpegError.endOfFile, !container.isCutOff(stream) else { return nil }
    times.sort()
    keys.sort()
    // Two frames of one time would get other times when they are read one after the other.
    guard let first = times.first, keys.first == first, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
  }

  private func cut(every seconds: Double, _ clock: VideoClock) -> [VideoSegment]? {
    guard let origin = times.first, let last = times.last, !last.subtractingReportingOverflow(origin).overflow else {
      return nil
    }
    // The times rise, so no difference overflows. Of two frames of one millisecond the second one's time would depend
    // on the first.
    let elapsed = times.lazy.map { clock.milliseconds($0 - origin) }
    guard zip(elapsed, elapsed.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    var starts = [0]
    var start = origin
    var index = 0
    for key in keys where key > start && clock.unit.seconds(key - start) >= seconds {
      while index < times.count, times[index] < key { index += 1 }
      starts.append(index)
      start = key
    }
    guard starts.count > 1 else { return nil }
    return starts.indices.map { number in
      let next = starts.dropFirst(number + 1).first
      return VideoSegment(
        firstFrame: starts[number], frameCount: (next ?? times.count) - starts[number], start: times[starts[number]],
        end: next.map { times[$0] }, origin: origin)
    }
  }
}
