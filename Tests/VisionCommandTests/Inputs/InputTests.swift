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

  @Test("What is missing or empty stays in the list, to fail by name")
  func missing() {
    let sources = InputList([path("none.png"), folder.path]).sources
    #expect(sources.count == 2 && sources[0] == .file(path("none.png")))
    let error = #expect(throws: TasksError.self) { try InputFrames(sources[1]) }
    #expect("\(sources[1])" == folder.path && error?.message.contains("--recursive") == true)
    #expect(throws: TasksError.self) { try InputFrames(.file(path("none.png"))) }
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
