import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionResults

@Suite("Files of labelling tools")
struct LabelFormatTests {
  private static let size = FrameSize(width: 200, height: 100)

  private static func image(_ name: String) -> LabelFrame { LabelFrame(image: "in/" + name, name: name, size: size) }

  private static func frame(_ number: Int, of name: String = "walk.mp4") -> LabelFrame {
    LabelFrame(
      LabelFrame.Video(source: "in/" + name, name: name, size: size), index: number, timestampMs: number * 40,
      size: size)
  }

  private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  /// A person whose nose is at a place, whose left ear is hidden, and all of whose other landmarks are outside.
  private static func person(_ id: Int? = nil) -> HolisticPose {
    var landmarks = (0..<33).map { _ in NormalizedLandmark(x: -1, y: 2, z: 0, visibility: 1, presence: 1) }
    landmarks[0] = NormalizedLandmark(x: 0.25, y: 0.5, z: 0, visibility: 0.9, presence: 1)
    landmarks[7] = NormalizedLandmark(x: 0.5, y: 0.25, z: 0, visibility: 0.25, presence: 1)
    let world = landmarks.map { Landmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
    return HolisticPose(
      part: LandmarksPart(
        .pose, landmarks: [landmarks], worldLandmarks: [world], trackingIDs: id.map { [$0] }))
  }

  private struct HolisticPose: TaskOutput {
    static let format = OutputFormat(task: "pose", title: "P", subject: .person, parts: [LandmarksFormat.pose])
    let part: LandmarksPart
    var parts: [any OutputPart] { [part] }
  }

  @Test("YOLO: fractions of the image, clipped to it; an empty text for an image without objects; folders are kept")
  func yolo() throws {
    let files = try LabelFiles.boxes(
      YOLOLabels.self,
      [
        (
          [
            LabelFiles.box(nil, Self.rect(-20, 10, 60, 20), index: 1),
            LabelFiles.box(4, Self.rect(150, 90, 99, 99), index: 0),
          ],
          Self.image("a/x.1.jpg")
        ),
        ([], Self.image("b/x.1.jpg")), ([LabelFiles.box(nil, Self.rect(0, 0, 200, 100), index: 2)], Self.frame(12)),
      ], classNames: ["person", "ca\"t", "???", "it's\n"])
    #expect(
      files == [
        "labels/a/x.1.txt": "1 0.100000 0.200000 0.200000 0.200000\n0 0.875000 0.950000 0.250000 0.100000\n",
        "labels/b/x.1.txt": "", "labels/walk.mp4/000012.txt": "2 0.500000 0.500000 1.000000 1.000000\n",
        "data.yaml": """
        # Objects found by vision boxes 1.2.3
        train: images
        val: images
        names:
          0: "person"
          1: "ca\\"t"
          2: "cat"
          3: "it's\\u000a"

        """,
      ])
  }

