import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@Suite("MPImage from files and bytes")
struct MPImageFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Bytes, a URL and a path give the same image", arguments: [ImageFile.Encoding.png, .jpeg(quality: 90)])
  func sources(encoding: ImageFile.Encoding) throws {
    let data = try ImageFile.encode(.ramp(width: 13, height: 7), as: encoding)
    let path = try folder.write(data, "a b%20.image")
    let pixels = try ImageFile.decode(data).packedBytes
    for image in [
      try MPImage(data: data), try MPImage(contentsOf: URL(fileURLWithPath: path)), try MPImage(contentsOfFile: path),
    ] {
      #expect(image.imageBuffer.packedBytes == pixels)
      #expect(image.orientation == .up && image.width == 13 && image.height == 7)
    }
  }

  @Test("What is no image, no file or no file's URL is refused with a word on what to do")
  func refusals() throws {
    func error(_ body: () throws -> MPImage) -> TasksError? {
      do {
        _ = try body()
        return nil
      } catch { return error as? TasksError }
    }
    #expect(error { try MPImage(data: Data("text".utf8)) }?.code == .invalidArgumentError)
    #expect(error { try MPImage(data: Data()) }?.code == .invalidArgumentError)
    let address = try #require(URL(string: "https://example.org/a.jpg"))
    let remote = error { try MPImage(contentsOf: address) }
    #expect(remote?.code == .invalidArgumentError)
    #expect(remote?.message.contains("MPImage(data:)") == true)
    let missing = error { try MPImage(contentsOf: folder.url.appendingPathComponent("none.png")) }
    #expect(missing?.code == .notFoundError)
    #expect(missing?.message == "There is no file at \(folder.path("none.png")); check the path.")
  }

  @Test("A path that is no path gets a hint, a relative one is made absolute")
  func hints() {
    func message(_ path: String) -> String? {
      do {
        _ = try ImageFile.read(contentsOfFile: path)
        return nil
      } catch { return (error as? TasksError)?.message }
    }
    let current = FileManager.default.currentDirectoryPath
    #expect(message("none/a.png") == "There is no file at \(current)/none/a.png; check the path.")
    #expect(message("file:///tmp/none%20a.png")?.hasSuffix("is a URL; give its path, /tmp/none a.png.") == true)
    #expect(message("~/none.png")?.contains("give \(NSHomeDirectory())/none.png.") == true)
    #expect(message("")?.contains("the path is empty") == true)
  }
}
