import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Clock, track, rate and size, as containers state them and as they are.
@Suite("What a container says of its video", .needs(.ffmpeg)) struct ContainerClaimsTests {
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  /// FFmpeg 7 writes lists of edits that leave out the last frame of a variable rate.
  private static let wholeFrames = ["-use_editlist", "0"]
  private static let exactTimes = ["-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-bf", "0"]

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String, size: String = "64x48", rate: Int, frames: Int, _ options: [String]) throws
    -> String
  {
    let path = folder.path(name)
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)", "-frames:v", "\(frames)"] + options + Self.x264 + [
        path
      ])
    return path
  }

  private func times(of path: String) throws -> [Int] {
    var times: [Int] = []
    try VideoReader(contentsOfFile: path).forEach { times.append($0.timestampInMilliseconds) }
    return times
  }

  /// The video copied frame by frame with `VideoWriter(path:like:)`.
  private func copy(_ path: String) throws -> String {
    let reader = try VideoReader(contentsOfFile: path)
    let copy = folder.path("copy.mp4")
    let writer = try VideoWriter(path: copy, like: reader)
    while let frame = try reader.next() { try writer.append(frame.image, timedAs: frame) }
    try writer.finish()
    return copy
  }

  @Test("Where the clock starts again times go on, in the reader, in a written copy and for an asset's frames")
  func clockStartsAgain() throws {
    let once = try Data(contentsOf: URL(fileURLWithPath: make("once.ts", rate: 30, frames: 30, ["-g", "10"])))
    let path = try folder.write(once + once, "twice.ts")
    let times = try times(of: path)
    #expect(times.count == 60)
    #expect(zip(times, times.dropFirst()).allSatisfy { (30...70).contains($1 - $0) }, "\(times)")
    #expect((1950...2050).contains(times.last ?? 0), "\(times)")
    #expect(try self.times(of: copy(path)) == times)
    #expect(try VideoSegments.plan(contentsOfFile: path, seconds: 0.3) == nil, "its times mean two frames each")
    let found = try VideoFrameFinder(contentsOfFile: path).frame(at: VideoTime(milliseconds: 1800))
    #expect((1750...1800).contains(found.time.value * 1000 / found.time.timescale))
    // The second part's times need not be those of the first.
    let shifted = try Data(
      contentsOf: URL(
        fileURLWithPath: make("shifted.ts", rate: 30, frames: 15, ["-g", "5", "-output_ts_offset", "0.35"])))
    let uneven = try folder.write(once + shifted, "uneven.ts")
    #expect(try VideoSegments.plan(contentsOfFile: uneven, seconds: 0.3) == nil)
    let unevenTimes = try self.times(of: uneven)
    #expect(zip(unevenTimes, unevenTimes.dropFirst()).allSatisfy { (30...70).contains($1 - $0) }, "\(unevenTimes)")
  }

  @Test(
    "The video is read rather than a still image before it",
    arguments: [["0", "default"], ["0", "0"]])
  func stillImageFirst(dispositions: [String]) throws {
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=320x240", "-frames:v", "1", folder.path("still.jpg"))
    let video = try make("video.mp4", rate: 25, frames: 20, [])
    let path = folder.path("both.mp4")
    try FFmpegCommand.run(
      "-i", folder.path("still.jpg"), "-i", video, "-map", "0", "-map", "1:v", "-c", "copy", "-disposition:v:0",
      dispositions[0], "-disposition:v:1", dispositions[1], path)
    let reader = try VideoReader(contentsOfFile: path)
    #expect(reader.width == 64 && reader.height == 48)
    #expect(try times(of: path) == times(of: video))
    #expect(try VideoFrameFinder(contentsOfFile: path).frame(at: VideoTime(milliseconds: 500)).image.width == 64)
    #expect(try VideoReader(contentsOfFile: path, rules: .untrusted(pixelLimit: 1 << 20)).width == 64)
  }

  @Test("A rate that no camera has gives way to that of the times, and a copy plays in the source's times")
  func rates() throws {
    let jitter = try make(
      "jitter.ts", rate: 25, frames: 50, ["-vf", "settb=1/90000,setpts='N*3600+2000*random(0)'"] + Self.exactTimes)
    let slow = try make(
      "slow.mp4", rate: 144, frames: 72,
      ["-vf", "settb=1/90000,setpts='N*625+500*random(0)'", "-video_track_timescale", "90000"] + Self.exactTimes)
    let lapse = try make(
      "lapse.mp4", rate: 25, frames: 5, ["-vf", "setpts=N*1800/TB", "-fps_mode", "passthrough"] + Self.wholeFrames)
    for (path, rate, count) in [(jitter, 25.0, 50), (slow, 144, 72), (lapse, 1.0 / 1800, 5)] {
      let reader = try VideoReader(contentsOfFile: path)
      let found = try #require(reader.frameRate?.framesPerSecond)
      #expect(abs(found / rate - 1) < 0.05 || path == lapse && found < 0.001, "\(path): \(found)")
      let estimate = try #require(reader.estimatedFrameCount)
      #expect(abs(estimate - count) <= 2, "\(path): \(estimate)")
      let times = try times(of: path)
      #expect(times.count == count)
      let copied = try self.times(of: copy(path))
      #expect(copied.count == count && zip(copied, times).allSatisfy { abs($0 - $1) <= 1 }, "\(path): \(copied)")
    }
    #expect(try times(of: lapse).last == 7_200_000)
    // The rate that FFmpeg states for ordinary files is kept.
    let plain = try VideoReader(contentsOfFile: make("plain.mp4", rate: 30, frames: 15, []))
    #expect(plain.frameRate == VideoFrameRate(numerator: 30))
  }

  @Test("Frames of other sizes are brought to the first size, whole and as a segment, with one note")
  func sizes() throws {
    let first = try Data(contentsOf: URL(fileURLWithPath: make("1.ts", size: "64x48", rate: 10, frames: 10, [])))
    let second = try Data(
      contentsOf: URL(
        fileURLWithPath: make("2.ts", size: "96x48", rate: 10, frames: 10, ["-output_ts_offset", "1"])))
    let path = try folder.write(first + second, "sizes.ts")
    let reader = try VideoReader(contentsOfFile: path)
    var fitter = FrameFitter(for: reader)
    var count = 0
    while let frame = try reader.next() {
      #expect(frame.image.width == 64 || count >= 10)
      let fitted = try fitter.fit(frame)
      #expect(fitted.image.width == 64 && fitted.image.height == 48 && fitted.index == frame.index)
      // 96 x 48 becomes 64 x 32, with 8 black rows above and below.
      if frame.image.width == 96 {
        let row = 64 * 3
        #expect(fitted.image.packedBytes.prefix(8 * row).allSatisfy { $0 == 0 })
        #expect(fitted.image.packedBytes[(24 * row)..<(25 * row)].contains { $0 > 0 })
      }
      count += 1
    }
    #expect(count == 20)
    #expect(
      fitter.note
        == "From frame 10 on, frames have 96 x 48 pixels; they are scaled to 64 x 48, the size of the first.")
    var part = FrameFitter(for: reader, isPart: true)
    let wide = try VideoFrame(image: .ramp(width: 96, height: 48), index: 10, timestampInMilliseconds: 1000)
    #expect(try part.fit(wide).image.width == 64)
  }

  @Test("Frames without a duration take 0.1 s in every animated format")
  func durations() throws {
    let expected = [0, 100, 200, 300]
    var webP = SmallFiles.animatedWebP(frames: 4)
    let fields = webP.indices.filter { webP[$0...].starts(with: Data("ANMF".utf8)) }
    for field in fields { webP = webP.replacing(at: field + 20, with: SmallFiles.little(0, 3)) }
    let gif = folder.path("a.gif")
    let apng = folder.path("a.apng")
    for path in [gif, apng] {
      try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10", "-frames:v", "4", "-plays", "0", path)
    }
    #expect(try times(of: folder.write(webP, "zero.webp")) == expected)
    func zeroed(_ path: String, _ mark: [UInt8], _ offset: Int, _ count: Int) throws -> String {
      var file = try Data(contentsOf: URL(fileURLWithPath: path))
      for place in file.indices where file[place...].starts(with: mark) {
        file = file.replacing(at: place + offset, with: Data(count: count))
      }
      return try folder.write(file, "zero" + path.suffix(5))
    }
    #expect(try times(of: zeroed(gif, [0x21, 0xF9, 4], 4, 2)) == expected)
    #expect(try times(of: zeroed(apng, Array("fcTL".utf8), 24, 2)) == expected)
    let reader = try VideoReader(contentsOfFile: folder.path("zero.webp"))
    #expect(reader.frameRate?.framesPerSecond == 10 && reader.duration == 0.4)
  }

  @Test("Files that name others are refused whatever they are called, and followed on demand", .timeLimit(.minutes(2)))
  func lists() throws {
    let video = try make("video.mp4", rate: 25, frames: 20, [])
    _ = try make("part.ts", rate: 25, frames: 20, [])
    let concat = try folder.write(Data("ffconcat version 1.0\nfile 'video.mp4'\n".utf8), "list.mp4")
    let playlist = try folder.write(
      Data("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\npart.ts\n#EXT-X-ENDLIST\n".utf8), "playlist.m3u8")
    #expect(MediaLists.probedName(of: playlist) == playlist && MediaLists.probedName(of: "a.M3U8") == "a.M3U8")
    #expect(MediaLists.probedName(of: video) == "")
    // FFmpeg 7 does not know it for a playlist.
    let renamed = try folder.write(Data(contentsOf: URL(fileURLWithPath: playlist)), "playlist.avi")
    for rules in [MediaRules.trusted, .untrusted(pixelLimit: 1 << 20)] {
      #expect(throws: TasksError.self) { _ = try VideoReader(contentsOfFile: renamed, rules: rules) }
    }
    let itself = try folder.write(Data("ffconcat version 1.0\nfile itself.mp4\n".utf8), "itself.mp4")
    let session = try folder.write(
      Data("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n".utf8), "a.sdp")
    for path in [concat, playlist, itself, session] {
      for rules in [MediaRules.trusted, .untrusted(pixelLimit: 1 << 20)] {
        let code = TasksErrorCode.thrown { _ = try VideoReader(contentsOfFile: path, rules: rules) }
        #expect(code == (rules.isUntrusted ? .invalidArgumentError : .permissionDeniedError), "\(path)")
      }
      #expect(try MediaKind.detect(contentsOfFile: path) == nil)
      #expect(throws: TasksError.self) {
        try VideoWriter(
          path: folder.path("out.mp4"), width: 64, height: 48, frameRate: VideoFrameRate(numerator: 25), audioFrom: path
        )
      }
    }
    let error = #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: concat) }
    #expect(
      error?.message.contains("names other files") == true && error?.message.contains("--follow-playlists") == true)
    for path in [concat, playlist] {
      let reader = try VideoReader(contentsOfFile: path, followingPlaylists: true)
      var count = 0
      while try reader.next() != nil { count += 1 }
      #expect(count == 20, "\(path)")
    }
    // Lists that lead back to themselves, and pipes, would never end.
    for name in ["pipe", "\u{301}pipe", "line\u{2028}"] { mkfifo(folder.path(name), 0o600) }
    let pipes = [
      "ffconcat version 1.0\nfile 'pipe'\n", "ffconcat version 1.0\n \tfile\tpipe\t\n",
      "ffconcat version 1.0\n#\0file pipe\n", "ffconcat version 1.0\n#\rfile pipe\n",
      // For FFmpeg the first word ends at the blank, of which Swift makes one character with the accent.
      "ffconcat version 1.0\nfile \u{301}pipe\n", "ffconcat version 1.0\nfile 'line\u{2028}'\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\npipe\n#EXT-X-ENDLIST\n",
    ]
    for text in pipes {
      let path = try folder.write(Data(text.utf8), "pipe.mp4")
      let error = #expect(throws: TasksError.self, "\(text)") {
        try VideoReader(contentsOfFile: path, followingPlaylists: true)
      }
      // FFmpeg refuses some of the names, too, but then nothing says which.
      if text.hasPrefix("ffconcat") { #expect(error?.message.contains("is not a media file") == true, "\(text)") }
    }
    #expect(throws: TasksError.self) { try VideoReader(contentsOfFile: itself, followingPlaylists: true) }
    #expect(try VideoReader(contentsOfFile: video).next() != nil)
  }

  @Test("Closing the reader of a list without an end ends its wait", .timeLimit(.minutes(1)))
  func endless() throws {
    _ = try make("part.ts", rate: 25, frames: 20, [])
    let path = try folder.write(
      Data("#EXTM3U\n#EXT-X-TARGETDURATION:30\n#EXTINF:1,\npart.ts\n".utf8), "endless.m3u8")
    let reader = try VideoReader(contentsOfFile: path, followingPlaylists: true)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 1)
      reader.close()
    }
    while try reader.next() != nil {}
  }

  @Test("A file of JPEG images with headers between them, as FFmpeg writes it, ends without an error")
  func multipart() throws {
    let path = folder.path("cam")
    try FFmpegCommand.run("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "5", "-f", "mpjpeg", path)
    #expect(try times(of: path).count == 5)
  }
}

