import Foundation
import TestSupport
import Testing

@testable import VisionCommand

@Suite("What a path leads to")
struct FilePlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func place(_ name: String) -> FilePlace { FilePlace(path: folder.path(name)) }

  @Test("A file is one place under all its names")
  func names() throws {
    try folder.write("a", "in/a")
    try folder.write("a", "in/b")
    try folder.link("soft", to: "in/a")
    try folder.link("folder", to: "in")
    try folder.hardLink("hard", to: "in/a")
    for name in ["soft", "folder/a", "hard", "in/../in/a", "./in//a"] {
      #expect(place(name) == place("in/a"), "\(name)")
    }
    #expect(place("in/b") != place("in/a"))
    #expect(place("in/a").kind == .regular && place("in/a").size == 1 && place("in").kind == .folder)
    #expect(place("folder/a").resolvedPath == place("in/a").resolvedPath)
  }

  @Test("What is not there yet is one place, too: through a link to its folder, and through a link to it")
  func missing() throws {
    try folder.makeFolder("in")
    try folder.link("folder", to: "in")
    try folder.link("dangling", to: "in/a")
    for name in ["folder/a", "dangling", "in/./a"] { #expect(place(name) == place("in/a"), "\(name)") }
    #expect(place("in/a").kind == .nothing && place("in/b") != place("in/a"))
    #expect(place("none/deep/a") == place("none/deep/../deep/./a"))
    try folder.write("b", "in/b")
    #expect(place("none/../in/b") == place("in/b"), "a folder of results is made with those above it")
    try folder.link("loop", to: "pool")
    try folder.link("pool", to: "loop")
    #expect(place("loop").kind == .nothing)
  }

  @Test("Devices are shared, pipes and files are not; open files are found by their numbers")
  func kinds() throws {
    #expect(FilePlace(path: "/dev/null").isShareable)
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(place("pipe").kind == .pipe && !place("pipe").isShareable)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write("a", "a")))
    #expect(FilePlace(descriptor: file.fileDescriptor) == place("a"))
    #expect(FilePlace(descriptor: 999) == nil)
    for (path, number) in [("-", 1), ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/7", 7), ("/proc/self/fd/1", 1)] {
      #expect(OpenDescriptor.number(of: path) == Int32(number))
    }
    for path in ["a", "/dev/fd/x", "/dev/null"] { #expect(OpenDescriptor.number(of: path) == nil) }
  }

  @Test("Any path has a place, its parts are inputs' names, and it may name results")
  func anyPath() throws {
    var random = SeededGenerator(seed: 2)
    for path in (0..<2000).map({ _ in random.path() }) {
      #expect(FilePlace(path: path) == FilePlace(path: path))
      let source = InputList.Source.file(path)
      _ = source.name
      _ = OutputNames(arguments: [path], sources: [source]).name(of: source)
      _ = AnnotationNames.name(for: path, isVideo: false)
      _ = InputList.areSeveral([path])
      _ = BatchFolder.description(in: path)
    }
  }
}
