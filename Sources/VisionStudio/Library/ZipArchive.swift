internal import CDeflate
import Foundation
import Hummingbird
import NIOCore
import VisionCore

/// Files as one zip archive, streamed as they are: videos and PNGs do not shrink, and nothing is stored twice.
/// Sizes and checksums stand before the data, for readers of streams. The directory has the 64-bit form where the counts
/// need it (APPNOTE 6.3.10, 4.3.14). A library for this would be one more to load, package and patch.
struct ZipArchive: Sendable {
  struct Member: Sendable {
    var name: String
    let file: URL
  }

  private struct Entry {
    let name: [UInt8]
    let file: URL
    let size: Int
    let checksum: UInt32
    let offset: Int
  }

  private static let step = 262_144
  private static let flags: UInt16 = 1 << 11
  /// The first day that the format has, so that equal results are equal archives.
  private static let date: UInt16 = 1 << 5 | 1

  private let entries: [Entry]
  let byteCount: Int

  /// Reads every file once for its checksum; blocks.
  init(_ members: [Member]) throws {
    var entries: [Entry] = []
    var offset = 0
    for member in members {
      let (size, checksum) = try Self.measure(member.file)
      guard size < Int(UInt32.max) else {
        throw TasksError.outOfRange("\(member.name) is too large for an archive; save it by itself.")
      }
      let entry = Entry(
        name: Array(member.name.utf8), file: member.file, size: size, checksum: checksum, offset: offset)
      entries.append(entry)
      offset += 30 + entry.name.count + size
    }
    self.entries = entries
    byteCount = offset + Self.directory(entries, at: offset).count
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
    for entry in entries {
      try await put(Self.head(entry))
      let handle = try FileHandle(forReadingFrom: entry.file)
      defer { try? handle.close() }
      var left = entry.size
      while left > 0 {
        guard let part = try handle.read(upToCount: min(left, Self.step)), !part.isEmpty else {
          throw TasksError(.dataLossError, "A result was removed while it was read.")
        }
        left -= part.count
        try await put(Array(part))
      }
    }
    try await put(Self.directory(entries, at: entries.last.map { $0.offset + 30 + $0.name.count + $0.size } ?? 0))
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

  /// Version, flags, method (stored), time, date, checksum and sizes, which head and directory share.
  private static func facts(_ entry: Entry) -> [UInt8] {
    bytes(20 as UInt16) + bytes(flags) + bytes(0 as UInt16) + bytes(0 as UInt16) + bytes(date) + bytes(entry.checksum)
      + bytes(UInt32(entry.size)) + bytes(UInt32(entry.size)) + bytes(UInt16(entry.name.count))
  }

  private static func head(_ entry: Entry) -> [UInt8] {
    bytes(0x0403_4b50 as UInt32) + facts(entry) + bytes(0 as UInt16) + entry.name
  }

  private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
    var directory: [UInt8] = []
    for entry in entries {
      let isFar = entry.offset >= Int(UInt32.max)
      // An offset beyond 32 bits stands in an extra field (tag 1, eight bytes).
      let extra = isFar ? bytes(1 as UInt16) + bytes(8 as UInt16) + bytes(UInt64(entry.offset)) : []
      directory += bytes(0x0201_4b50 as UInt32) + bytes(45 as UInt16) + facts(entry) + bytes(UInt16(extra.count))
      // No comment, first disk, no attributes inside; a plain file that its owner may write.
      directory += bytes(0 as UInt16) + bytes(0 as UInt16) + bytes(0 as UInt16) + bytes(0o100644 << 16 as UInt32)
      directory += bytes(isFar ? UInt32.max : UInt32(entry.offset)) + entry.name + extra
    }
    let size = directory.count
    if entries.count >= Int(UInt16.max) || start + size >= Int(UInt32.max) {
      let end = start + size
      directory += bytes(0x0606_4b50 as UInt32) + bytes(44 as UInt64) + bytes(45 as UInt16) + bytes(45 as UInt16)
      directory += bytes(0 as UInt32) + bytes(0 as UInt32) + bytes(UInt64(entries.count)) + bytes(UInt64(entries.count))
      directory += bytes(UInt64(size)) + bytes(UInt64(start))
      directory += bytes(0x0706_4b50 as UInt32) + bytes(0 as UInt32) + bytes(UInt64(end)) + bytes(1 as UInt32)
    }
    let count = UInt16(clamping: entries.count)
    return directory + bytes(0x0605_4b50 as UInt32) + bytes(0 as UInt32) + bytes(count) + bytes(count)
      + bytes(UInt32(clamping: size)) + bytes(UInt32(clamping: start)) + bytes(0 as UInt16)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
