/// What the code that the page shows works on.
package enum CodeInput: Sendable, Hashable {
  case camera
  case picture(name: String)
  case video(name: String)
}

extension CodeInput: Decodable {
  private enum CodingKeys: String, CodingKey {
    case kind, name
  }

  /// Reads `{"kind": "camera" | "picture" | "video", "name": …}`; without a name a usual one stands for
  /// it. The name is only shown, so folders and what ends a line are left out.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .name).map(FileName.plain)
    switch try container.decode(String.self, forKey: .kind) {
    case "picture": self = .picture(name: name ?? "picture.jpg")
    case "video": self = .video(name: name ?? "video.mp4")
    default: self = .camera
    }
  }
}
