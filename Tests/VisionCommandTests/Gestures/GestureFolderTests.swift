import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionCommand

@Suite("Folders of gestures")
struct GestureFolderTests {
  private func message(_ path: String) -> String {
    do {
      _ = try GestureFolder(path)
      return ""
    } catch { return error.message }
  }

  @Test("Names are those of the folders, in order; files and hidden folders beside them are skipped")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a", "None", ".hidden", "zz ü"] { try folder.makeFolder(name) }
    try folder.write("text", "notes.txt")
    try folder.link("linked", to: "a")
    try folder.link("dangling", to: "nowhere")
    #expect(try GestureFolder(folder.url.path).names == ["None", "a", "b", "linked", "zz ü"])
  }

  @Test("What cannot be trained is refused before any image is read, with what to do")
  func refusals() throws {
    let folder = try TemporaryFolder()
    #expect(message(folder.path("missing")).contains("There is no folder"))
    #expect(message(try folder.write("text", "file")).contains("is no folder"))
    try folder.makeFolder("empty/none")
    #expect(message(folder.path("empty")).contains("no folder of a gesture"))
    for index in 0..<1000 { try folder.makeFolder("many/\(index)") }
    #expect(message(folder.path("many")).contains("folders for 1000 gestures; at most 200"))
    try folder.makeFolder("two/none")
    try folder.makeFolder("two/NONE")
    try folder.makeFolder("two/a")
    #expect(message(folder.path("two")).contains("both stand for"))
    try folder.makeFolder("odd/a\nb")
    #expect(message(folder.path("odd")).contains("is no name for a gesture"))
    #expect(!message(folder.path("odd")).contains("\n"))
    try folder.makeFolder("bytes/a")
    let odd = RawPath(bytes: Array(folder.path("bytes").utf8) + [UInt8(ascii: "/"), 0xE9])
    #expect(odd.withCString { mkdir($0, 0o755) } == 0)
    #expect(message(folder.path("bytes")).contains("is not in UTF-8"))
  }

  @Test("A gesture's folder without images says where they belong, and names no option that training does not have")
  func nested() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("photos/a/more")
    try folder.copy(media: "tiny_32x24.png", to: "photos/a/more/1.png")
    let sources = try GestureFolder(folder.path("photos")).sources().map(\.source)
    guard case .unreadable(let name, let reason)? = sources.first, sources.count == 1 else {
      Issue.record("\(sources)")
      return
    }
    #expect(name == folder.path("photos/a"))
    #expect(
      reason == "This folder contains no image or video; put them into it, since its subfolders are not searched.")
  }

  @Test("Nothing is written among the images")
  func outside() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("photos/a")
    let gestures = try GestureFolder(folder.path("photos"))
    for path in ["photos/my.task", "photos/a/my.task", "photos/../photos/my.task"] {
      #expect(errorCode { try gestures.checkIsOutside(folder.path(path)) } == .invalidArgumentError, "\(path)")
    }
    try folder.link("link", to: "photos")
    #expect(errorCode { try gestures.checkIsOutside(folder.path("link/my.task")) } == .invalidArgumentError)
    try gestures.checkIsOutside(folder.path("photos.task"))
  }
}
