import Foundation
import TestSupport
import Testing
import VisionCore
import VisionTasks

@testable import VisionResults

@Suite("COCO files")
struct COCOTests {
  private static let size = FrameSize(width: 64, height: 48)
  private static let image = LabelFrame(image: "a.png", name: "a.png", size: size)

  private static func frame(_ number: Int, of name: String = "a.mp4", file: String? = nil) -> LabelFrame {
    LabelFrame(
      LabelFrame.Video(source: name, name: name, size: size), index: number, timestampMs: number * 40, file: file,
      size: size)
  }

  @Test("Annotations have the fields that pycocotools needs, and track_id only where all objects have one")
  func annotations() throws {
    let tracked = try LabelFiles.coco([([LabelFiles.box(7)], Self.image)])
    #expect(
      tracked == #"""
        {"annotations":[
        {"area":12,"bbox":[1,2,3,4],"category_id":17,"id":1,"image_id":1,"iscrowd":0,"score":0.5,"segmentation":[],"track_id":7}
        ],"categories":[{"id":17,"name":"cat","supercategory":"object"}],"info":{"contributor":"","date_created":"",\#
        "description":"Objects found by vision boxes","url":"","version":"1.2.3","year":""},"licenses":[],"images":[
        {"file_name":"a.png","height":48,"id":1,"width":64}
        ]}

        """#)
    let mixed = try LabelFiles.coco([([LabelFiles.box(7), LabelFiles.box()], Self.image)])
    #expect(mixed.components(separatedBy: "\"bbox\"").count == 3 && !mixed.contains("track_id"))
  }

  @Test("Every frame of a video has a name of its own and the video's number; a frame that is a file keeps its name")
  func videoFrames() throws {
    let text = try LabelFiles.coco([([], Self.frame(12)), ([], Self.frame(0, of: "b.mp4", file: "c/d.png"))])
    #expect(
      text.contains(
        #"""
        "images":[
        {"file_name":"a.mp4/000012.jpg","frame":12,"height":48,"id":1,"timestamp_ms":480,"video_id":1,"width":64}
        ,{"file_name":"c/d.png","frame":0,"height":48,"id":2,"timestamp_ms":0,"video_id":2,"width":64}
        ]}
        """#))
    #expect(
      text.contains(
        #""videos":[{"height":48,"id":1,"name":"a.mp4","width":64},{"height":48,"id":2,"name":"b.mp4","width":64}]"#))
  }

  @Test("All classes of the model are categories, but COCO's gaps; a class without a name has its number")
  func categories() throws {
    let boxes = [LabelFiles.box(name: nil, index: 5), LabelFiles.box(name: "", index: 2)]
    let text = try LabelFiles.coco([(boxes, Self.image)], classNames: ["person", "", "???", "car"])
    let names = text.matches(of: /"id":([0-9]+),"name":"([^"]*)"/).map { "\($0.output.1) \($0.output.2)" }
    #expect(names == ["1 person", "2 1", "3 2", "4 car", "6 5"])
  }

  @Test(
    "Boxes are clipped to the image; what lies outside or is no number is left out",
    arguments: [
      (CGRect(x: -5, y: -1.2, width: 10, height: 4), "[0,0,5,3]"),
      (CGRect(x: 60, y: 40, width: 10, height: 11), "[60,40,4,8]"),
      (CGRect(x: 64, y: 0, width: 10, height: 10), nil), (CGRect(x: 1, y: 1, width: 0, height: 5), nil),
      (CGRect(x: Double.nan, y: 1, width: .infinity, height: 5), nil),
      (CGRect(x: 9e18, y: 1, width: 9e18, height: 5), nil),
    ] as [(CGRect, String?)])
  func clipping(rect: CGRect, expected: String?) throws {
    let text = try LabelFiles.coco([([LabelFiles.box(nil, rect)], Self.image)])
    #expect(text.contains("\"bbox\"") == (expected != nil))
    if let expected { #expect(text.contains(#""bbox":\#(expected)"#)) }
  }

  @Test("A file without images is one, too")
  func empty() throws {
    #expect(try LabelFiles.coco([]).hasPrefix("{\"annotations\":[\n],\"categories\":[],"))
  }

  @Test("Results have the data set's numbers; a class that it does not have is left out and named")
  func results() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"images":[{"id":9,"file_name":"val/1.jpg"},{"id":8,"file_name":"1.jpg"}],"categories":[{"id":40,"name":"Cat"},{"id":6,"name":"big dog"}]}"#,
      "set.json")
    let dataSet = try COCODataSet(path: folder.path("set.json"))
    #expect(dataSet.imageID(of: "/data/val/1.jpg") == 9)
    #expect(dataSet.imageID(of: "/data/xval/1.jpg") == 8)
    #expect(dataSet.categoryID(of: "Big_Dog") == 6)
    #expect(dataSet.imageID(of: "/data/val/11.jpg") == nil && dataSet.imageID(of: "") == nil)
    let boxes = LabelFiles.Boxes(boxes: [LabelFiles.box(), LabelFiles.box(name: "dog", index: 17)])
    let (elements, unknown) = try dataSet.results(boxes.format.labels(of: boxes.parts, Self.size, .all), imageID: 9)
    #expect(elements == [#"{"bbox":[1,2,3,4],"category_id":40,"image_id":9,"score":0.5}"#])
    #expect(unknown == ["dog"])
  }

  @Test("A file that is no data set is refused by name", arguments: ["[]", #"{"images":[]}"#, "{", ""])
  func badDataSet(contents: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(contents, "set.json")
    let error = #expect(throws: TasksError.self) { try COCODataSet(path: folder.path("set.json")) }
    #expect(error?.code == .invalidArgumentError && error?.message.contains("set.json") == true)
    #expect(throws: TasksError.self) { try COCODataSet(path: folder.path("none.json")) }
  }
}
