import Foundation
import TestSupport
import Testing
import VisionCatalog

@testable import VisionStudio

@Suite("Pointing at a thing in a browser", .serialized, .needs(.chromium))
struct PointScreenTests {
  /// A catalog whose model of the task is a small one of its form.
  private func catalog(in folder: TemporaryFolder) throws -> ModelCatalog {
    let bytes = PointSample().bytes
    let entry = CatalogEntry(
      name: "magic_touch", kind: .model, summary: "a small model", fileName: "magic_touch.tflite",
      byteCount: bytes.count, sha256: String(repeating: "0", count: 64), license: "MIT", officialAddress: nil,
      wheel: nil)
    let cache = CacheFolder(root: folder.url.appending(path: "cache"))
    try FileManager.default.createDirectory(at: cache.models, withIntermediateDirectories: true)
    try Data(bytes).write(to: cache.location(of: entry))
    return ModelCatalog(entries: [entry], cache: cache)
  }

  @Test("The middle is segmented at first, then the point of a click, then the scribble of a drag")
  func pointing() async throws {
    let folder = try TemporaryFolder()
    let catalog = try catalog(in: folder)
    let studio = try await RunningStudio { $0.catalog = catalog }
    let browser = try await Chromium()
    let link = "document.querySelector('.downloads a').getAttribute('href')"
    try await browser.open(studio.address.absoluteString + "#/library?task=segment-point")
    try await browser.click("[data-sample='coffee.jpg']")
    try await browser.wait(for: link)
    let first = try await browser.text(link)
    let canvas = "#library .stage > canvas"
    try await browser.drag(canvas, from: (0.4, 0.3), to: (0.4, 0.3))
    try await browser.wait(for: "location.hash.includes('point=') && \(link) && \(link) !== '\(first)'")
    let point = try await browser.text("document.getElementById('setting-point').value").split(separator: ",")
      .compactMap { Double($0) }
    #expect(point.count == 2 && abs(point[0] - 0.4) < 0.1 && abs(point[1] - 0.3) < 0.1, "\(point)")
    try await browser.wait(for: "document.getElementById('code-text').textContent.includes('options.point = CGPoint(')")
    try await browser.screenshot("library-point")
    let second = try await browser.text(link)
    try await browser.drag(canvas, from: (0.4, 0.3), to: (0.6, 0.6))
    try await browser.wait(for: "location.hash.includes('scribble=') && \(link) && \(link) !== '\(second)'")
    #expect(try await browser.text("location.hash.includes('point=')") == "false")
    try await browser.screenshot("library-scribble")
    #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    await browser.close()
    try await studio.stop()
  }
}
