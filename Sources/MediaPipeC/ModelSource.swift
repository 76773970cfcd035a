import CMediaPipe
import Foundation
import VisionCore

/// The model of base options as a path that can be opened while this value lives: of the file, of the descriptor, or of
/// a copy of the bytes.
struct ModelSource: ~Copyable {
  let path: String
  private let ownedDescriptor: Int32?

  init(_ options: MpBaseOptions) throws {
    // In MediaPipe's order.
    if let bytes = options.model_asset_buffer, options.model_asset_buffer_count > 0 {
      let descriptor = try Self.file(
        with: UnsafeRawBufferPointer(start: bytes, count: Int(options.model_asset_buffer_count)))
      (path, ownedDescriptor) = (.path(ofDescriptor: descriptor), descriptor)
    } else if let path = options.model_asset_path, path.pointee != 0 {
      (self.path, ownedDescriptor) = (String(cString: path), nil)
    } else if options.file_descriptor > 0 {
      (path, ownedDescriptor) = (.path(ofDescriptor: options.file_descriptor), nil)
    } else {
      throw TasksError.invalidArgument(
        "The base options have no model; set model_asset_path, model_asset_buffer or file_descriptor.")
    }
  }

  deinit { if let ownedDescriptor { close(ownedDescriptor) } }

  /// What opens the file. The error of a folder and of a file without bytes is internal, as MediaPipe's: in Python
  /// RuntimeError.
  func opening<Value>(_ open: () throws -> Value) throws -> Value {
    do { return try open() } catch let error as TasksError where error.code == .invalidArgumentError && hasNoBytes {
      throw TasksError(.internalError, error.message)
    }
  }

  private var hasNoBytes: Bool {
    var status = stat()
    return stat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFDIR || status.st_size == 0)
  }

  /// An empty file without a name: on Linux in memory, for systems without a writable folder and models that no disk
  /// should have.
  private static func unnamedFile() -> Int32 {
    #if os(Linux)
      // Swift's module of the C library does not have it, and a filter of system calls may refuse it.
      typealias Create = @convention(c) (_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
      let closesOnExec: UInt32 = 1
      if let create = dlsym(nil, "memfd_create") {
        let descriptor = unsafeBitCast(create, to: Create.self)("model", closesOnExec)
        if descriptor >= 0 { return descriptor }
      }
    #endif
    var name = Array((NSTemporaryDirectory() + "model.XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    return descriptor
  }

  /// A file that has a copy of the bytes.
  private static func file(with bytes: UnsafeRawBufferPointer) throws -> Int32 {
    let descriptor = unnamedFile()
    var written = 0
    while descriptor >= 0, written < bytes.count {
      let count = write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    guard written == bytes.count else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw TasksError(
        .resourceExhaustedError,
        "The model's \(bytes.count.counted("byte")) cannot be kept: \(reason). Give model_asset_path instead.")
    }
    return descriptor
  }
}
