internal import CFFmpeg

struct CameraDevice: CustomStringConvertible {
  static let testSourcePrefix = "lavfi:"

  #if os(macOS)
    static let systemFormat = "avfoundation"
    static let systemDefault = "default"
  #else
    static let systemFormat = "v4l2"
    static let systemDefault = "/dev/video0"
  #endif

  let name, format: String

  init(_ device: String) {
    let isTest = device.hasPrefix(Self.testSourcePrefix)
    name = isTest ? String(device.dropFirst(Self.testSourcePrefix.count)) : device
    format = isTest ? "lavfi" : Self.systemFormat
  }

  var description: String { format == "lavfi" ? "The test source \"\(name)\"" : "The camera \"\(name)\"" }

  /// Checks the device file for a clearer error than FFmpeg's.
  func check() throws {
    guard format == "v4l2" else { return }
    var status = stat()
    guard stat(name, &status) == 0 else { throw error(-errno) }
    guard status.st_mode & S_IFMT == S_IFCHR else {
      throw TasksError.invalidArgument("\"\(name)\" is not a camera; give a device such as /dev/video0.")
    }
    guard access(name, R_OK | W_OK) == 0 else { throw error(-errno) }
  }

  func input(_ options: CameraOptions) throws -> LiveInput {
    try DeviceLibrary.load()
    guard let format = av_find_input_format(format) else {
      throw TasksError.unimplemented(
        "The installed FFmpeg was built without \"\(format)\", which opens \(name); install another.")
    }
    return LiveInput(
      address: name, format: format, options: options.settings(forFormat: self.format),
      openTimeout: options.openTimeout, readTimeout: options.readTimeout, polls: self.format != "lavfi")
  }

  func error(_ status: Int32) -> TasksError {
    switch -status {
    case ENOENT, ENODEV, ENXIO:
      TasksError.notFound("\(self) does not exist; check that it is plugged in, and its name.")
    case EACCES, EPERM:
      TasksError.permissionDenied(
        "\(self) must not be used by this user; on Linux join the group \"video\", on macOS allow it in the settings.")
    case EBUSY: TasksError(.unavailableError, "\(self) is in use by another program; close that first.")
    case EINVAL, ENOTTY:
      FFmpegError.error(
        "\(self) is no camera, or does not offer what the options ask for", status, .invalidArgumentError)
    default: FFmpegError.error("\(self) cannot be opened", status, .unavailableError)
    }
  }
}