  @Test("YOLO: keypoints with COCO's visibility; those outside of the image are 0 0 0, and mirroring swaps the sides")
  func yoloPose() throws {
    let person = Self.person()
    let files = try LabelFiles.write(
      YOLOLabels.self, person.format,
      [(person.format.labels(of: person.parts, Self.size, .coco), Self.image("a.png"))], keypoints: .coco)
    #expect(
      files["labels/a.txt"] == "0 0.250000 0.625000 0.500000 0.750000 0.250000 0.500000 2 "
        + "0.000000 0.000000 0 0.000000 0.000000 0 0.500000 0.250000 1"
        + String(repeating: " 0.000000 0.000000 0", count: 13) + "\n")
    #expect(
      files["data.yaml"]?.contains(
        "kpt_shape: [17, 3]\nflip_idx: [0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15]\nnames:\n  0: \"person\"\n"
      )
        == true)
  }

  @Test("A class number that no list of names can hold is refused; the writers keep no memory for it")
  func hostileClass() throws {
    for index in [Int.max, -2] {
      let frames = [([LabelFiles.box(index: index)], Self.image("a.png"))]
      #expect(throws: TasksError.self) { try LabelFiles.boxes(YOLOLabels.self, frames) }
      _ = try LabelFiles.boxes(COCOLabels.self, frames)
      _ = try LabelFiles.boxes(CVATLabels.self, frames)
    }
  }

  @Test("MOTChallenge: frames and places from 1, -1 for an object without an ID; images are none")
  func mot() throws {
    let files = try LabelFiles.boxes(
      MOTLabels.self,
      [
        ([LabelFiles.box(3, Self.rect(0, 10, 20, 30)), LabelFiles.box()], Self.frame(0)), ([], Self.frame(1)),
        ([LabelFiles.box(3, Self.rect(190, 10, 20, 30))], Self.frame(2)), ([], Self.frame(0, of: "b/empty.mp4")),
        ([LabelFiles.box()], Self.image("a.png")),
      ])
    #expect(
      files == [
        "walk.mp4.txt": """
        1,3,1.00,11.00,20.00,30.00,0.5,-1,-1,-1
        1,-1,2.00,3.00,3.00,4.00,0.5,-1,-1,-1
        3,3,191.00,11.00,10.00,30.00,0.5,-1,-1,-1

        """, "b/empty.mp4.txt": "",
      ])
  }

  @Test("CVAT: boxes of images; names have no character that XML lacks")
  func cvatImages() throws {
    let files = try LabelFiles.boxes(
      CVATLabels.self,
      [([LabelFiles.box(3, Self.rect(-5, 10, 20, 300))], Self.image("a <\"&\u{1}\n'é.png")), ([], Self.image("b.png"))])
    #expect(
      files["images.xml"] == """
        <?xml version="1.0" encoding="utf-8"?>
        <annotations>
          <version>1.1</version>
          <meta>
            <task>
              <name>images</name>
              <size>2</size>
              <mode>annotation</mode>
              <labels>
                <label><name>cat</name><type>rectangle</type><attributes><attribute><name>score</name>\
        <mutable>True</mutable><input_type>text</input_type><default_value></default_value><values></values></attribute>\
        </attributes></label>
              </labels>
            </task>
          </meta>
          <image id="0" name="a &lt;&quot;&amp;\u{FFFD}&#10;'é.png" width="200" height="100">
            <box label="cat" source="auto" occluded="0" xtl="0.00" ytl="10.00" xbr="15.00" ybr="100.00" z_order="0">
              <attribute name="score">0.5</attribute>
            </box>
          </image>
          <image id="1" name="b.png" width="200" height="100">
          </image>
        </annotations>

        """)
    #expect(
      files["labels.json"]
        == #"[{"attributes":[{"default_value":"","input_type":"text","mutable":true,"name":"score","values":[""]}],"#
        + #""name":"cat","type":"rectangle"}]"# + "\n")
  }

  @Test("CVAT: a track for each ID, outside in gaps and after its end; objects without an ID are shapes of their frame")
  func cvatTracks() throws {
    let files = try LabelFiles.boxes(
      CVATLabels.self,
      [
        ([LabelFiles.box(5), LabelFiles.box(2, name: "dog", index: 17)], Self.frame(0)),
        ([LabelFiles.box(5, name: "dog", index: 17)], Self.frame(1)), ([LabelFiles.box()], Self.frame(2)),
        ([LabelFiles.box(5)], Self.frame(3)),
      ])
    let text = try #require(files["videos/walk.mp4.xml"])
    #expect(text.contains("<mode>interpolation</mode>") && text.contains("<size>4</size>"))
    #expect(text.contains("<original_size><width>200</width><height>100</height></original_size>"))
    let body = text.components(separatedBy: "</meta>\n").last
    func box(_ frame: Int, outside: Int = 0) -> String {
      "    <box frame=\"\(frame)\" keyframe=\"1\" outside=\"\(outside)\" occluded=\"0\" xtl=\"1.00\" ytl=\"2.00\" "
        + "xbr=\"4.00\" ybr=\"6.00\" z_order=\"0\">\n      <attribute name=\"score\">0.5</attribute>\n    </box>\n"
    }
    let shape = box(2).replacing("frame=\"2\" keyframe=\"1\" outside=\"0\"", with: "label=\"cat\" source=\"auto\"")
    #expect(
      body == "  <image id=\"2\" name=\"frame_000002\" width=\"200\" height=\"100\">\n" + shape + "  </image>\n"
        + "  <track id=\"5\" label=\"cat\" source=\"auto\">\n" + box(0) + box(1) + box(2, outside: 1) + box(3)
        + "  </track>\n  <track id=\"2\" label=\"dog\" source=\"auto\">\n" + box(0) + box(1, outside: 1)
        + "  </track>\n</annotations>\n")
  }

  @Test("CVAT: people are skeletons with a point for each keypoint, in images and in tracks; COCO has the same points")
  func skeletons() throws {
    let person = Self.person(4)
    let objects = person.format.labels(of: person.parts, Self.size, .coco)
    let files = try LabelFiles.write(
      CVATLabels.self, person.format, [(objects, Self.image("a.png")), (objects, Self.frame(0)), ([], Self.frame(1))],
      keypoints: .coco)
    let image = try #require(files["images.xml"])
    #expect(image.contains("<type>skeleton</type>") && image.contains("<parent>person</parent>"))
    #expect(image.contains("<svg>&lt;line x1=") && image.contains("data-label-name=&quot;nose&quot;"))
    #expect(
      image.contains(
        """
            <skeleton label="person" source="auto" z_order="0">
              <points label="nose" source="auto" outside="0" occluded="0" points="50.00,50.00"></points>
              <points label="left_eye" source="auto" outside="1" occluded="0" points="50.00,62.50"></points>
              <points label="right_eye" source="auto" outside="1" occluded="0" points="50.00,62.50"></points>
              <points label="left_ear" source="auto" outside="0" occluded="1" points="100.00,25.00"></points>

        """))
    let track = try #require(files["videos/walk.mp4.xml"])
    #expect(
      track.contains("<track id=\"4\" label=\"person\" source=\"auto\">\n    <skeleton frame=\"0\" keyframe=\"1\" "))
    #expect(
      track.contains("<skeleton frame=\"1\" keyframe=\"1\" outside=\"1\" z_order=\"0\">\n      <points label=\"nose\" ")
    )
    let coco = try LabelFiles.write(
      COCOLabels.self, person.format, [(objects, Self.image("a.png"))], keypoints: .coco)[""]
    #expect(coco?.contains(#""keypoints":[50,50,2,0,0,0,0,0,0,100,25,1,0,0,0,"#) == true)
    #expect(coco?.contains(#""bbox":[0,25,100,75]"#) == true && coco?.contains(#""num_keypoints":2"#) == true)
    #expect(coco?.contains(#""skeleton":[[16,14],[14,12],"#) == true)
  }

  @Test(
    "Every kind of keypoints has as many names as landmarks, and lines between them; the 68 of a face are all others")
  func layouts() {
    for topology in [LandmarkTopology.hand, .pose, .face] {
      for choice in KeypointChoice.allCases {
        let layout = KeypointLayout(topology, choice)
        #expect(layout.names.count == layout.landmarks.count && Set(layout.names).count == layout.names.count)
        #expect(Set(layout.landmarks).count == layout.landmarks.count)
        #expect(layout.landmarks.allSatisfy { (0..<topology.landmarkCount).contains($0) })
        #expect(!layout.lines.isEmpty && layout.lines.joined().allSatisfy(layout.names.indices.contains))
      }
    }
    #expect(KeypointLayout(.pose, .all).names.count == 33 && KeypointLayout(.pose, .coco).names.count == 17)
    #expect(KeypointLayout(.hand, .coco).names.count == 21 && KeypointLayout(.face, .coco).names.count == 68)
    #expect(KeypointLayout(.pose, .all).mirrored?.prefix(4) == [0, 4, 5, 6])
    #expect(KeypointLayout(.hand, .all).mirrored == nil)
  }

  @Test("A task of several figures has a class for each, and YOLO's lines are as long as the widest needs")
  func holistic() throws {
    let hand = [
      (0..<21).map {
        NormalizedLandmark(x: 0.01 * Float($0), y: 0.5 + 0.01 * Float($0), z: 0, visibility: nil, presence: nil)
      }
    ]
    let empty: [NormalizedLandmark] = []
    let result = HolisticLandmarkerResult(
      faceLandmarks: empty, faceBlendshapes: nil, poseLandmarks: empty, poseWorldLandmarks: [],
      poseSegmentationMask: nil, leftHandLandmarks: empty, leftHandWorldLandmarks: [], rightHandLandmarks: hand[0],
      rightHandWorldLandmarks: [], timestampInMilliseconds: 0)
    let objects = result.format.labels(of: result.parts, Self.size, .coco)
    #expect(objects.map(\.best.name) == ["right hand"] && objects.map(\.best.index) == [3])
    let files = try LabelFiles.write(
      YOLOLabels.self, result.format, [(objects, Self.image("a.png"))], keypoints: .coco)
    let fieldCount = files["labels/a.txt"]?.split(separator: " ").count
    #expect(fieldCount == 5 + 3 * 68)
    #expect(
      files["data.yaml"]?.contains("kpt_shape: [68, 3]\nnames:\n  0: \"face\"\n  1: \"person\"\n  2: \"left hand\"\n")
        == true)
    let coco = try LabelFiles.write(COCOLabels.self, result.format, [(objects, Self.image("a.png"))])[""]
    #expect(coco?.contains(#""name":"right hand","skeleton":[[1,2],"#) == true)
  }

  @Test("A line of JSON gives the same objects as the result it was made of")
  func lines() throws {
    let person = Self.person(4)
    let text = try FrameRecord(
      number: 3, file: "a.mp4", frame: 2, timestampMs: 80, output: person, size: Self.size
    ).json()
    let line = try LabelLine(Data(text.utf8), person.format)
    #expect(line.size == Self.size && line.file == "a.mp4" && line.frame == 2 && line.timestampMs == 80)
    #expect(line.objects(Self.size, .all) == person.format.labels(of: person.parts, Self.size, .all))
  }
}
