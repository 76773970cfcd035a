import Foundation
import TestSupport
import Testing

@Suite("What tests share")
struct SupportTests {
  @Test("The checkout is the package's, with the core of goldens and its media")
  func checkout() throws {
    #expect(FileManager.default.fileExists(atPath: Checkout.file("Package.swift").path))
    struct Golden: Decodable {
      let media: String
    }
    let names = try GoldenFolder.core.names()
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".json") })
    #expect(try GoldenFolder.core.names(containing: ".pose-") == names.filter { $0.contains(".pose-") })
    for name in names {
      let media = try GoldenFolder.core.decode(Golden.self, from: name).media
      #expect(FileManager.default.fileExists(atPath: GoldenFolder.core.media(media)), "\(name)")
    }
  }

  @Test("A seed gives the generator's published numbers")
  func generator() {
    var random = SeededGenerator(seed: 0)
    #expect([random.next(), random.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }

  @Test("A folder is there while somebody has it")
  func folder() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder).write("text", "a/b.txt")
    #expect(try folder?.listing() == ["a/", "a/b.txt"])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
