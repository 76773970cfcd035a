import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("Names of sources")
struct MediaSourceTests {
  @Test(
    "cameras, streams and files are told apart",
    arguments: [
      ("/dev/video0", MediaSource.camera(device: "/dev/video0")),
      ("/dev/v4l/by-id/usb-cam", .camera(device: "/dev/v4l/by-id/usb-cam")),
      ("camera:1", .camera(device: "1")),
      ("camera:", .camera(device: Camera.defaultDevice)),
      ("lavfi:testsrc2=rate=30", .camera(device: "lavfi:testsrc2=rate=30")),
      ("rtsp://host/a", .stream(address: "rtsp://host/a")),
      ("HTTPS://host/a?b=c#d", .stream(address: "HTTPS://host/a?b=c#d")),
      ("udp://@239.0.0.1:5000", .stream(address: "udp://@239.0.0.1:5000")),
      ("rtmp://host/live/x", .stream(address: "rtmp://host/live/x")),
      ("file:a b.mp4", .file(path: "a b.mp4")),
      ("file:///tmp/a%20b.mp4", .file(path: "/tmp/a b.mp4")),
      ("clip.mp4", .file(path: "clip.mp4")),
      ("a:b.mp4", .file(path: "a:b.mp4")),
      ("./camera:0", .file(path: "./camera:0")),
      ("1://x", .file(path: "1://x")),
      ("my clip://x", .file(path: "my clip://x")),
      ("://x", .file(path: "://x")),
      ("", .file(path: "")),
    ])
  func parsing(text: String, expected: MediaSource) {
    #expect(MediaSource(text) == expected)
  }

  @Test(
    "descriptions of addresses have scheme, user and host; passwords, tokens and stream keys are never shown",
    arguments: [
      ("rtsp://me:SECRET@host:554/a", "rtsp://me@host:554"), ("rtsp://SECRET@host", "rtsp://host"),
      ("http://a:b@SECRET@host/x", "http://a@host"), ("http://host/a@b", "http://host"),
      ("http://host?x=SECRET@b", "http://host"), ("udp://@239.0.0.1:5000", "udp://239.0.0.1:5000"),
      ("RTSP://Me:SECRET@[fe80::1]:554/s", "rtsp://Me@[fe80::1]:554"),
      ("http://host:80/?token=SECRET", "http://host:80"),
      ("http://host/x?user=a&password=SECRET", "http://host"), ("srt://host:9?passphrase=SECRET", "srt://host:9"),
      ("rtmp://host/live/SECRET", "rtmp://host"), ("http://host/SECRET/index.m3u8#SECRET", "http://host"),
      ("rtsp://admin:SECRET/SECRET@127.0.0.1:9/s", "rtsp://admin@127.0.0.1:9"),
      ("rtsp://admin:SECRET?SECRET@host", "rtsp://admin@host"),
      ("rtsp://admin:SECRET#SECRET@host/a@SECRET", "rtsp://admin@…"),
      ("rtsp://admin:1/SECRET@host", "rtsp://admin"), ("rtsp:/admin:SECRET@host", "rtsp://admin@host"),
      ("rtsp:admin:SECRET@host", "rtsp://admin@host"), (" rtsp://admin:SECRET@host ", "rtsp://admin@host"),
      ("http://host:80/@SECRET/x", "http://host"), ("unix:///run/SECRET", "unix://"),
      ("rtsp://admin:p%40SECRET@host", "rtsp://admin@host"), ("http://SECRET:x:y", "http://…"),
    ])
  func redaction(address: String, shown: String) throws {
    let source = MediaSource(address)
    #expect(source.description == shown)
    for text in ["\(source)", String(reflecting: source), "\(StreamAddress(shown: address))"] {
      #expect(!text.contains("SECRET"), "\(text)")
    }
    var dumped = ""
    dump(StreamAddress(shown: address), to: &dumped)
    #expect(!dumped.contains("SECRET"), "\(dumped)")
    if case .stream(let text) = source {
      let options = NetworkStreamOptions()
      do { _ = try StreamAddress(text).input(options) } catch { #expect(!"\(error)".contains("SECRET"), "\(error)") }
    }
  }

  @Test(
    "Where the host cannot be told from the password nothing is opened, and the characters to encode are named",
    arguments: [
      "rtsp://admin:pa/ss@127.0.0.1:9/s", "rtsp://admin:pa?ss@127.0.0.1:9/s", "rtsp://admin:pa#ss@127.0.0.1:9/s",
    ])
  func ambiguous(address: String) throws {
    let error = #expect(throws: TasksError.self) { try NetworkStream(address: address) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("%2F %3F %23 %40 %3A") == true && error?.message.contains("ss@") == false)
    #expect(error?.message.contains("rtsp://admin@127.0.0.1:9") == true, "\(error?.message ?? "")")
  }

  @Test(
    "Random addresses never show what stands between the user's colon and the last at sign, nor what follows the host")
  func randomAddresses() {
    var random = SeededGenerator(seed: 11)
    let letters = Array("abcXYZ019/?#@:%&=[]\\ .-_")
    for _ in 0..<2000 {
      let password = String(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      // Marked letters, so that a part of the password is recognized wherever it is shown.
      let marked = password.map { $0.isLetter || $0.isNumber ? "Ω" : String($0) }.joined()
      let path = ["", "/Ω", "?Ω=Ω", "/a/Ω?Ω#Ω"].randomElement(using: &random) ?? ""
      let scheme = ["rtsp", "http", "srt", "RTMP"].randomElement(using: &random) ?? "rtsp"
      let text = "\(scheme)://user:\(marked)@host:5\(path)"
      #expect(!"\(StreamAddress(shown: text))".contains("Ω"), "\(text)")
    }
  }

  @Test("a server's playlist cannot name files of this machine, a user can name any protocol")
  func blacklist() throws {
    let options = NetworkStreamOptions()
    let http = try #require(StreamAddress("http://host/a.m3u8").input(options).options["protocol_blacklist"])
    #expect(http.split(separator: ",").contains("file"))
    let unix = try #require(StreamAddress("unix:///run/x").input(options).options["protocol_blacklist"])
    #expect(!unix.split(separator: ",").contains("unix"))
  }

  @Test("FFmpeg gets the scheme in lower case, which is all it knows, and the rest as it is")
  func capitals() throws {
    let options = NetworkStreamOptions()
    #expect(try StreamAddress("HTTP://Host/A.m3u8").input(options).address == "http://Host/A.m3u8")
    #expect(try StreamAddress("Rtsp://Me:Pa@Host/A").input(options).address == "rtsp://Me:Pa@Host/A")
  }

  @Test("files open through the source as through the reader")
  func opening() throws {
    #expect(throws: TasksError.self) { _ = try MediaSource("none.mp4").open() }
    #expect(TasksErrorCode.thrown { _ = try MediaSource("none.mp4").open() } == .notFoundError)
    #expect(TasksErrorCode.thrown { _ = try NetworkStream(address: "none.mp4") } == .invalidArgumentError)
    #expect(TasksErrorCode.thrown { _ = try MediaSource("nonsense://host").open() } == .unimplementedError)
  }
}
