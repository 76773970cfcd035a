import Foundation
import TestSupport
import Testing

@testable import VisionMedia

/// Files whose times begin late, as parts of a long recording do.
@Suite("Videos whose times begin at ten hours", .needs(.ffmpeg))
struct LateStartTests {
  @Test(
    "The length is that of the frames, not the time of the end", arguments: ["mkv", "mp4", "mov", "ts", "webm", "flv"])
  func length(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("late.\(ending)")
    let codec = ending == "webm" ? ["-c:v", "libvpx", "-deadline", "realtime"] : ["-c:v", "libx264", "-g", "10"]
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25"] + codec
        + ["-frames:v", "50", "-output_ts_offset", "36000", path])
    let reader = try VideoReader(contentsOfFile: path)
    let duration = try #require(reader.duration)
    #expect(abs(duration - 2) < 0.1, "\(duration)")
    #expect(abs((reader.estimatedFrameCount ?? 0) - 50) <= 2)
    // The look at the end leaves the reading at its beginning.
    var times: [Int] = []
    try reader.forEach { times.append($0.timestampInMilliseconds) }
    #expect(times.first == 0 && times.count == 50 && times.last == 1960)
  }
}
