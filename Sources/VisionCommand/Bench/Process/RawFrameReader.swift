import Foundation
import VisionTasks

/// Reads frames from a file of RGB bytes into one reused buffer, so that frames do not add to the measured memory.
final class RawFrameReader {
  private let file: FileHandle
  private let width: Int
  private let height: Int
  private let buffer: UnsafeMutableRawBufferPointer

  init(path: String, width: Int, height: Int) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw TasksError.notFound("The scratch file \(path) does not exist.")
    }
    self.file = file
    self.width = width
    self.height = height
    buffer = .allocate(byteCount: width * height * 3, alignment: 64)
  }

  deinit { buffer.deallocate() }

  /// The frame at `index`; valid until the next call.
  func read(_ index: Int) throws -> MPImage {
    guard pread(file.fileDescriptor, buffer.baseAddress, buffer.count, off_t(index * buffer.count)) == buffer.count,
      let start = buffer.baseAddress
    else { throw TasksError(.dataLossError, "The scratch file ends before frame \(index).") }
    return try MPImage(
      imageBuffer: ImageBuffer(
        borrowing: start, width: width, height: height, bytesPerRow: width * 3, format: .rgb, release: {}))
  }
}