/// The clock alone, fed with times.
@Suite("The clock of a video") struct VideoClockTests {
  private func times(_ stamps: [Int64], mayJump: Bool = false) throws -> [Int64] {
    let clock = VideoClock(
      timeBase: .init(num: 1, den: 1000), frameRate: VideoFrameRate(numerator: 25), mayJump: mayJump)
    let frame = try FFmpegFrame()
    return stamps.map {
      frame.pointer.pointee.best_effort_timestamp = $0
      return clock.time(of: frame)
    }
  }

  @Test("Equal times and those that fall a little rise by a unit")
  func fallingTimes() throws {
    #expect(try times([0, 40, 40, 40, 30, 120]) == [0, 40, 41, 42, 43, 120])
    #expect(try times([100, 140, 139, 180]) == [0, 40, 41, 80])
  }

  @Test("A new start goes on a frame later; one wrong time does not change those after it")
  func newStart() throws {
    #expect(try times([0, 400, 800, 0, 400, 800, 0]) == [0, 400, 800, 840, 1240, 1640, 1680])
    #expect(try times([0, 40, 80, -5000, 160, 200]) == [0, 40, 80, 120, 160, 200])
  }

  @Test("A jump ahead is a gap, or a new start where the format's clock may jump")
  func jumpAhead() throws {
    #expect(try times([0, 40, 60_000, 60_040]) == [0, 40, 60_000, 60_040])
    #expect(try times([0, 40, 60_000, 60_040], mayJump: true) == [0, 40, 80, 120])
    #expect(try times([0, 40, 9000, 9040], mayJump: true) == [0, 40, 9000, 9040])
  }
}
