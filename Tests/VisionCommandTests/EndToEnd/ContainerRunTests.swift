import Foundation
import TestSupport
import Testing

/// What containers say of themselves, and what comes of it in results and annotated videos.
@Suite("Odd media, end to end", .needs(.command), .needs(.shared), .needs(.ffmpeg))
struct ContainerRunTests {
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func detect(_ arguments: [String]) throws -> CommandRun {
    try CommandRun(
      ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--json", "-"] + arguments)
  }

  private func make(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = SystemCommand.ffmpeg
    process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func video(_ name: String, size: String = "64x48", _ options: [String] = []) throws -> String {
    try make(
      ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=10", "-frames:v", "10"] + options + Self.x264 + [
        folder.path(name)
      ])
    return folder.path(name)
  }

  @Test("A video whose frame size changes is annotated whole, with one note, and boxes lie in the first size")
  func sizeChange() throws {
    let first = try Data(contentsOf: URL(fileURLWithPath: video("1.ts")))
    let second = try Data(contentsOf: URL(fileURLWithPath: video("2.ts", size: "96x48", ["-output_ts_offset", "1"])))
    let path = try folder.write(first + second, "sizes.ts")
    let run = try detect([path, "--annotate", folder.path("a.mp4"), "--quiet"])
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 20)
    #expect(run.errors.components(separatedBy: "they are scaled to 64 x 48").count == 2, "\(run.errors)")
    let copy = try detect([folder.path("a.mp4"), "--quiet"])
    #expect(copy.output.split(separator: "\n").count == 20)
  }

  @Test("Files that name others are refused by command and batch whatever they are called, and followed on demand")
  func lists() throws {
    _ = try video("video.mp4")
    let list = try folder.write(Data("ffconcat version 1.0\nfile 'video.mp4'\n".utf8), "list.mp4")
    let run = try detect([list])
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("names other files"), "\(run.errors)")
    let followed = try detect([list, "--follow-playlists"])
    #expect(followed.status == 0 && followed.output.split(separator: "\n").count == 10, "\(followed.errors)")
    let model = try CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")
    let batch = try CommandRun(["batch", "detect", list, "--model", model, "--out", folder.path("out")])
    #expect(batch.status == 1 && batch.errors.contains("names other files"), "\(batch.errors)")
  }

  @Test(
    "Each image of a series is a line; from a pipe it is refused; damage inside an image is a warning beside its result"
  )
  func images() throws {
    try make(["-i", CommandRun.media("cat_720p.jpg"), "-vf", "scale=320:-2", "-update", "1", folder.path("cat.jpg")])
    let image = try Data(contentsOf: URL(fileURLWithPath: folder.path("cat.jpg")))
    let series = try folder.write(image + image + image, "series.mjpeg")
    #expect(try detect([series]).output.split(separator: "\n").count == 3)
    let piped = try CommandRun(
      ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "-"], input: series)
    #expect(piped.status == 1 && piped.errors.contains("several images"), "\(piped.errors)")
    var damaged = image
    for index in 0..<400 { damaged[image.count / 2 + index] = UInt8((index * 37 + 11) % 251) }
    let path = try folder.write(damaged, "damaged.jpg")
    let run = try detect([path, "--quiet"])
    #expect(
      run.status == 0 && run.errors.contains("warning: ") && run.errors.contains("damaged inside"), "\(run.errors)")
    try make(["-i", folder.path("cat.jpg"), folder.path("a.ppm")])
    let other = try detect([folder.path("a.ppm")])
    #expect(
      other.status == 1 && other.errors.contains("JPEG, PNG, WebP, BMP, TIFF, GIF, HEIC and AVIF"), "\(other.errors)")
    #expect(!other.errors.contains("contentsOfFile"))
  }

  @Test("Passwords, tokens and stream keys of addresses are in no message, result or name of a file")
  func addresses() throws {
    for address in [
      "rtsp://admin:SECRET/x@127.0.0.1:9/s", "http://127.0.0.1:9/x?user=a&password=SECRET",
      "rtmp://127.0.0.1:9/live/SECRET",
      "http://127.0.0.1:9/?token=SECRET", "srt://127.0.0.1:9?passphrase=SECRETSECRET", "rtsp:/admin:SECRET@127.0.0.1",
    ] {
      let run = try detect([address, "--annotate", folder.path("out") + "/"])
      #expect(run.status == 1 && !(run.errors + run.output).contains("SECRET"), "\(run.errors)")
    }
    let listing = try folder.listing()
    #expect(!listing.joined().contains("SECRET"), "\(listing)")
  }
}
