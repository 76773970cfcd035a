import Foundation
import Testing
import VisionErrors

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
    "messages leave user and password out",
    arguments: [
      ("rtsp://me:secret@host:554/a", "rtsp://host:554/a"), ("rtsp://me@host", "rtsp://host"),
      ("http://a:b@c@host/x", "http://host/x"), ("http://host/a@b", "http://host/a@b"),
      ("http://host?x=a@b", "http://host?x=a@b"), ("udp://@239.0.0.1:5000", "udp://239.0.0.1:5000"),
    ])
  func redaction(address: String, shown: String) throws {
    #expect(try StreamAddress(address).description == shown)
    #expect(MediaSource(address).description == shown)
  }

  @Test("a server's playlist cannot name files of this machine, a user can name any protocol")
  func blacklist() throws {
    let options = NetworkStreamOptions()
    let http = try #require(StreamAddress("http://host/a.m3u8").input(options).options["protocol_blacklist"])
    #expect(http.split(separator: ",").contains("file"))
    let unix = try #require(StreamAddress("unix:///run/x").input(options).options["protocol_blacklist"])
    #expect(!unix.split(separator: ",").contains("unix"))
  }

  @Test("files open through the source as through the reader")
  func opening() throws {
    #expect(throws: TasksError.self) { _ = try MediaSource("none.mp4").open() }
    #expect(ImageFileTests.code { _ = try MediaSource("none.mp4").open() } == .notFoundError)
    #expect(ImageFileTests.code { _ = try NetworkStream(address: "none.mp4") } == .invalidArgumentError)
    #expect(ImageFileTests.code { _ = try MediaSource("nonsense://host").open() } == .unimplementedError)
  }
}
