import CMediaPipe
import Foundation
import VisionCore

/// The model of base options as a path that can be opened while this value lives: of the file, of the descriptor, or of
/// a copy of the bytes.
struct ModelSource: ~Copyable {
  let path: String
  /// The field that has the model, where it is not the path: what messages name in its place.
  private let field: String?
  private let ownedDescriptor: Int32?

  init(_ options: MpBaseOptions) throws {
    // In MediaPipe's order.
    if let bytes = options.model_asset_buffer, options.model_asset_buffer_count > 0 {
      let descriptor = try Self.file(
        with: UnsafeRawBufferPointer(start: bytes, count: Int(options.model_asset_buffer_count)))
      (path, field, ownedDescriptor) = (.path(ofDescriptor: descriptor), "model_asset_buffer", descriptor)
    } else if let path = options.model_asset_path, path.pointee != 0 {
      (self.path, field, ownedDescriptor) = (String(cString: path), nil, nil)
    } else if options.file_descriptor > 0 {
      let descriptor = options.file_descriptor
      guard fcntl(descriptor, F_GETFD) >= 0 else {
        throw TasksError.invalidArgument(
          "file_descriptor is \(descriptor), which is not open; give one of an open file.")
      }
      (path, field, ownedDescriptor) = (.path(ofDescriptor: descriptor), "file_descriptor \(descriptor)", nil)
    } else {
      throw TasksError.invalidArgument(
        "The base options have no model; set model_asset_path, model_asset_buffer or file_descriptor.")
    }
  }

  deinit { if let ownedDescriptor { close(ownedDescriptor) } }

  /// What opens the file. The error of a folder and of a file without bytes is internal, as MediaPipe's: in Python
  /// RuntimeError.
  func opening<Value>(_ open: () throws -> Value) throws -> Value {
    do { return try open() } catch let error as TasksError {
      let isInternal = error.code == .invalidArgumentError && hasNoBytes
      throw TasksError(isInternal ? .internalError : error.code, named(error.message))
    }
  }

  /// A message that names the field in the place of the path by which the model was opened.
  private func named(_ message: String) -> String {
    guard let field else { return message }
    let start = "Model \(path.lastPathPart)"
    let text = message.hasPrefix(start) ? "Model \(field)" + message.dropFirst(start.count) : message
    return text.replacing(path, with: field)
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
      let reason = FileFailure().text
      if descriptor >= 0 { close(descriptor) }
      throw TasksError(
        .resourceExhaustedError,
        "The model's \(bytes.count.counted("byte")) cannot be kept: \(reason). Give model_asset_path instead.")
    }
    return descriptor
  }
}
