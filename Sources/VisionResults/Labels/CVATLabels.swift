import Foundation
import VisionCore

extension OutputFileKind {
  package static let cvat = OutputFileKind(
    name: "cvat", title: "CVAT",
    contents: "the objects in CVAT's XML 1.1: images.xml, and a file per video in videos with its tracks",
    mediaType: "application/zip", ending: "cvat", isFolder: true, labels: CVATLabels.self)
}

/// CVAT XML 1.1: `images.xml` for all images, and `videos/VIDEO.xml` for each video, since a video is a task of its
/// own. Objects with an ID are tracks, others are shapes of their frame. What has keypoints is a skeleton. CVAT's raw
/// constructor takes `labels.json`, so that a task has these labels before the import.
///
/// Source: CVAT's documentation of its XML format.
package struct CVATLabels: LabelWriter {
  /// A track, which is written when the video has ended.
  private struct Track {
    /// The number under which its shapes are kept.
    let key: Int
    /// How often it had each label: a detector may change its mind.
    var labels: [String: Int]
    var lastFrame: Int
    var last: LabelObject
  }

  private static let (imagesKey, framesKey) = (0, 1)

  private var scheme: LabelScheme
  private var imageCount = 0
  private var hasLabels = false

  private var video: LabelFrame.Video?
  private var frameCount = 0
  private var hasFrames = false
  private var tracks: [Int: Track] = [:]

  package init(_ scheme: LabelScheme) { self.scheme = scheme }

  package static func file(of name: String, isVideo: Bool) -> String? { isVideo ? "videos/\(name).xml" : nil }

  package mutating func add(_ objects: [LabelObject], of frame: LabelFrame) throws -> [LabelStep] {
    var isNew = !hasLabels
    hasLabels = true
    for object in objects where scheme.learn(object.best) { isNew = true }
    var steps = isNew ? try labels : []
    guard let video = frame.video else {
      steps.append(.keep(image(objects, of: frame, number: imageCount, name: frame.name), under: Self.imagesKey))
      imageCount += 1
      return steps
    }
    self.video = video
    frameCount = frame.index + 1
    var ids: Set<Int> = []
    var shapes: [LabelObject] = []
    for object in objects {
      guard let id = object.trackingID, ids.insert(id).inserted else {
        shapes.append(object)
        continue
      }
      steps += add(object, id, at: frame.index)
    }
    if !shapes.isEmpty {
      hasFrames = true
      let name = frame.source.lastPathPart
      // CVAT finds a video's frames by such names.
      let found = name == frame.index.frameDigits + ".jpg" ? "frame_" + frame.index.frameDigits : name
      steps.append(.keep(image(shapes, of: frame, number: frame.index, name: found), under: Self.framesKey))
    }
    return steps
  }

  private mutating func add(_ object: LabelObject, _ id: Int, at frame: Int) -> [LabelStep] {
    var steps: [LabelStep] = []
    var track =
      tracks[id] ?? Track(key: Self.framesKey + 1 + tracks.count, labels: [:], lastFrame: frame, last: object)
    if frame > track.lastFrame + 1 { steps.append(.keep(Self.end(of: track), under: track.key)) }
    track.labels[object.best.name, default: 0] += 1
    (track.lastFrame, track.last) = (frame, object)
    tracks[id] = track
    return steps + [.keep(Self.shape(object, frame: frame, isOutside: false), under: track.key)]
  }

  package mutating func endVideo() throws -> [LabelStep] {
    guard let video else { return [] }
    let path = "videos/\(video.name).xml"
    let head = try head(name: video.source, count: frameCount, isVideo: !tracks.isEmpty, size: video.size)
    var steps: [LabelStep] = [.write(head, to: path)]
    if hasFrames { steps.append(.release(Self.framesKey, to: path)) }
    for (id, track) in tracks.sorted(by: { $0.value.key < $1.value.key }) {
      let label = track.labels.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      steps.append(.write("  <track id=\"\(id)\" label=\"\(LabelText.xml(label))\" source=\"auto\">\n", to: path))
      steps.append(.release(track.key, to: path))
      let end = track.lastFrame + 1 < frameCount ? Self.end(of: track) : ""
      steps.append(.write(end + "  </track>\n", to: path))
    }
    (self.video, frameCount, hasFrames, tracks) = (nil, 0, false, [:])
    return steps + [.write("</annotations>\n", to: path), .close(path)]
  }

  package mutating func finish() throws -> [LabelStep] {
    let steps = try endVideo() + (hasLabels ? [] : labels)
    guard imageCount > 0 else { return steps }
    let path = "images.xml"
    return steps + [
      .write(try head(name: "images", count: imageCount, isVideo: false, size: nil), to: path),
      .release(Self.imagesKey, to: path), .write("</annotations>\n", to: path), .renew(path),
    ]
  }

  // MARK: - Shapes

  private func image(_ objects: [LabelObject], of frame: LabelFrame, number: Int, name: String) -> String {
    "  <image id=\"\(number)\" name=\"\(LabelText.xml(name))\" width=\"\(frame.size.width)\""
      + " height=\"\(frame.size.height)\">\n" + objects.map { Self.shape($0, frame: nil) }.joined() + "  </image>\n"
  }

  /// The frame after a track's last one, in which its object is no longer.
  private static func end(of track: Track) -> String {
    shape(track.last, frame: track.lastFrame + 1, isOutside: true)
  }

  /// A box or a skeleton: of an image with its label, of a track with its frame.
  private static func shape(_ object: LabelObject, frame: Int?, isOutside: Bool = false) -> String {
    let start = frame.map { "frame=\"\($0)\"" } ?? "label=\"\(LabelText.xml(object.best.name))\" source=\"auto\""
    let key = frame == nil ? "" : " keyframe=\"1\""
    let outside = frame == nil ? "" : " outside=\"\(isOutside ? 1 : 0)\""
    let score = "      <attribute name=\"score\">\(LabelText.score(object.best.score))</attribute>\n"
    guard let keypoints = object.keypoints, let layout = object.layout else {
      let corners = [("xtl", object.left), ("ytl", object.top), ("xbr", object.right), ("ybr", object.bottom)]
        .map { " \($0)=\"\(LabelText.number($1))\"" }.joined()
      return "    <box \(start)\(key)\(outside) occluded=\"0\"\(corners) z_order=\"0\">\n\(score)    </box>\n"
    }
    let center = ((object.left + object.right) / 2, (object.top + object.bottom) / 2)
    let points = zip(layout.names, keypoints).map { name, point in
      let isAbsent = point.visibility == .absent
      // A point needs a place, also one that is nowhere.
      let place = isAbsent ? center : (point.x, point.y)
      return "      <points label=\"\(LabelText.xml(name))\" source=\"auto\"\(key)"
        + " outside=\"\(isAbsent || isOutside ? 1 : 0)\" occluded=\"\(point.visibility == .hidden ? 1 : 0)\""
        + " points=\"\(LabelText.number(place.0)),\(LabelText.number(place.1))\"></points>\n"
    }
    return "    <skeleton \(start)\(key)\(outside) z_order=\"0\">\n\(points.joined())\(score)    </skeleton>\n"
  }

  // MARK: - Labels

  private func head(name: String, count: Int, isVideo: Bool, size: FrameSize?) throws -> String {
    let labels = scheme.sortedNames.map { number, name in
      let layout = scheme.layout(of: number)
      let points = (layout?.names ?? []).map {
        "        <label><name>\(LabelText.xml($0))</name><type>points</type><attributes></attributes>"
          + "<parent>\(LabelText.xml(name))</parent></label>\n"
      }
      return
        "        <label><name>\(LabelText.xml(name))</name><type>\(layout == nil ? "rectangle" : "skeleton")</type>"
        + "<attributes><attribute><name>score</name><mutable>True</mutable><input_type>text</input_type>"
        + "<default_value></default_value><values></values></attribute></attributes>"
        + (layout.map { "<svg>\(LabelText.xml($0.svg))</svg>" } ?? "") + "</label>\n" + points.joined()
    }
    let size = size.map {
      "      <original_size><width>\($0.width)</width><height>\($0.height)</height></original_size>\n"
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <annotations>
        <version>1.1</version>
        <meta>
          <task>
            <name>\(LabelText.xml(name))</name>
            <size>\(count)</size>
            <mode>\(isVideo ? "interpolation" : "annotation")</mode>
            <labels>
      \(labels.joined())      </labels>
      \(size ?? "")    </task>
        </meta>

      """
  }

  private struct Attribute: Encodable {
    let name = "score"
    let mutable = true
    let inputType = "text"
    let defaultValue = ""
    let values = [""]
  }

  private struct Label: Encodable {
    let name, type: String
    var attributes: [Attribute] = []
    var svg: String?
    var sublabels: [Label]?
  }

  private var labels: [LabelStep] {
    get throws {
      let labels = scheme.sortedNames.map { number, name in
        guard let layout = scheme.layout(of: number) else {
          return Label(name: name, type: "rectangle", attributes: [Attribute()])
        }
        return Label(
          name: name, type: "skeleton", attributes: [Attribute()], svg: layout.svg,
          sublabels: layout.names.map { Label(name: $0, type: "points") })
      }
      return [.write(try LabelText.json(labels) + "\n", to: "labels.json"), .renew("labels.json")]
    }
  }
}

extension KeypointLayout {
  /// The drawing by which CVAT knows a skeleton: its points on a circle, since their places are those of the shapes.
  fileprivate var svg: String {
    func place(_ index: Int) -> (x: String, y: String) {
      let angle = 2 * Double.pi * Double(index) / Double(names.count)
      return (LabelText.number(50 + 45 * sin(angle)), LabelText.number(50 - 45 * cos(angle)))
    }
    let edges = lines.map { line in
      let (start, end) = (place(line[0]), place(line[1]))
      return "<line x1=\"\(start.x)\" y1=\"\(start.y)\" x2=\"\(end.x)\" y2=\"\(end.y)\" stroke=\"black\""
        + " data-type=\"edge\" data-node-from=\"\(line[0] + 1)\" data-node-to=\"\(line[1] + 1)\""
        + " stroke-width=\"0.5\"></line>"
    }
    let nodes = names.enumerated().map { index, name in
      let (x, y) = place(index)
      return "<circle r=\"0.75\" cx=\"\(x)\" cy=\"\(y)\" stroke=\"black\" fill=\"#b3b3b3\" stroke-width=\"0.1\""
        + " data-type=\"element node\" data-element-id=\"\(index + 1)\" data-node-id=\"\(index + 1)\""
        + " data-label-name=\"\(LabelText.xml(name))\"></circle>"
    }
    return (edges + nodes).joined()
  }
}
