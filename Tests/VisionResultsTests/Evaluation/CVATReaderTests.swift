import Foundation
import TestSupport
import Testing
import VisionCore
import VisionResults

@testable import VisionEvaluation

@Suite("Labels in CVAT's format")
struct CVATReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ body: String, images: String? = nil) throws -> LabelSource {
    let xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<annotations><version>1.1</version>\(body)</annotations>"
    return try LabelSource.read(LabelPlace(path: try folder.write(xml, "annotations.xml"), images: images))
  }

  @Test("Boxes, skeletons and tags of images")
  func images() throws {
    let source = try read(
      """
      <meta><task><labels><label><name>person</name><type>skeleton</type></label>
      <label><name>left_eye</name><type>points</type><parent>person</parent></label>
      <label><name>nose</name><type>points</type><parent>person</parent></label>
      <label><name>cat &amp; dog</name></label></labels></task></meta>
      <image id="0" name="a.jpg" width="100" height="50">
        <box label="cat &amp; dog" xtl="1.5" ytl="2" xbr="11.5" ybr="12" occluded="0"><attribute name="x">y</attribute></box>
        <skeleton label="person"><points label="nose" outside="0" points="5,6"/><points label="left_eye" outside="1" points="9,9"/></skeleton>
        <polygon label="cat &amp; dog" points="1,1;2,2;3,1"/>
        <box label="cat &amp; dog" xtl="5" ytl="2" xbr="1" ybr="12"/>
      </image>
      <image id="1" name="../b.jpg" width="1" height="1"><tag label="person"></tag></image>
      """)
    let set = source.labels
    #expect(set.categories.map(\.name) == ["person", "cat & dog"])
    #expect(set.categories[0].keypoints == ["left_eye", "nose"])
    #expect(set.images[0].objects.count == 2)
    #expect(set.images[0].objects[0].box == LabelBox(x: 1.5, y: 2, width: 10, height: 10))
    let points = try #require(set.images[0].objects[1].keypoints)
    #expect(points.map(\.isLabelled) == [false, true])
    #expect(points[1].position == SIMD2(5, 6))
    #expect(set.problems.kinds.map(\.what) == ["shapes that are not evaluated", "boxes that are no boxes"])
    #expect(set.problems.kinds[0].examples == ["polygon in a.jpg"])
    #expect(set.images[1].refusal != nil && set.images[1].classes == [0])
  }

  @Test("A track's boxes: between key frames in between, none while it is outside")
  func tracks() throws {
    func box(_ frame: Int, _ x: Int, _ outside: Int) -> String {
      "<box frame=\"\(frame)\" keyframe=\"1\" outside=\"\(outside)\" xtl=\"\(x)\" ytl=\"0\" xbr=\"\(x + 10)\" ybr=\"10\"/>"
    }
    let source = try read(
      """
      <meta><task><size>8</size><start_frame>0</start_frame><stop_frame>7</stop_frame><source>clip.mp4</source></task></meta>
      <track id="0" label="car">\(box(1, 0, 0))\(box(3, 20, 0))\(box(5, 40, 1))\(box(6, 50, 0))</track>
      """)
    #expect(source.video == folder.path("clip.mp4"))
    let frames = source.labels.images
    #expect(frames.compactMap(\.frame) == Array(0...7))
    #expect(frames.map { $0.objects.first?.box.x } == [nil, 0, 10, 20, 20, nil, 50, 50])
  }

  @Test("Objects of no track are in the frames whose numbers their images have, with tracks and without")
  func imagesOfVideo() throws {
    let image = """
      <image id="1" name="frame_000001" width="100" height="50"><box label="cat" xtl="1" ytl="2" xbr="3" ybr="4"/></image>
      """
    let track = """
      <track id="0" label="dog"><box frame="0" outside="0" xtl="0" ytl="0" xbr="9" ybr="9"/>
      <box frame="2" outside="1" xtl="0" ytl="0" xbr="9" ybr="9"/></track>
      """
    let video = try folder.write("", "video.mp4")
    let mixed = try read(image + track, images: video).labels
    #expect(mixed.images.map(\.frame) == [0, 1, 2])
    #expect(mixed.images.map(\.objects.count) == [1, 2, 0])
    let alone = try read(image, images: video)
    #expect(alone.video == video && alone.labels.images.map(\.objects.count) == [0, 1])
    #expect(alone.labels.images[1].size == FrameSize(width: 100, height: 50))
    let extra = try read("<image name=\"x\"/><image id=\"9\" name=\"y\"/>" + track, images: video).labels
    #expect(extra.problems.kinds.map(\.count) == [1] && extra.images.count == 10)
  }

  @Test("Tracks of a video that neither the labels nor the user names are refused with what to do")
  func namelessVideo() throws {
    let track = #"<track label="x"><box frame="0" outside="0" xtl="0" ytl="0" xbr="1" ybr="1"/></track>"#
    let error = #expect(throws: TasksError.self) { try read(track) }
    #expect(error?.message.contains("which video it labels; name it with --images") == true)
  }

  @Test(
    "Elements in others of their name end where they end",
    arguments: [
      "<image name=\"a.jpg\"><tag label=\"x\"><image><tag></tag></image></tag></image>",
      "<track label=\"x\"><box frame=\"0\"><track><box/></track></box></track><image name=\"a.jpg\"/>",
      "<image name=\"a.jpg\"><skeleton label=\"x\"><skeleton><points/></skeleton></skeleton></image>",
    ])
  func nested(_ body: String) throws {
    #expect(try read(body, images: "a.mp4").labels.images.count == 1)
  }

  @Test("An entity is found between marks that combine with their neighbours")
  func combinedEntities() throws {
    let set = try read("<image name=\"a\"><tag label=\"A&amp;\u{301}\u{600}&lt;\"/></image>").labels
    #expect(set.categories.map(\.name) == ["A&\u{301}\u{600}<"])
  }

  @Test("Frames in a folder are found by their numbers")
  func frameFolder() throws {
    try folder.write("", "frames/frame_000002.PNG")
    let source = try read(
      """
      <meta><task><size>3</size></task></meta>
      <track id="0" label="car"><box frame="2" outside="0" xtl="0" ytl="0" xbr="1" ybr="1"/></track>
      """, images: folder.path("frames"))
    #expect(source.video == nil)
    #expect(source.labels.images.map(\.file) == ["frame_000000.png", "frame_000001.png", "frame_000002.PNG"])
    #expect(source.labels.images.map(\.objects.count) == [0, 0, 1])
  }

  @Test(
    "Hostile files are refused with a sentence",
    arguments: [
      "<track id=\"0\" label=\"a\"><box frame=\"9000000\" outside=\"0\" xtl=\"0\" ytl=\"0\" xbr=\"1\" ybr=\"1\"/></track>",
      "<image name=\"a\"><box label=\"a\"></image>", "<image name=\"a\" name=\"b\"/>", "<image name=\"&lol;\"/>",
      "<image name=\"&#xFFFFFFFF;\"/>", String(repeating: "<a>", count: 1000), "<image name='a'", "<", "</a>",
      "<!DOCTYPE x>",
      "<!--", "<image name=\"\u{1}\u{0}\">",
    ])
  func hostile(_ body: String) throws {
    #expect(throws: TasksError.self) { try read(body) }
  }

  @Test("A small file cannot ask for more objects than memory has room for, nor for problems without end")
  func amplification() throws {
    let size = "<meta><task><size>1000000</size></task></meta>"
    let box = "<box frame=\"0\" outside=\"0\" xtl=\"0\" ytl=\"0\" xbr=\"1\" ybr=\"1\"/>"
    let points = (0..<1000).map { "<points label=\"\($0)\" points=\"1,1\"/>" }.joined()
    let labels = (0..<1001).map { "<label><name>\($0)</name><parent>a</parent></label>" }.joined()
    for (body, word) in [
      (size + String(repeating: "<track label=\"a\">\(box)</track>", count: 3), "2000000 objects"),
      (size + "<track label=\"a\"><skeleton frame=\"0\">\(points)</skeleton></track>", "2000000 objects"),
      ("<meta><task><labels>\(labels)</labels></task></meta>", "more than 1000 points"),
    ] {
      let error = #expect(throws: TasksError.self) { try read(body) }
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
    let kinds = (0..<1000).map { "<shape\($0)/>" }.joined()
    let source = try read("<image id=\"0\" name=\"a.jpg\" width=\"9\" height=\"9\">\(kinds)</image>")
    #expect(source.labels.problems.kinds.map(\.count) == [1000])
  }

  @Test("Entities of a file's own are no way to fill the memory")
  func entities() throws {
    let path = try folder.write(
      "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;\">]><annotations>&c;</annotations>",
      "bomb.xml")
    let error = #expect(throws: TasksError.self) { try LabelSource.read(LabelPlace(path: path)) }
    #expect(error?.message.contains("document type") == true)
  }

  @Test("Damaged files neither trap nor hang")
  func damage() throws {
    var generator = SeededGenerator(seed: 3)
    let start = Array(
      """
      <annotations><meta><task><size>4</size></task></meta><track id="0" label="a"><box frame="1" outside="0" xtl="0" \
      ytl="0" xbr="1" ybr="1"/></track><image name="b" width="3" height="3"><skeleton label="p"><points label="q" \
      points="1,2"/></skeleton></image></annotations>
      """.utf8)
    for _ in 0..<300 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      let path = try folder.write(bytes, "damaged.xml")
      do { _ = try LabelSource.read(LabelPlace(path: path)) } catch is TasksError {}
    }
  }
}
