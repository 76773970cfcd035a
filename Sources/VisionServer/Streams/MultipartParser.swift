import NIOCore
import VisionHTTP

/// Splits a multipart body into its parts as it arrives (RFC 2046, section 5.1). Cameras, and FFmpeg's muxer `mpjpeg`,
/// send frames so. Each part states its length, so that no frame is searched for the boundary.
struct MultipartParser {
  enum Element: Hashable {
    case header(PartHeader)
    case body(ByteBuffer)
  }

  private enum State {
    case delimiter
    case header(PartHeader.Fields)
    case body(length: Int)
    case end
  }

  /// The maximum length of a line, and of all headers of a part, in bytes.
  static let headerLength = 4096

  private let boundary: MultipartBoundary
  private let partLength: Int
  private var state = State.delimiter
  private var bytes = ByteBuffer()
  /// The bytes of empty lines before the next delimiter.
  private var emptyCount = 0
  /// How many of the bytes have no line end, so that a line in many small chunks is searched once.
  private var searchedCount = 0

  init(boundary: MultipartBoundary, partLength: Int) { (self.boundary, self.partLength) = (boundary, partLength) }
  var pendingBytes: Int { bytes.readableBytes }

  mutating func append(_ more: ByteBuffer) {
    if case .end = state { return }
    bytes.writeImmutableBuffer(more)
  }

  /// The next element; nil when further bytes are needed. The parser cannot go on after an error.
  mutating func next() throws(TasksError) -> Element? {
    while true {
      switch state {
      case .delimiter:
        guard let line = try line() else { return nil }
        try passDelimiter(line)
      case .header(var fields):
        guard let line = try line() else { return nil }
        if line.isEmpty {
          let header = try fields.header(partLength: partLength)
          state = .body(length: header.length)
          // Pages that nothing was written to take no memory.
          bytes.reserveCapacity(minimumWritableBytes: max(header.length - bytes.readableBytes, 0))
          return .header(header)
        }
        try fields.add(line)
        state = .header(fields)
      case .body(let length):
        guard let body = bytes.readSlice(length: length) else { return nil }
        // The rest is a copy, so that the body is not copied when more is written after it.
        bytes = ByteBuffer(bytes: bytes.readableBytesView)
        state = .delimiter
        return .body(body)
      case .end:
        bytes.clear()
        return nil
      }
    }
  }

  mutating func finish() throws(TasksError) {
    switch state {
    case .end: return
    case .delimiter:
      // The last line need not have an end.
      bytes.writeInteger(UInt8(ascii: "\n"))
      while case .delimiter = state, let line = try line() { try passDelimiter(line) }
    case .header(let fields) where fields.isEmpty && bytes.readableBytes == 0: return
    case .header, .body: throw TasksError(.dataLossError, "The body ends within a frame.")
    }
  }

  private mutating func passDelimiter(_ line: String) throws(TasksError) {
    switch line {
    // The line feed after a part's body, and a few more.
    case "":
      guard emptyCount <= Self.headerLength else {
        throw TasksError.invalidArgument("The body has over \(Self.headerLength) bytes of empty lines between frames.")
      }
    case boundary.delimiter:
      emptyCount = 0
      state = .header(PartHeader.Fields())
    case boundary.end: state = .end
    default:
      throw TasksError.invalidArgument(
        "The body has \"\(line.prefix(32))\" where \(boundary.delimiter) should be; is a frame's Content-Length right?")
    }
  }

  /// The next line, without its end and white space before that; nil when it is incomplete.
  private mutating func line() throws(TasksError) -> String? {
    let view = bytes.readableBytesView.prefix(Self.headerLength)
    guard let end = view.dropFirst(searchedCount).firstIndex(of: UInt8(ascii: "\n")) else {
      searchedCount = view.count
      guard view.count < Self.headerLength else {
        throw TasksError.invalidArgument(
          "The body has a line of over \(Self.headerLength) bytes where a frame should begin.")
      }
      return nil
    }
    let line = view[..<end]
    searchedCount = 0
    bytes.moveReaderIndex(forwardBy: line.count + 1)
    if case .delimiter = state { emptyCount += line.count + 1 }
    var text = Substring(decoding: line, as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

struct MultipartBoundary: Sendable, Hashable {
  private static let maxLength = 70
  private static let characters = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=?")

  let delimiter: String
  var end: String { delimiter + "--" }

  /// Reads a header's value, such as `multipart/x-mixed-replace; boundary=frame`; nil without a valid boundary.
  init?(mediaType: String) {
    let fields = mediaType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard fields.first?.lowercased().hasPrefix("multipart/") == true,
      let field = fields.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let name = field.dropFirst("boundary=".count).trimmingCharacters(in: ["\""])
    guard (1...Self.maxLength).contains(name.count), name.allSatisfy(Self.characters.contains) else { return nil }
    // Some cameras count the hyphens before each part as the boundary's own.
    delimiter = name.hasPrefix("--") ? name : "--" + name
  }
}

struct PartHeader: Sendable, Hashable {
  let length: Int
  let time: FrameTime?

  struct Fields {
    private var length, timestamp: String?
    private var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    mutating func add(_ line: String) throws(TasksError) {
      byteCount += line.utf8.count
      guard byteCount <= MultipartParser.headerLength else {
        throw TasksError.invalidArgument("A frame has over \(MultipartParser.headerLength) bytes of headers.")
      }
      guard let colon = line.firstIndex(of: ":") else {
        throw TasksError.invalidArgument("A frame has \"\(line.prefix(32))\" among its headers; a header has a colon.")
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon].lowercased() {
      case "content-length": length = value
      case "x-timestamp": timestamp = value
      default: break
      }
    }

    func header(partLength limit: Int) throws(TasksError) -> PartHeader {
      guard let text = length, let length = Int(text), length >= 0 else {
        throw TasksError.invalidArgument("A frame has no Content-Length; each part of the body needs one.")
      }
      guard length <= limit else {
        throw TasksError.outOfRange("A frame has \(length) bytes; the maximum is \(limit).")
      }
      return PartHeader(length: length, time: try timestamp.map(FrameTime.init(seconds:)))
    }
  }
}
