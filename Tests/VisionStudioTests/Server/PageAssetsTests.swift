import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("The page's files")
struct PageAssetsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/VisionStudio/Page")

  private static let files: [URL] = {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    return (found?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }()

  @Test("The program has every file of the folder, byte for byte, and no others")
  func complete() throws {
    #expect(Set(PageAssets.files.keys) == Set(Self.files.map(\.lastPathComponent)))
    #expect(PageAssets.files.count == Self.files.count, "names have to be different in all folders")
    for file in Self.files {
      let asset = try PageAssets(folder: nil).asset(named: file.lastPathComponent)
      #expect(try Data(asset.bytes) == Data(contentsOf: file), "\(file.lastPathComponent) is not built in as it is")
      #expect(asset.type != "application/octet-stream")
    }
  }

  @Test("No script, style or listener stands in the markup, and nothing is fetched from elsewhere")
  func selfContained() throws {
    for file in Self.files where ["html", "css", "js", "svg"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for address in text.matches(of: /https?:\/\/[a-z0-9.]+/).map({ String($0.output) }) {
        #expect(["http://www.w3.org", "http://127.0.0.1"].contains(address), "\(file.lastPathComponent): \(address)")
      }
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(file.lastPathComponent)")
      if file.pathExtension == "html" {
        #expect(text.firstMatch(of: /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*src=)/) == nil)
      }
    }
  }

  @Test("Every import and every link of the page names a file that is there")
  func links() throws {
    for file in Self.files where ["html", "js"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      let names =
        text.matches(of: /from '\.\/([^']+)'/).map { String($0.output.1) }
        + text.matches(of: /"\/page\/([^"]+)"/).map { String($0.output.1) }
      for name in names { #expect(PageAssets.files[name] != nil, "\(file.lastPathComponent) names \(name)") }
    }
  }

  @Test("A part of a file is served, without which Safari plays no video")
  func parts() async throws {
    let studio = try await RunningStudio()
    let client = studio.client
    let whole = try await client.get("/page/walkers.mp4")
    #expect(whole.status == 200 && whole.headers["accept-ranges"] == "bytes")
    let part = try await client.get("/page/walkers.mp4", headers: ["Range": "bytes=100-199"])
    #expect(part.status == 206 && part.headers["content-range"] == "bytes 100-199/\(whole.body.count)")
    #expect(part.body == whole.body[100..<200])
    try await studio.stop()
  }

  @Test("Only names of the list are found, whatever stands in the address")
  func names() async throws {
    let studio = try await RunningStudio()
    let port = try #require(studio.address.port)
    for path in [
      "/page/../Package.swift", "/page/%2e%2e%2fetc%2fpasswd", "/page//etc/passwd", "/page/", "/page/.",
      "/page/main.js%00",
    ] {
      let request =
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(studio.token)\r\nConnection: close\r\n\r\n"
      let status = try await RawConnection.status(of: Data(request.utf8), port: port)
      #expect(["HTTP/1.1 404", "HTTP/1.1 400"].contains(status), "\(path): \(status)")
    }
    try await studio.stop()
  }
}
