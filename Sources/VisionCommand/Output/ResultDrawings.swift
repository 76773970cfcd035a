import VisionMedia

/// Makes the images that a `DrawingSink` writes.
protocol ResultDrawing {
  mutating func image(of result: InputResult) throws -> ImageBuffer
  /// Begins a video, or images that are not the frames of the one before.
  mutating func beginVideo() throws
  /// The name of an input's file in a folder.
  func name(for input: String, isVideo: Bool) -> String
}

extension ResultDrawing {
  func name(for input: String, isVideo: Bool) -> String { AnnotationNames.name(for: input, isVideo: isVideo) }
}

/// The images with the results drawn on them, `--annotate`.
struct AnnotationDrawing: ResultDrawing {
  private var drawing = VideoDrawing()

  mutating func beginVideo() { drawing = VideoDrawing() }

  mutating func image(of result: InputResult) throws -> ImageBuffer {
    try drawing.drawn(
      result.output, on: result.frame.image,
      timestampInMilliseconds: result.isVideo ? result.frame.timestampInMilliseconds : nil)
  }
}

/// The images with another background, `--cutout`.
struct CutoutDrawing: ResultDrawing {
  private let request: CutoutRequest
  private let cutout: Cutout

  init(_ request: CutoutRequest) throws {
    self.request = request
    cutout = Cutout(background: try request.background.opened())
  }

  func beginVideo() throws {
    guard request.background == .transparent else { return }
    throw TasksError.invalidArgument("--cutout needs --background for a video, which has no alpha.")
  }

  func image(of result: InputResult) throws -> ImageBuffer {
    let image = result.frame.image
    guard let mask = try result.output.foreground(keeping: request.classes) else {
      throw TasksError.internalFailure("The result has no masks to cut out.")
    }
    return try cutout.draw(image, foreground: mask)
  }

  func name(for input: String, isVideo: Bool) -> String { request.name(for: input, isVideo: isVideo) }
}

/// What `--cutout`, `--background` and `--keep` ask for.
struct CutoutRequest {
  enum Background: Hashable {
    case transparent, blur
    case color(UInt32)
    case image(String)
  }

  let path: String
  let background: Background
  let classes: [String]?

  init(path: String, background: String?, classes: [String]?) throws(TasksError) {
    (self.path, self.classes) = (path, classes)
    self.background = try Background(background)
    guard self.background != .transparent || !["jpg", "jpeg", "mp4", "m4v"].contains(path.fileExtension.lowercased())
    else {
      throw .invalidArgument("--cutout names \(path), which has no alpha; add --background, or name a PNG file.")
    }
  }

  /// The name of an input's file in a folder: only PNGs have alpha.
  func name(for input: String, isVideo: Bool) -> String {
    background != .transparent || input.fileExtension.lowercased() == "png"
      ? AnnotationNames.name(for: input, isVideo: isVideo) : input + ".png"
  }
}

extension CutoutRequest.Background {
  private static let colors: [String: UInt32] = [
    "black": 0, "white": 0xFFFFFF, "gray": 0x808080, "red": 0xE0_20_20, "green": 0x00B1_40, "blue": 0x0047_BB,
  ]

  /// Reads `blur`, the name of a colour, `#RRGGBB`, or the path of an image.
  init(_ text: String?) throws(TasksError) {
    switch text {
    case nil: self = .transparent
    case "blur": self = .blur
    case let text? where text.hasPrefix("#"):
      guard text.count == 7, let color = UInt32(text.dropFirst(), radix: 16) else {
        throw .invalidArgument("--background is \(text); a colour has six digits, such as #00B140.")
      }
      self = .color(color)
    case let text?: self = Self.colors[text].map { .color($0) } ?? .image(text)
    }
  }

  func opened() throws -> Cutout.Background {
    switch self {
    case .transparent: return .transparent
    case .blur: return .blur
    case .color(let color): return .color(DrawingColor(rgb: color))
    case .image(let path):
      do {
        return .image(try ImageFile.read(contentsOfFile: path))
      } catch let error as TasksError {
        let known = Self.colors.keys.sorted().joined(separator: ", ")
        throw TasksError(
          error.code, "--background: \(error.message) It takes blur, a colour (\(known) or #RRGGBB) or an image file.")
      }
    }
  }
}
