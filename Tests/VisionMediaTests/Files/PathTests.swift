import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("Parts of paths, whatever their text is")
struct PathTests {
  @Test(
    "Folder, name, extension and the rest of a path",
    arguments: [
      ("", "", "", "", ""), ("k", "", "k", "", "k"), ("/", "/", "/", "", "/"), ("//", "/", "/", "", "/"),
      ("/k", "/", "k", "", "/k"), ("k/", "", "k", "", "k"), ("a/b", "a", "b", "", "a/b"),
      ("a//b//", "a", "b", "", "a//b"), ("//é", "/", "é", "", "//é"), ("a/b.png", "a", "b.png", "png", "a/b"),
      ("b.tar.gz", "", "b.tar.gz", "gz", "b.tar"), (".hidden", "", ".hidden", "", ".hidden"),
      ("a/.b.c/", "a", ".b.c", "c", "a/.b"), ("..", "", "..", "", ".."), ("a.b/c", "a.b", "c", "", "a.b/c"),
      ("a/\u{301}b.é", "a", "\u{301}b.é", "é", "a/\u{301}b"), ("/tmp/k", "/tmp", "k", "", "/tmp/k"),
    ])
  func parts(path: String, folder: String, name: String, ending: String, stem: String) {
    let parts = [path.parentPath, path.lastPathPart, path.fileExtension, path.withoutFileExtension]
    #expect(parts.map { Array($0.utf8) } == [folder, name, ending, stem].map { Array($0.utf8) }, "\(path): \(parts)")
  }

  @Test("Joined paths have one slash between their parts")
  func joined() {
    #expect("".appendingPath("a") == "a" && "a".appendingPath("b") == "a/b" && "a/".appendingPath("/b") == "a/b")
    #expect("/".appendingPath("a") == "/a" && "é".appendingPath("\u{301}") == "é/\u{301}")
  }

  @Test("A tilde at the start of a path is a part of a name, also in a folder", arguments: ["~", "~root/a", "~/a"])
  func tilde(path: String) {
    #expect(URL(literalPath: path).path == FileManager.default.currentDirectoryPath + "/" + path)
    #expect(URL(literalPath: path, in: URL(literalPath: "/tmp/")).path == "/tmp/" + path)
  }

  @Test("No path ends the program, and its parts make it up")
  func anyPath() throws {
    var random = SeededGenerator(seed: 1)
    for path in (0..<8000).map({ _ in random.path() }) + [String(repeating: "a/", count: 3000)] {
      let (folder, name) = (path.parentPath, path.lastPathPart)
      let joined = folder.appendingPath(name)
      let trimmed = { (path: String) in path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) } }
      #expect(trimmed(joined) == trimmed(path), "\(path.debugDescription)")
      let ending = path.fileExtension
      #expect(ending.isEmpty || name.hasSuffix("." + ending) && !ending.contains("."), "\(path.debugDescription)")
      #expect(DurableFolder.missing(path).count <= path.utf8.count)
      #expect(UnfinishedFile.isHiddenName(UnfinishedFile.hiddenName(for: path)))
      _ = IntendedMedia.isLikely(name: path, start: Data())
      _ = ImageFile.Encoding(fileName: path)
      _ = "\(MediaSource(path))"
      _ = TasksError.missingFile(path, advice: "").message
      #expect(throws: TasksError.self) { try ImageFile.read(contentsOfFile: "/dev/null/" + path) }
    }
  }

  @Test("No source uses the functions of NSString that trap")
  func sources() throws {
    let names = "deletingLastPathComponent|lastPathComponent|pathExtension|deletingPathExtension"
    let trapping = try Regex("NSString(\\(string: [^)]*\\))?\\)?\\.(\(names))")
    let folder = Checkout.url.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: trapping) == nil, "\(file.path): use the functions of String+Path.swift")
    }
    #expect(count > 100)
  }

  @Test("A temporary file in another folder is readable by its owner only, whatever file has the name")
  func permissions() throws {
    let folder = try TemporaryFolder()
    let older = try folder.write("open to all", "vision")
    try #require(chmod(older, 0o666) == 0)
    func mode(_ file: UnfinishedFile) -> mode_t {
      var status = stat()
      return fstat(file.descriptor, &status) == 0 ? status.st_mode & 0o777 : 0
    }
    #expect(mode(try UnfinishedFile(for: older)) == 0o666)
    try folder.makeFolder("spools")
    #expect(mode(try UnfinishedFile(for: older, in: folder.path("spools"))) == 0o600)
  }
}
