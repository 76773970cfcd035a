import Foundation
import VisionCore

/// A file, or a changed copy of a part of one, mapped into memory. Pages are read on first access, and can be released.
/// `@unchecked Sendable` is safe because nothing writes to the bytes once `init` has returned, releasing pages changes
/// no byte, and only `deinit` unmaps them.
package final class FileMapping: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer

  private let pages: UnsafeMutableRawBufferPointer
  /// The range of the file; the bytes after it are in memory only.
  private let part: Range<Int>
  /// The indices of pages that differ from the file, ascending.
  private let changedPages: [Int]
  private let descriptor: Int32
  /// Whether the bytes after the part have a file too.
  private let hasTailFile = Locked(false)

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Maps a whole open file of a size above 0; nil, with the reason in `errno`, when the system refuses.
  package init?(descriptor: Int32, byteCount: Int) {
    guard let start = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { return nil }
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else {
      munmap(start, byteCount)
      return nil
    }
    (self.descriptor, part, changedPages) = (own, 0..<byteCount, [])
    pages = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    bytes = UnsafeRawBufferPointer(pages)
  }

  /// Maps a part of a mapped file again, or all of a changed copy, and writes over it. The file and the first mapping
  /// stay unchanged. Only the pages that are written use memory of their own.
  /// Numbers are written at their positions in the copy, then pieces at theirs. The copy has at least the size of the
  /// part, and the bytes after the part are 0. Nil for a part of a changed copy, and when the system refuses.
  package init?(
    changing file: FileMapping, range: Range<Int>, byteCount: Int, numbers: [(position: Int, value: UInt32)],
    pieces: [(position: Int, piece: BytePiece)]
  ) {
    guard file.changedPages.isEmpty || range == file.bytes.indices else { return nil }
    let first = file.part.lowerBound
    let part = file.changedPages.isEmpty ? first + range.lowerBound..<first + range.upperBound : file.part
    let lead = part.lowerBound % Self.pageSize
    let partEnd = lead + part.count
    let count = lead + byteCount
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    let placed = mmap(
      start, partEnd, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file.descriptor, off_t(part.lowerBound - lead))
    let own = placed == start ? fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0) : -1
    guard own >= 0 else {
      munmap(start, count)
      return nil
    }
    descriptor = own
    pages = UnsafeMutableRawBufferPointer(start: start, count: count)
    self.part = part
    let copy = UnsafeMutableRawBufferPointer(rebasing: pages[lead...])
    var changed = Set(file.changedPages)
    func note(_ position: Int, byteCount: Int) {
      changed.formUnion((lead + position) / Self.pageSize...(lead + position + byteCount - 1) / Self.pageSize)
    }
    for page in file.changedPages {
      let bytes = page * Self.pageSize..<min((page + 1) * Self.pageSize, file.pages.count)
      UnsafeMutableRawBufferPointer(rebasing: pages[bytes]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: file.pages[bytes]))
    }
    if byteCount > part.count {
      // The part's last page shows the file's next bytes; the pages after it are 0 from the start.
      let pageRest = min(
        byteCount, range.count + (Self.pageSize - (lead + range.count) % Self.pageSize) % Self.pageSize)
      UnsafeMutableRawBufferPointer(rebasing: copy[range.count..<pageRest])
        .initializeMemory(as: UInt8.self, repeating: 0)
      changed.formUnion(partEnd / Self.pageSize...(count - 1) / Self.pageSize)
    }
    for number in numbers {
      copy.storeBytes(of: number.value.littleEndian, toByteOffset: number.position, as: UInt32.self)
      note(number.position, byteCount: 4)
    }
    for (position, piece) in pieces where piece.byteCount > 0 {
      piece.write(to: copy[position...])
      note(position, byteCount: piece.byteCount)
    }
    changedPages = changed.sorted()
    bytes = UnsafeRawBufferPointer(copy)
  }

  deinit {
    munmap(pages.baseAddress, pages.count)
    close(descriptor)
  }

  /// Releases the pages of a range of `bytes` but those that differ from their file; they are read again on access.
  package func releasePages(of range: Range<Int>) {
    guard let base = pages.baseAddress, let start = bytes.baseAddress else { return }
    let lead = start - UnsafeRawPointer(base)
    let keptPages = hasTailFile.withLock { hasTailFile in
      if !hasTailFile { hasTailFile = Self.moveToFile(tail) }
      return hasTailFile ? changedPages.filter { $0 < firstTailPage } : changedPages
    }
    var first = (lead + range.lowerBound + Self.pageSize - 1) / Self.pageSize
    let end = (lead + range.upperBound) / Self.pageSize
    for changed in keptPages + [end] where changed >= first {
      let next = min(changed, end)
      if next > first { madvise(base + first * Self.pageSize, (next - first) * Self.pageSize, Int32(MADV_DONTNEED)) }
      first = changed + 1
    }
  }

  /// The index of the first page without bytes of the model's file.
  private var firstTailPage: Int {
    (part.lowerBound % Self.pageSize + part.count + Self.pageSize - 1) / Self.pageSize
  }

  /// The bytes after the part, in whole pages of their own.
  private var tail: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: pages.dropFirst(firstTailPage * Self.pageSize))
  }

  /// Moves memory to an unnamed file, so that its pages can be released; false if it is too small or that fails.
  private static func moveToFile(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
    guard memory.count >= minMovedByteCount, let start = memory.baseAddress else { return false }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("vision-\(UUID().uuidString)").path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    unlink(path)
    defer { close(file) }
    var written = 0
    while written < memory.count {
      let count = write(file, start + written, memory.count - written)
      guard count > 0 || count < 0 && errno == EINTR else { return false }
      written += max(count, 0)
    }
    return mmap(start, memory.count, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == start
  }

  private static let minMovedByteCount = 1 << 20
}

/// Memory that is immutable after `init`: a mapped file or an allocation.
/// `@unchecked Sendable` is safe because nothing writes to the bytes once `init` has returned, and only `deinit` frees
/// them.
package final class MemoryBlock: @unchecked Sendable {
  /// Allocations are aligned to a cache line, as the runtime requires of memory that it uses in place.
  package static let alignment = 64

  package let bytes: UnsafeRawBufferPointer
  package let mapping: FileMapping?

  package init(_ mapping: FileMapping) { (bytes, self.mapping) = (mapping.bytes, mapping) }

  /// Allocates `count` bytes, zeroed, and lets `fill` write them.
  package init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: Self.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let used = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount))
    fill(used)
    (bytes, mapping) = (UnsafeRawBufferPointer(used), nil)
  }

  deinit { if mapping == nil { UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.deallocate() } }
}
