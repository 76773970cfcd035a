internal import CDeflate
import Foundation
import Hummingbird
import VisionCore
import VisionModels

/// Files as one zip archive, streamed as they are: videos and PNGs do not shrink, and nothing is stored twice.
/// A library for this would be one more to load, package and patch.
struct ZipArchive: Sendable {
  struct Member: Sendable {
    var name: String
    let file: URL
  }

  private static let step = 262_144

  private let files: [URL]
  private let members: [StoredZip.Member]
  let byteCount: Int

  /// Reads every file once for its checksum; blocks.
  init(_ members: [Member]) throws {
    var entries: [StoredZip.Member] = []
    for member in members {
      let (size, checksum) = try Self.measure(member.file)
      guard size < Int(UInt32.max) else {
        throw TasksError.outOfRange("\(member.name) is too large for an archive; save it by itself.")
      }
      entries.append(
        StoredZip.Member(name: member.name, byteCount: size, checksum: checksum, offset: entries.last?.end ?? 0))
    }
    files = members.map(\.file)
    self.members = entries
    let end = entries.last?.end ?? 0
    byteCount = end + StoredZip.results.directory(entries, at: end).count
  }

  func response(name: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "application/zip", .contentLength: "\(byteCount)",
        .contentDisposition: FileResponse.disposition(name),
      ],
      body: ResponseBody(contentLength: byteCount) { writer in
        try await write { try await writer.write(ByteBuffer(bytes: $0)) }
        try await writer.finish(nil)
      })
  }

  func write(to put: ([UInt8]) async throws -> Void) async throws {
    for (member, file) in zip(members, files) {
      try await put(StoredZip.results.header(member))
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      var left = member.byteCount
      while left > 0 {
        guard let part = try handle.read(upToCount: min(left, Self.step)), !part.isEmpty else {
          throw TasksError(.dataLossError, "A result was removed while it was read.")
        }
        left -= part.count
        try await put(Array(part))
      }
    }
    try await put(StoredZip.results.directory(members, at: members.last?.end ?? 0))
  }

  private static func measure(_ file: URL) throws -> (Int, UInt32) {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var (size, checksum): (Int, UInt32) = (0, 0)
    while let part = try handle.read(upToCount: step), !part.isEmpty {
      size += part.count
      checksum = part.withUnsafeBytes { libdeflate_crc32(checksum, $0.baseAddress, $0.count) }
    }
    return (size, checksum)
  }
}
