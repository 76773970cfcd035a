#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Libraries that are not installed, one row each. FFmpeg, Cairo and libcurl have suites of their own.
  @Suite("Missing libraries, end to end", .needs(.command), .needs(.shared))
  struct MissingLibraryTests {
    struct Library: Sendable, CustomTestStringConvertible {
      let name: String
      /// The files that are hidden from the system's loader.
      let files: [String]
      var environment: [String: String] = [:]
      /// The arguments after the task and its model; FOLDER stands for a folder of the test's own.
      let arguments: [String]
      let status: Int32
      /// What the error has to say.
      let says: [String]

      var testDescription: String { name }
    }

    static let libraries = [
      Library(
        name: "libheif", files: ["libheif.so.1"], arguments: ["FOLDER/a.heic"], status: 1,
        says: ["HEIC and AVIF images need libheif, which cannot be loaded (", "libheif1 (Debian, Ubuntu)"]),
      Library(
        name: "libwebpdemux", files: ["libwebpdemux.so.2"], arguments: ["FOLDER/a.webp"], status: 1,
        says: ["Animated WebP files need libwebpdemux, which cannot be loaded (", "libwebpdemux2 (Debian, Ubuntu)"]),
      Library(
        name: "LiteRT", files: [], environment: ["VISION_LITERT_LIBRARY": "FOLDER/libLiteRt.so"],
        arguments: ["FOLDER/a.png"], status: 3,
        says: ["The LiteRT library was not found", "scripts/setup", "VISION_LITERT_LIBRARY"]),
    ]

    @Test("The error says what to install, and a second input is worked on where it can be", arguments: libraries)
    func missing(library: Library) throws {
      let folder = try TemporaryFolder()
      for file in library.files { try folder.write("", file) }
      try folder.write(Self.animatedWebP, "a.webp")
      try folder.write(
        Data("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8) + Data(count: 64), "a.heic")
      for name in ["a.png", "b.png"] { try folder.copy(media: "tiny_32x24.png", to: name) }
      func filled(_ text: String) -> String { text.replacing("FOLDER", with: folder.url.path) }
      let environment = library.environment.mapValues(filled).merging(["LD_LIBRARY_PATH": folder.url.path]) { $1 }
      let run = try CommandRun(
        ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--json", "-"]
          + library.arguments.map(filled) + [folder.path("b.png")], environment: environment)
      #expect(run.status == library.status, "\(run.errors)")
      for text in library.says { #expect(run.errors.contains(text), "\(run.errors)") }
      #expect(run.output.contains("b.png") == (library.status == 1), "\(run.output)")
    }

    @Test("Without libcrypto nothing that was fetched is taken for right")
    func crypto() throws {
      let folder = try TemporaryFolder()
      for file in ["libcrypto.so.3", "libcrypto.so.1.1"] { try folder.write("", file) }
      // The right file, of which that cannot be known.
      try folder.makeFolder("mirror")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("mirror/gesture_recognizer.task"),
        withDestinationPath: CommandRun.model("gesture_recognizer.task"))
      let run = try CommandRun(
        ["models", "fetch", "gesture_recognizer"],
        environment: [
          "LD_LIBRARY_PATH": folder.url.path, "XDG_CACHE_HOME": folder.path("cache"), "PATH": folder.url.path,
          "VISION_MODELS_MIRROR": folder.path("mirror"), "https_proxy": "http://127.0.0.1:1", "no_proxy": "",
        ])
      #expect(run.status == 3, "\(run.status): \(run.errors)")
      #expect(run.errors.contains("checking a file's SHA-256 needs OpenSSL's libcrypto"), "\(run.errors)")
      #expect(try folder.listing().filter { $0.hasPrefix("cache/") && $0.hasSuffix(".task") } == [])
    }

    /// An animation of two frames by its chunks; what is in them is never reached.
    private static let animatedWebP: Data = {
      func chunk(_ name: String, _ content: [UInt8]) -> Data {
        Data(name.utf8) + [UInt8(content.count), 0, 0, 0] + content
      }
      let content =
        Data("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        + chunk("ANIM", [UInt8](repeating: 0, count: 6))
        + chunk("ANMF", [UInt8](repeating: 0, count: 16)) + chunk("ANMF", [UInt8](repeating: 0, count: 16))
      return Data("RIFF".utf8) + [UInt8(content.count), 0, 0, 0] + content
    }()
  }
#endif
