import Testing
import VisionPackage

@testable import VisionStudio

@Suite("What the page's catalog says")
struct CatalogTests {
  @Test("The page gets the package's version from the server")
  func version() async throws {
    let studio = try await RunningStudio()
    let answer = try await studio.client.get("/api/catalog")
    try await studio.stop()
    #expect(answer.status == 200)
    #expect(try answer.json()["version"] as? String == PackageVersion.current)
  }
}
