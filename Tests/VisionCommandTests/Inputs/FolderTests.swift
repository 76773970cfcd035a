import Foundation
import Testing
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// What a folder stands for. A class so that the folder goes away with each test.
@Suite("Folders as inputs") final class FolderTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ data: Data, _ name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  private func image() throws -> Data {
    try ImageFile.encode(ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb), as: .png)
  }

  /// The inputs' names below the folder.
  private func names(isRecursive: Bool = false) -> [String] {
    InputList([folder.path], isRecursive: isRecursive).sources.map {
      $0.description.replacing(folder.path + "/", with: "")
    }
  }

  @Test("What looks like an image or video and cannot be read stays in the list; other files are counted")
  func damaged() throws {
    try write(image(), "good.png")
    try write(Data(), "empty.jpg")
    try write(image().prefix(20), "cut.dat")
    try write(Data("words".utf8), "words.heic")
    try write(Data([0, 0, 0, 20]) + Data("ftypisom\0\0\0\0isom".utf8), "no index")
    for name in ["notes.txt", "a.json", "source.ts", "table.csv"] { try write(Data("{}\n".utf8), name) }
    try write(Data("secret".utf8), ".hidden.png")
    try #require(mkfifo(path("pipe.png"), 0o600) == 0)
    let list = InputList([folder.path])
    #expect(names() == ["cut.dat", "empty.jpg", "good.png", "no index", "words.heic"])
    #expect(list.skippedCount == 5)
    #expect(InputList.note(skippedCount: list.skippedCount) == "skipped 5 files that are neither images nor videos")
    for source in list.sources where !source.description.hasSuffix("good.png") {
      #expect(throws: TasksError.self, "\(source)") { try InputFrames(source) }
    }
    let empty = #expect(throws: TasksError.self) { try InputFrames(.file(path("empty.jpg"))) }
    #expect(empty?.message == "This file is empty.")
    let cut = #expect(throws: TasksError.self) { try InputFrames(.file(path("no index"))) }
    #expect(cut?.code == .dataLossError && cut?.message.contains("cut off") == true)
  }

  @Test("A file whose name is not UTF-8 is read, and has a name in messages")
  func rawNames() throws {
    let raw = RawPath(bytes: Array(folder.path.utf8)).appending([0x63, 0x61, 0x66, 0xE9, 0x2E, 0x70, 0x6E, 0x67])
    let bytes = try image()
    let descriptor = raw.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
    try #require(descriptor >= 0)
    try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes)
    let sources = InputList([folder.path]).sources
    #expect(sources == [.path(raw)])
    #expect(sources[0].name == "caf\\xE9.png" && sources[0].description == path("caf\\xE9.png"))
    let input = try InputFrames(sources[0])
    #expect(try input.next()?.image.width == 1)
    // A damaged one is named as such, not by the path that it was opened by.
    let cut = raw.withCString { truncate($0, 40) }
    #expect(cut == 0)
    let error = #expect(throws: TasksError.self) { try InputFrames(sources[0]) }
    #expect(error?.message.contains("caf\\xE9.png") == true && error?.message.contains("/proc/") == false)
  }

  @Test("Folders in folders are read with --recursive only, in the order of names; links in circles end")
  func recursion() throws {
    for name in ["b.png", "a/2.png", "a/deep/1.png", "c/1.png", ".hidden/1.png"] { try write(image(), name) }
    try FileManager.default.createSymbolicLink(atPath: path("a/circle"), withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(atPath: path("z.png"), withDestinationPath: path("b.png"))
    #expect(names() == ["b.png", "z.png"])
    #expect(names(isRecursive: true) == ["a/2.png", "a/deep/1.png", "b.png", "c/1.png", "z.png"])
  }

  @Test("A folder that is named twice, in another one or by a link is read once, silently; an empty one is reported")
  func namedTwice() throws {
    for name in ["a/1.png", "a/deep/2.png", "b/3.png"] { try write(image(), name) }
    try FileManager.default.createDirectory(atPath: path("empty"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    try FileManager.default.createSymbolicLink(atPath: path("empty/circle"), withDestinationPath: path("empty"))
    func names(_ inputs: String...) -> [String] {
      InputList(inputs.map(path), isRecursive: true).sources.map {
        $0.description.replacing(folder.path + "/", with: "")
      }
    }
    #expect(names("b", "b/", "b/.") == ["b/3.png"])
    #expect(names("a", "a/deep", "link") == ["a/1.png", "a/deep/2.png"])
    // The other way round.
    #expect(names("a/deep", "b", "a") == ["a/deep/2.png", "b/3.png", "a/1.png"])
    #expect(names("b/3.png", "b") == ["b/3.png", "b/3.png"])
    #expect(names("empty", "b", "empty") == ["empty", "b/3.png"])
  }

  @Test("An animated GIF is a video with its times; where first frames are wanted, an image")
  func animation() throws {
    try write(AnimatedGIF.twoFrames, "two.gif")
    try write(AnimatedGIF.oneFrame, "one.gif")
    let two = InputList.Source.file(path("two.gif"))
    #expect(!two.isImageFile(takesFirstFrames: false) && two.isImageFile(takesFirstFrames: true))
    let video = try InputFrames(two)
    #expect(video.isVideo)
    #expect(try [video.next(), video.next()].map { $0?.timestampInMilliseconds } == [0, 100])
    #expect(try !InputFrames(two, .init(takesFirstFrames: true)).isVideo)
    #expect(try !InputFrames(.file(path("one.gif"))).isVideo)
  }
}
