import Foundation
import TestSupport
import Testing
import VisionCore
import VisionTasks

@testable import VisionResults

@Suite("COCO files")
struct COCOTests {
  private struct Boxes: TaskOutput {
    static let format = OutputFormat(
      task: "boxes", title: "BoxesResult", subject: .object, parts: [BoxesFormat.trackedObjects])

    let boxes: [OutputBox]
    var parts: [any OutputPart] { [BoxesPart(.trackedObjects, boxes)] }
  }

  private static func box(
    _ id: Int? = nil, _ rect: CGRect = CGRect(x: 1, y: 2, width: 3, height: 4), name: String? = "cat", index: Int = 16
  ) -> OutputBox {
    OutputBox(
      Detection(
        categories: [ResultCategory(index: index, score: 0.5, categoryName: name, displayName: nil)],
        boundingBox: rect, keypoints: nil), trackingID: id)
  }

  private static func frame(_ number: Int? = nil, isFile: Bool = false) -> COCOEncoder.Frame {
    COCOEncoder.Frame(
      fileName: "a.mp4", isFile: isFile, width: 64, height: 48, videoID: number.map { _ in 1 }, frame: number,
      timestampMs: number.map { $0 * 40 })
  }

  @Test("Annotations have the fields that pycocotools needs, and track_id only where all objects have one")
  func annotations() throws {
    var encoder = COCOEncoder()
    let tracked = try encoder.add(Boxes(boxes: [Self.box(7)]), of: Self.frame())
    #expect(tracked.image == #"{"file_name":"a.mp4","height":48,"id":1,"width":64}"#)
    #expect(
      tracked.annotations == [
        #"{"area":12,"bbox":[1,2,3,4],"category_id":17,"id":1,"image_id":1,"iscrowd":0,"score":0.5,"segmentation":[],"track_id":7}"#
      ])
    let mixed = try encoder.add(Boxes(boxes: [Self.box(7), Self.box()]), of: Self.frame())
    #expect(mixed.annotations.count == 2 && mixed.annotations.allSatisfy { !$0.contains("track_id") })
    #expect(
      try encoder.headJSON(version: "1.2.3")
        == #""categories":[{"id":17,"name":"cat","supercategory":"object"}],"info":{"contributor":"","date_created":"","#
        + #""description":"Objects found by vision boxes","url":"","version":"1.2.3","year":""},"licenses":[]"#)
  }

  @Test("Every frame of a video has a name of its own and the video's number; a frame that is a file keeps its name")
  func videoFrames() throws {
    var encoder = COCOEncoder()
    #expect(encoder.addVideo(name: "a.mp4", width: 64, height: 48) == 1)
    #expect(encoder.addVideo(name: "b.mp4", width: 8, height: 4) == 2)
    #expect(
      try encoder.add(Boxes(boxes: []), of: Self.frame(12)).image
        == #"{"file_name":"a.mp4/000012.jpg","frame":12,"height":48,"id":1,"timestamp_ms":480,"video_id":1,"width":64}"#
    )
    #expect(Self.frame(12, isFile: true).fileName == "a.mp4")
    #expect(
      try encoder.headJSON(version: "").hasSuffix(
        #""videos":[{"height":48,"id":1,"name":"a.mp4","width":64},{"height":4,"id":2,"name":"b.mp4","width":8}]"#))
  }

  @Test("All classes of the model are categories, but COCO's gaps; a class without a name has its number")
  func categories() throws {
    var encoder = COCOEncoder(classNames: ["person", "", "???", "car"])
    _ = try encoder.add(Boxes(boxes: [Self.box(name: nil, index: 5), Self.box(name: "", index: 2)]), of: Self.frame())
    let names = try encoder.headJSON(version: "").matches(of: /"id":([0-9]+),"name":"([^"]*)"/).map {
      "\($0.output.1) \($0.output.2)"
    }
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
    var encoder = COCOEncoder()
    let annotations = try encoder.add(Boxes(boxes: [Self.box(nil, rect)]), of: Self.frame()).annotations
    #expect(annotations.count == (expected == nil ? 0 : 1))
    if let expected { #expect(annotations.first?.contains(#""bbox":\#(expected)"#) == true) }
  }

  @Test("Results have the data set's numbers; a class that it does not have is left out and named")
  func results() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"images":[{"id":9,"file_name":"val/1.jpg"},{"id":8,"file_name":"1.jpg"}],"categories":[{"id":40,"name":"Cat"}]}"#,
      "set.json")
    let dataSet = try COCODataSet(path: folder.path("set.json"))
    #expect(dataSet.imageID(of: "/data/val/1.jpg") == 9)
    #expect(dataSet.imageID(of: "/data/xval/1.jpg") == 8)
    #expect(dataSet.imageID(of: "/data/val/11.jpg") == nil && dataSet.imageID(of: "") == nil)
    let (elements, unknown) = try COCOEncoder.results(
      Boxes(boxes: [Self.box(), Self.box(name: "dog", index: 17)]), of: Self.frame(), imageID: 9,
      categoryID: dataSet.categoryID)
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
