import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

/// Written videos have the sound of their source.
@Suite("Sound of written videos", .needs(.ffmpeg), .needs(.ffprobe))
struct VideoWriterAudioTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two seconds of pictures and of a tone that begins after half a second.
  func makeSource(_ name: String, _ options: [String], soundLength: Double = 2, rate: Int = 48_000) throws -> String {
    try FFmpegCommand.run(
      [
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2", "-f", "lavfi", "-i",
        "aevalsrc='gte(t,0.5)*sin(2*PI*440*t)/2|gte(t,0.5)*sin(2*PI*660*t)/2':s=\(rate):d=\(soundLength)",
        "-c:v", "libx264", "-bf", "0",
      ] + options + [folder.path(name)])
    return folder.path(name)
  }

  /// The sound of a file at 8 kHz, one channel.
  func samples(_ path: String) throws -> [Float] {
    let bytes = try FFmpegCommand.run(
      "-i", path, "-vn", "-af", "aresample=8000:async=1:first_pts=0", "-ac", "1", "-f", "f32le", "-")
    return bytes.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  /// When the tone is first heard after the first picture, in seconds.
  func onset(_ path: String) throws -> Double {
    let report = try FFprobeCommand.report(path)
    // The command takes the beginning of the whole file for 0.
    let start = (report.stream("video")?.start ?? .nan) - (report.format?.start ?? .nan)
    return Double(try samples(path).firstIndex { abs($0) > 0.1 } ?? -1) / 8000 - start
  }

  @Test(
    "sound is copied, or converted when browsers do not play it, and stays in time",
    arguments: [
      ("a.mp4", ["-c:a", "aac"], "aac", true), ("b.mkv", ["-c:a", "aac"], "aac", true),
      ("c.ts", ["-c:a", "aac"], "aac", true), ("d.mp4", ["-c:a", "libmp3lame"], "mp3", true),
      ("e.mkv", ["-c:a", "ac3"], "ac3", true), ("f.mkv", ["-c:a", "libopus"], "opus", true),
      ("g.mkv", ["-c:a", "flac"], "flac", true), ("h.mov", ["-c:a", "pcm_s16le"], "pcm_s16le", false),
      ("i.mkv", ["-c:a", "libvorbis"], "vorbis", false), ("j.avi", ["-c:a", "pcm_u8"], "pcm_u8", false),
      ("k.mkv", ["-c:a", "pcm_s16le", "-ar", "10007"], "pcm_s16le", false),
      ("l.mkv", ["-c:a", "pcm_s16le", "-ac", "6"], "pcm_s16le", false),
    ])
  func kinds(name: String, options: [String], codec: String, isCopy: Bool) throws {
    let path = try makeSource(name, options)
    let audio = try VideoCopy.make(of: path, to: folder.path("copy.mp4"))
    #expect(audio == (isCopy ? .copied(codec: codec) : .converted(codec: codec)))
    let (before, after) = (try FFprobeCommand.report(path), try FFprobeCommand.report(folder.path("copy.mp4")))
    #expect(after.stream("audio")?.codecName == (isCopy ? codec : "aac"))
    #expect(after.stream("video")?.nbReadPackets == "50")
    #expect(after.stream("video")?.seconds == 2)
    if isCopy { #expect(after.packets("audio").count == before.packets("audio").count) }
    let (was, became) = (try onset(path), try onset(folder.path("copy.mp4")))
    print(
      "\(name): the tone begins at \(was) s, in the copy at \(became) s; \(try samples(folder.path("copy.mp4")).count)")
    #expect(abs(was - became) < 0.002)
    #expect(abs(Double(try samples(folder.path("copy.mp4")).count) / 8000 - 2) < 0.06)
  }

  @Test("sound and pictures alternate in the file and are not kept in memory")
  func interleaved() throws {
    let path = try makeSource("a.mp4", ["-c:a", "aac"])
    try VideoCopy.make(of: path, to: folder.path("copy.mp4"))
    let packets = try #require(try FFprobeCommand.report(folder.path("copy.mp4")).packets)
    let inFile = packets.sorted { (Int($0.pos ?? "") ?? 0) < (Int($1.pos ?? "") ?? 0) }
    var (video, sound, largest) = (0.0, 0.0, 0.0)
    for packet in inFile {
      if packet.codecType == "video" { video = packet.time } else { sound = packet.time }
      largest = max(largest, abs(video - sound))
    }
    print("sound and pictures are \(largest) s apart at most")
    #expect(largest < 0.1)
  }

  @Test("a video that was stopped early has sound to the end of its last frame", arguments: ["aac", "pcm_s16le"])
  func cut(codec: String) throws {
    let path = try makeSource("a.mov", ["-c:a", codec])
    try VideoCopy.make(of: path, to: folder.path("copy.mp4"), frames: 20)
    let report = try FFprobeCommand.report(folder.path("copy.mp4"))
    #expect(report.stream("video")?.seconds == 0.8)
    let sound = try #require(report.stream("audio")).seconds
    #expect((0.75...0.801).contains(sound), "\(sound) s")
    #expect((report.format?.seconds ?? .nan) <= 0.801)
  }

  @Test("sound that is longer than the pictures is kept when all pictures are", arguments: ["aac", "pcm_s16le"])
  func longer(codec: String) throws {
    let path = try makeSource("a.mov", ["-c:a", codec], soundLength: 3)
    try VideoCopy.make(of: path, to: folder.path("copy.mp4"))
    let report = try FFprobeCommand.report(folder.path("copy.mp4"))
    #expect(abs((report.stream("audio")?.seconds ?? .nan) - 3) < 0.03)
    #expect(abs((report.format?.seconds ?? .nan) - 3) < 0.03)
  }

  @Test(
    "sound of a part that does not begin at the source's beginning is that part's", arguments: ["aac", "pcm_s16le"])
  func part(codec: String) throws {
    let reader = try VideoReader(contentsOfFile: makeSource("a.mov", ["-c:a", codec]))
    let writer = try VideoWriter(path: folder.path("part.mp4"), like: reader)
    try reader.forEach { frame in
      if frame.index >= 10 { try writer.append(frame.image, timedAs: frame) }
    }
    try writer.finish()
    #expect(abs(try onset(folder.path("part.mp4")) - 0.1) < 0.012)
    #expect(try FFprobeCommand.report(folder.path("part.mp4")).stream("video")?.seconds == 1.6)
  }

  @Test(
    "sound that begins after or before the pictures stays in its place", arguments: ["aac", "pcm_s16le"], [0.4, -0.4])
  func offset(codec: String, offset: Double) throws {
    let plain = try makeSource("plain.mov", ["-c:a", codec])
    let path = folder.path("shifted.mov")
    try FFmpegCommand.run(
      "-i", plain, "-itsoffset", "\(offset)", "-i", plain, "-map", "0:v", "-map", "1:a", "-c", "copy", path)
    try VideoCopy.make(of: path, to: folder.path("copy.mp4"))
    #expect(abs(try onset(folder.path("copy.mp4")) - 0.5 - offset) < 0.012)
    // Stopped before the sound begins.
    try VideoCopy.make(of: path, to: folder.path("short.mp4"), frames: 5)
    let report = try FFprobeCommand.report(folder.path("short.mp4"))
    #expect(report.stream("video")?.nbReadPackets == "5")
    #expect((report.format?.seconds ?? .nan) <= 0.201)
    #expect(report.packets("audio").isEmpty == (offset > 0))
  }

  @Test("no sound where there is none or none is wanted")
  func silent() throws {
    let path = try makeSource("a.mp4", ["-c:a", "aac"])
    #expect(try VideoCopy.make(of: path, to: folder.path("b.mp4"), keepsAudio: false) == .none)
    #expect(try VideoCopy.make(of: folder.path("b.mp4"), to: folder.path("c.mp4")) == .none)
    #expect(try FFprobeCommand.report(folder.path("c.mp4")).stream("audio") == nil)
  }

  @Test("damaged sound never stops the pictures")
  func damaged() throws {
    for codec in ["aac", "pcm_s16le"] {
      let path = try makeSource("a.mkv", ["-c:a", codec, "-b:v", "10k"])
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      for place in stride(from: bytes.count / 2, to: bytes.count * 3 / 4, by: 97) { bytes[place] ^= 0x5A }
      let source = try folder.write(bytes, "damaged.mkv")
      let reader = try VideoReader(contentsOfFile: source)
      let writer = try VideoWriter(path: folder.path("copy.mp4"), like: reader)
      while let frame = try? reader.next() { try writer.append(frame.image, timedAs: frame) }
      try writer.finish()
      let written = try FFprobeCommand.report(folder.path("copy.mp4")).stream("video")?.nbReadPackets
      #expect(written == "\(writer.frameCount)")
    }
  }
}
