import Foundation
import TestSupport
import Testing
import VisionCore
import VisionResults

@testable import VisionEvaluation

@Suite("Labels in YOLO's format")
struct YOLOReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("data.yaml names the classes and the folder of a part; labels are in pixels once the size is known")
  func description() throws {
    try folder.write("names: [cat, 'big dog'] # two\npath: ../set\nval: ../valid/images\n", "data.yaml")
    try folder.write("1 0.5 0.5 0.5 0.25\n", "valid/labels/a.txt")
    try folder.write("", "valid/images/a.jpg")
    try folder.write("", "valid/images/b.jpg")
    let source = try LabelSource.read(LabelPlace(path: folder.path("data.yaml")))
    #expect(source.format == "YOLO")
    #expect(source.labels.categories.map(\.name) == ["cat", "big dog"])
    #expect(source.labels.images.map(\.file) == ["a.jpg", "b.jpg"])
    #expect(source.folder == folder.path("valid/images"))
    let image = source.labels.images[0].sized(FrameSize(width: 200, height: 100))
    #expect(image.objects[0].box == LabelBox(x: 50, y: 37.5, width: 100, height: 25))
    #expect(source.labels.images[1].objects.isEmpty)
  }

  @Test("A part may be a list of images, as COCO's is, in the order of the list")
  func list() throws {
    try folder.write("path: set\nval: val.txt\nnames:\n  0: cat\n", "data.yaml")
    for name in ["images/b.jpg", "images/a.jpg", "images/other.jpg"] { try folder.write("", "set/" + name) }
    try folder.write("0 0.5 0.5 0.5 0.25\n", "set/labels/a.txt")
    let lines = [
      "./images/b.jpg", "", folder.path("set/images/a.jpg"), "images/gone.jpg\r", "../x.jpg", "images/b.jpg",
    ]
    try folder.write(lines.joined(separator: "\n"), "set/val.txt")
    let source = try LabelSource.read(LabelPlace(path: folder.path("data.yaml")))
    #expect(source.folder == folder.path("set"))
    let images = source.labels.images
    #expect(images.map(\.file) == ["images/b.jpg", "images/a.jpg", "images/gone.jpg", "../x.jpg"])
    #expect(images.map(\.objects.count) == [0, 1, 0, 0] && images[3].refusal != nil)
    #expect(
      source.labels.problems.kinds.map(\.text) == ["lines that repeat another one (1): line 6 of the list of images"])
    for (named, reason) in [("/other/val.txt", "is the list /other/val.txt"), ("train.txt", "no list train.txt in ")] {
      try folder.write("path: set\nval: \(named)\nnames:\n  0: cat\n", "data.yaml")
      let error = #expect(throws: TasksError.self) { try LabelSource.read(LabelPlace(path: folder.path("data.yaml"))) }
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Texts beside the folders of classes are no labels, unless they have the lines of some")
  func readme() throws {
    for name in ["cat/a.jpg", "dog/b.jpg"] { try folder.write("", name) }
    try folder.write("The images of 2 cats and 1 dog\n\n0 0 0\n", "README.txt")
    try folder.write("", "empty.txt")
    let classes = try LabelSource.read(LabelPlace(path: folder.path("")))
    #expect(classes.format == "a folder per class" && classes.labels.categories.map(\.name) == ["cat", "dog"])
    try folder.write("\n1 0.5 0.5 0.5 0.25\n", "c.txt")
    #expect(try LabelSource.read(LabelPlace(path: folder.path(""))).format == "YOLO")
    // Without folders in it a folder has no classes, whatever its texts say.
    try folder.write("", "labels-only/empty.txt")
    #expect(try LabelSource.read(LabelPlace(path: folder.path("labels-only"))).format == "YOLO")
  }

  @Test("MOTChallenge's folders and files are refused by their name, and COCO's files beside sequences are not")
  func challenge() throws {
    try folder.write("", "MOT/SEQ-01/img1/000001.jpg")
    try folder.write("1,1,10,10,50,50,1,1,1\n", "MOT/SEQ-01/gt/gt.txt")
    try folder.write("[Sequence]\n", "MOT/SEQ-01/seqinfo.ini")
    for path in ["MOT", "MOT/SEQ-01", "MOT/SEQ-01/gt", "MOT/SEQ-01/gt/gt.txt", "MOT/SEQ-01/seqinfo.ini"] {
      let error = #expect(throws: TasksError.self, "\(path)") {
        try LabelSource.read(LabelPlace(path: folder.path(path)))
      }
      #expect(error?.message.contains("MOTChallenge") == true, "\(path): \(error?.message ?? "")")
    }
    let images = "[{\"id\": 1, \"file_name\": \"SEQ-01/img1/000001.jpg\"}]"
    let json = try folder.write("{\"images\": \(images), \"annotations\": [], \"categories\": []}", "MOT/train.json")
    #expect(try LabelSource.read(LabelPlace(path: json)).labels.images.count == 1)
  }

  @Test("A class has the images of every format that is read, and no other files")
  func formats() throws {
    for name in ["a.jfif", "b.PPM", "c.hif", "d.jp2", "e.apng", "f.mp4", "g.md"] { try folder.write("", "cat/" + name) }
    let images = try LabelSource.read(LabelPlace(path: folder.path(""))).labels.images
    #expect(images.map(\.file) == ["a.jfif", "b.PPM", "c.hif", "d.jp2", "e.apng"].map { "cat/" + $0 })
  }

  @Test("A class may be called labels")
  func classCalledLabels() throws {
    for name in ["labels/a.jpg", "prices/b.jpg"] { try folder.write("", name) }
    let classes = try LabelSource.read(LabelPlace(path: folder.path("")))
    #expect(classes.labels.categories.map(\.name) == ["labels", "prices"])
    try folder.write("0 0.5 0.5 0.5 0.25\n", "labels/a.txt")
    #expect(try LabelSource.read(LabelPlace(path: folder.path(""))).format == "YOLO")
  }

  @Test("Folders may be links, also such as lead back")
  func links() throws {
    try folder.write("names: [cat]\nval: images\n", "set/data.yaml")
    try folder.write("0 0.5 0.5 0.5 0.25\n", "set/labels/sub/a.txt")
    try folder.write("", "photos/sub/a.png")
    try folder.link("set/images", to: "photos")
    try folder.link("photos/sub/back", to: "photos")
    let source = try LabelSource.read(LabelPlace(path: folder.path("set/data.yaml")))
    #expect(source.labels.images.map(\.file) == ["sub/a.png"])
    #expect(source.labels.images.first?.objects.count == 1)
    try folder.write("", "classes/one/b.png")
    try folder.link("classes/two", to: "photos")
    let classes = try LabelSource.read(LabelPlace(path: folder.path("classes")))
    #expect(classes.labels.categories.map(\.name) == ["one", "two"] && classes.labels.images.count == 2)
  }

  @Test(
    "Names are read as a list, a map, and a list in brackets",
    arguments: [
      "names:\n  0: cat\n  1: dog\n", "names:\n- cat\n- dog\n", "names: ['cat', \"dog\"]\n",
      "names: {0: cat, 1: dog}\n",
      "---\nnc: 2\nnames:\n  - cat # first\n  - dog\n", "names: [ 'cat', # first\n  dog ]\nval: images\n",
    ])
  func names(_ yaml: String) throws {
    let description = try YOLODescription(yaml: yaml, path: "data.yaml")
    #expect(description.names == [0: "cat", 1: "dog"])
  }

  @Test("Names in quotes have the characters that they stand for, also those of lists")
  func quotedNames() throws {
    let yaml = #"""
      names: ["12\" pizza", "back\\slash", 'it''s', "x]y, z", don't, "a\u0085b", big-'dog]
      """#
    let description = try YOLODescription(yaml: yaml, path: "data.yaml")
    let names = (0..<7).map { description.names[$0] }
    #expect(names == ["12\" pizza", "back\\slash", "it's", "x]y, z", "don't", "a\u{85}b", "big-'dog"])
    let map = try YOLODescription(yaml: "names:\n  0: \"a: \\\"b\\\"\"\n  1: 'c: d'\n", path: "data.yaml")
    #expect(map.names == [0: "a: \"b\"", 1: "c: d"])
  }

  @Test("A script that downloads the images, and brackets and marks in words, take no names away")
  func script() throws {
    let yaml = """
      url: https://example.org/a[1
      download: |
        urls = [  # "not closed
          print("Total: " + '{')

        dir: 'x
      nc: 2 # it's two
      names: [cat, dog]
      """
    #expect(try YOLODescription(yaml: yaml, path: "data.yaml").names == [0: "cat", 1: "dog"])
  }

  @Test(
    "Files of Windows, with its line ends and a byte-order mark, are read as others; empty lines hold the numbering")
  func windows() throws {
    let mark = "\u{FEFF}"
    try folder.write(mark + "cat\r\n\r\nbig dog\r\n", "labels/classes.txt")
    try folder.write(mark + "2 0.5 0.5 0.2 0.2\r\n0 0.1 0.1 0.1 0.1\r\n", "labels/a.txt")
    try folder.write("", "images/a.png")
    let set = try LabelSource.read(LabelPlace(path: folder.url.path)).labels
    #expect(set.categories.map(\.name) == ["cat", "1", "big dog"])
    #expect(set.images.map(\.objects.count) == [2] && set.problems.isEmpty)
    let description = try folder.write(mark + "names: [fox]\r\nval: images\r\n", "data.yaml")
    #expect(try LabelSource.read(LabelPlace(path: description)).labels.categories.first?.name == "fox")
    let named = LabelPlace(path: description, classes: folder.path("labels/classes.txt"))
    #expect(try LabelSource.read(named).labels.categories.map(\.name) == ["cat", "1", "big dog"])
  }

  @Test("Names come from classes.txt among the labels, or beside their folder, as Label Studio exports them")
  func classes() throws {
    try folder.write("0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.1 0.1\n", "labels/a.txt")
    try folder.write("", "images/a.png")
    try folder.write("cat\ndog\n", "classes.txt")
    func names() throws -> [String] {
      try LabelSource.read(LabelPlace(path: folder.url.path)).labels.categories.map(\.name)
    }
    #expect(try names() == ["cat", "dog"])
    try folder.write("fox\nowl\n", "labels/classes.txt")
    #expect(try names() == ["fox", "owl"])
  }

  @Test(
    "A part of several folders, and a name that is none, are refused rather than read in part",
    arguments: ["names: [cat]\nval: [a, b]\n", "names: [cat]\nval:\n- a\n- b\n", "names:\n  0: cat\n  dog\nval: a\n"])
  func incomplete(_ yaml: String) throws {
    try folder.write(yaml, "data.yaml")
    try folder.makeFolder("a")
    #expect(throws: TasksError.self) { try LabelSource.read(LabelPlace(path: folder.path("data.yaml"))) }
  }

  @Test("The labels beside the description that is named count, not those of the images' data set")
  func labelsOfOtherImages() throws {
    try folder.write("names: [cat]\n", "mine/data.yaml")
    try folder.write("0 0.5 0.5 0.5 0.25\n", "mine/labels/a.txt")
    try folder.write("0 0.5 0.5 0.5 0.25\n0 0.2 0.2 0.1 0.1\n", "set/labels/a.txt")
    try folder.write("", "set/images/a.jpg")
    let images = folder.path("set/images")
    for path in ["mine/data.yaml", "mine"] {
      let source = try LabelSource.read(LabelPlace(path: folder.path(path), images: images))
      #expect(source.labels.images.reduce(0) { $0 + $1.objects.count } == 1)
    }
  }

  @Test("Boxes, outlines and poses are read, and lines that are none are counted")
  func lines() throws {
    let pose = (0..<17).map { "0.\($0 + 10) 0.5 \($0 == 3 ? 0 : 2)" }.joined(separator: " ")
    try folder.write(
      """
      0 0.5 0.5 0.2 0.2
      0 0.5 0.5 0.2 0.2
      2 0.1 0.1 0.3 0.1 0.2 0.4
      1 0.5 0.5 0.4 0.4 \(pose)
      0 0.5 0.5 0 0.2
      0 0.5 nan 0.2 0.2
      0 inf 0.5 0.2 0.2
      0 1.5 0.5 0.2 0.2
      -1 0.5 0.5 0.2 0.2
      99999999999999999999 0.5 0.5 0.2 0.2
      0 0.5 0.5
      cat 0.5 0.5 0.2 0.2
      """, "labels/a.txt")
    try folder.write("", "images/a.png")
    let set = try LabelSource.read(LabelPlace(path: folder.url.path)).labels
    let objects = set.images[0].objects
    #expect(objects.map(\.category) == [0, 2, 1])
    #expect(objects[1].box.width.isAlmost(0.2) && objects[1].box.height.isAlmost(0.3))
    #expect(objects[2].keypoints?.count { $0.isLabelled } == 16)
    #expect(set.categories.map(\.name) == ["0", "1", "2"])
    #expect(set.problems.kinds.map(\.count) == [1, 8])
  }

  @Test("Labels without an image belong to one that is missing")
  func missingImage() throws {
    try folder.write("0 0.5 0.5 0.2 0.2", "labels/gone.txt")
    try folder.makeFolder("images")
    let set = try LabelSource.read(LabelPlace(path: folder.url.path)).labels
    #expect(set.images.map(\.file) == ["gone.jpg"])
    #expect(set.images[0].objects.count == 1)
  }

  @Test("Damaged descriptions and labels neither trap nor hang")
  func damage() throws {
    var generator = SeededGenerator(seed: 17)
    let start = Array("path: .\nval: images\nnames:\n  0: cat\nkpt_shape: [17, 3]\n0 0.5 0.5 0.2 0.2\n".utf8)
    for _ in 0..<100 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
      }
      try folder.write(bytes, "data.yaml")
      try folder.write(bytes, "labels/a.txt")
      try folder.write("", "images/a.jpg")
      do { _ = try LabelSource.read(LabelPlace(path: folder.path("data.yaml"))) } catch is TasksError {}
    }
  }
}

extension Double {
  fileprivate func isAlmost(_ other: Double) -> Bool { abs(self - other) < 1e-12 }
}
