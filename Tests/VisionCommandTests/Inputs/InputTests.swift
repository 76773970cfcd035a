import Foundation
import Testing
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// A class so that the folder goes away with each test.
@Suite final class InputTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func writePicture(_ name: String) throws {
    try ImageFile.write(ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb), toFile: path(name))
  }

  @Test("A folder stands for its pictures by name; other files and hidden ones are left out")
  func folderOfPictures() throws {
    try writePicture("b.png")
    try writePicture("a.jpg")
    try writePicture(".hidden.png")
    try Data("words".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    let list = InputList(["-", folder.path])
    #expect(list.sources == [.standardInput, .file(path("a.jpg")), .file(path("b.png"))])
  }

  @Test("A pattern stands for the files that fit it; a camera and an address for themselves")
  func patterns() throws {
    for name in ["a1.png", "a2.png", "b1.png"] { try writePicture(name) }
    #expect(InputList([path("a?.png")]).sources == [.file(path("a1.png")), .file(path("a2.png"))])
    #expect(InputList([path("[b]*")]).sources == [.file(path("b1.png"))])
    #expect(InputList([path("x*.png")]).sources == [.file(path("x*.png"))])
    let live = InputList(["/dev/video0", "rtsp://user:secret@host/path"])
    #expect(live.sources[0] == .media(.camera(device: "/dev/video0")))
    #expect(live.sources[1] == .media(.stream(address: "rtsp://user:secret@host/path")))
    #expect(!"\(live.sources[1])\(live.sources[1].name)".contains("secret"))
    #expect(!live.sources[1].name.contains("/"))
  }

  @Test(
    "Streams of one host are told apart by a number, since their paths are not shown; one that is given twice is one")
  func equalHosts() {
    let addresses = ["rtsp://me:secret@host/a", "rtsp://me:secret@host/b", "rtsp://other/a", "rtsp://me:secret@host/a"]
    let sources = InputList(addresses).sources
    #expect(sources.map(\.description) == ["rtsp://me@host", "rtsp://me@host-2", "rtsp://other", "rtsp://me@host"])
    #expect(sources.map(\.name) == ["rtsp:__me@host", "rtsp:__me@host-2", "rtsp:__other", "rtsp:__me@host"])
    let names = OutputNames(arguments: addresses, sources: sources)
    #expect(sources.map(names.name(of:)) == sources.map(\.name))
  }

  @Test("Folders that exist with brackets in their names are no patterns; the file's pattern is one")
  func bracketsInFolders() throws {
    for name in ["[ex] 100%", "e 100%", "a*b?\\[c]", "[ex] 100%/deep [1]"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let names = ["[ex] 100%/y.png", "e 100%/z.png", "a*b?\\[c]/x.png", "[ex] 100%/deep [1]/w.png"]
    for name in names { try writePicture(name) }
    #expect(InputList([path("[ex] 100%/*.png")]).sources == [.file(path(names[0]))])
    #expect(InputList([path("[ex] 100%/[y]*")]).sources == [.file(path(names[0]))])
    #expect(InputList([path("a*b?\\[c]/*.png")]).sources == [.file(path(names[2]))])
    #expect(InputList([path("[ex] 100%/deep [1]/?.png")]).sources == [.file(path(names[3]))])
    // Where no such folder exists, its pattern counts.
    #expect(InputList([path("[e]*/z.png")]).sources == [.file(path(names[1]))])
    #expect(InputList([path("[ex] 100%/y.png")]).sources == [.file(path(names[0]))])
  }

  @Test("With a frame rate the images of a folder are one video, in order of the numbers in their names")
  func sequences() throws {
    for name in ["f10.png", "f9.png", "f1.png"] { try writePicture(name) }
    try Data("words".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    let list = InputList([folder.path], sequenceFrameRate: 12.5)
    let files = ["f1.png", "f9.png", "f10.png"].map { RawPath(path($0)) }
    let sequence = ImageSequence(folder: RawPath(folder.path), files: files, frameRate: 12.5)
    #expect(list.sources == [.sequence(sequence)])
    #expect(InputList(["f10.png", "f9.png", "f1.png"].map(path), sequenceFrameRate: 12.5).sources == list.sources)
    #expect(InputList([path("f9.png")], sequenceFrameRate: 12.5).sources == [.file(path("f9.png"))])
    // A damaged frame is skipped; the others keep their times.
    try Data("P".utf8).write(to: folder.appendingPathComponent("f9.png"))
    let input = try InputFrames(list.sources[0])
    var frames: [VideoFrame] = []
    while let frame = try input.next() { frames.append(frame) }
    #expect(input.isVideo && frames.map(\.index) == [0, 2] && frames.map(\.timestampInMilliseconds) == [0, 160])
    #expect(frames.map(input.file) == [path("f1.png"), path("f10.png")] && input.skippedFrames == 1)
  }

  @Test("The images of a folder are one video whatever lies between them, which is an input of its own")
  func interruptedSequences() throws {
    let names = ["1.png", "3.png", "5.png", "9.png", "sub/1.png", "sub/2.png", "t.png"]
    try FileManager.default.createDirectory(atPath: path("sub"), withIntermediateDirectories: true)
    for name in names { try writePicture(name) }
    try AnimatedGIF.twoFrames.write(to: folder.appendingPathComponent("2.gif"))
    try (Data([0, 0, 0, 20]) + Data("ftypisom\0\0\0\0isom".utf8)).write(to: folder.appendingPathComponent("4.mp4"))
    for name in ["0.jpg", "7.png"] { try Data("words".utf8).write(to: folder.appendingPathComponent(name)) }
    let sources = InputList([folder.path], isRecursive: true, sequenceFrameRate: 25).sources
    let files = ["0.jpg", "1.png", "3.png", "5.png", "7.png", "9.png", "t.png"].map { RawPath(path($0)) }
    let inner = ["sub/1.png", "sub/2.png"].map { RawPath(path($0)) }
    #expect(
      sources == [
        .sequence(ImageSequence(folder: RawPath(folder.path), files: files, frameRate: 25)),
        .file(path("2.gif")), .file(path("4.mp4")),
        .sequence(ImageSequence(folder: RawPath(path("sub")), files: inner, frameRate: 25)),
      ])
    // A folder has one video, however its images are named.
    let spelled = [path("1.png"), path("./3.png"), path("sub/1.png"), path("sub/../5.png")]
    #expect(InputList(spelled, sequenceFrameRate: 25).sources.count == 2)
    // What cannot be read keeps its place in time, also at the beginning.
    let input = try InputFrames(sources[0])
    var frames: [VideoFrame] = []
    while let frame = try input.next() { frames.append(frame) }
    #expect(frames.map(\.timestampInMilliseconds) == [40, 80, 120, 200, 240])
    #expect(input.video?.width == 1 && input.skippedFrames == 2)
  }

  @Test("Files with names of images, none of which can be read, fail one by one")
  func unreadableSequence() throws {
    for name in ["1.png", "2.png"] { try Data("words".utf8).write(to: folder.appendingPathComponent(name)) }
    let sources = InputList([folder.path], sequenceFrameRate: 25).sources
    #expect(sources == [.file(path("1.png")), .file(path("2.png"))])
  }

  @Test("FFmpeg's patterns for frames get a hint", arguments: ["%06d.jpg", "%d.png", "f_%3d.jpg"])
  func framePatterns(name: String) throws {
    let sources = InputList([path(name)]).sources
    let error = #expect(throws: TasksError.self) { try InputFrames(sources[0]) }
    #expect(error?.message.contains("--mode video") == true && sources.count == 1)
    try writePicture(name.replacing(".jpg", with: ".png"))
    #expect(InputList([path(name.replacing(".jpg", with: ".png"))]).sources.count == 1)
  }

  @Test("What is missing or empty stays in the list, to fail by name")
  func missing() {
    let sources = InputList([path("none.png"), folder.path]).sources
    #expect(sources.count == 2 && sources[0] == .file(path("none.png")))
    let error = #expect(throws: TasksError.self) { try InputFrames(sources[1]) }
    #expect("\(sources[1])" == folder.path && error?.message.contains("--recursive") == true)
    #expect(throws: TasksError.self) { try InputFrames(.file(path("none.png"))) }
    #expect(InputList([""]).emptyReason == #""": The path is empty; name a file or a folder."#)
  }

  @Test("A picture is an input of one frame without a time")
  func picture() throws {
    try writePicture("a.png")
    let input = try InputFrames(.file(path("a.png")))
    #expect(!input.isVideo)
    #expect(try input.next()?.image.width == 1)
    #expect(try input.next() == nil)
    #expect(input.frameCount == 1)
  }
}
