import Foundation
import TestSupport
import Testing
import VisionCore
import VisionResults

@testable import VisionEvaluation

@Suite("Labels in COCO's format")
struct COCOReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ json: String) throws -> LabelSource {
    try LabelSource.read(LabelPlace(path: try folder.write(json, "labels.json")))
  }

  @Test("Images and categories are in the order of their IDs, and annotations belong to them")
  func order() throws {
    let set = try read(
      """
      {"images": [{"id": 7, "file_name": "b.jpg", "width": 8, "height": 4}, {"id": 2, "file_name": "a/c.jpg"}],
       "categories": [{"id": 9, "name": "cat"}, {"id": 3, "name": "dog"}],
       "annotations": [
        {"id": 1, "image_id": 7, "category_id": 9, "bbox": [1, 2, 3, 4], "area": 5.5, "iscrowd": 1},
        {"id": 2, "image_id": 2, "category_id": 3, "bbox": [0, 0, 1, 1], "iscrowd": false}]}
      """
    ).labels
    #expect(set.categories.map(\.name) == ["dog", "cat"])
    #expect(set.images.map(\.file) == ["a/c.jpg", "b.jpg"])
    #expect(set.images.map(\.size) == [nil, FrameSize(width: 8, height: 4)])
    let crowd = try #require(set.images[1].objects.first)
    #expect(crowd.category == 1 && crowd.isCrowd && crowd.area == 5.5)
    #expect(crowd.box == LabelBox(x: 1, y: 2, width: 3, height: 4))
    #expect(set.images[0].objects.first?.isCrowd == false)
    #expect(set.problems.isEmpty)
  }

  @Test("IDs may be text, after integers and by bytes; an integer in quotes is the integer")
  func textIDs() throws {
    let set = try read(
      """
      {"images": [{"id": "val/b", "file_name": "b.jpg"}, {"id": "10", "file_name": "c.jpg"}, {"id": 9, "file_name": "a.jpg"}],
       "categories": [{"id": "cat", "name": "Cat"}, {"id": "ape", "name": "Ape"}],
       "annotations": [
        {"id": "x", "image_id": "val/b", "category_id": "cat", "bbox": [1, 2, 3, 4]},
        {"id": "x", "image_id": "val/b", "category_id": "cat", "bbox": [1, 2, 3, 4]},
        {"id": "y", "image_id": 10, "category_id": "ape", "bbox": [0, 0, 1, 1]}]}
      """
    ).labels
    #expect(set.categories.map(\.name) == ["Ape", "Cat"])
    #expect(set.images.map(\.file) == ["a.jpg", "c.jpg", "b.jpg"])
    #expect(set.images.map { $0.objects.map(\.category) } == [[], [0], [1]])
    #expect(set.problems.kinds.map(\.text) == ["annotations whose ID repeats (1): annotation x"])
  }

  @Test("Paths from the folder in which a program ran are found in the folder of the images that the user names")
  func pathsOfAnotherFolder() throws {
    try folder.write("", "photos/pets.png")
    try folder.write("", "photos/more/pets.png")
    let images = ["../photos/pets.png", "../photos/more/pets.png"].enumerated().map {
      "{\"id\": \($0 + 1), \"file_name\": \"\($1)\"}"
    }
    let json = "{\"images\": [\(images.joined(separator: ","))], \"annotations\": [], \"categories\": []}"
    let file = try folder.write(json, "sub/o.json")
    let source = try LabelSource.read(LabelPlace(path: file, images: folder.path("photos")))
    #expect(source.labels.images.map(\.file) == ["pets.png", "more/pets.png"])
    #expect(source.labels.images.allSatisfy { $0.refusal == nil })
    let deep = String(repeating: "x/", count: 20_000) + "pets.png"
    let long = try folder.write(json.replacing("../photos/pets.png", with: deep), "long.json")
    #expect(try LabelSource.read(LabelPlace(path: long, images: folder.path("photos"))).labels.images.count == 2)
    let unnamed = try LabelSource.read(LabelPlace(path: file))
    #expect(unnamed.labels.images.allSatisfy { $0.refusal?.contains("--images") == true })
  }

  @Test("An absolute path is read in the folder of the images, and refused elsewhere with advice")
  func absolute() throws {
    let inside = folder.path("photos/a.png")
    let json =
      #"{"images":[{"id":1,"file_name":"\#(inside)"},{"id":2,"file_name":"/etc/passwd"}],"annotations":[],"categories":[]}"#
    let path = try folder.write(json, "labels.json")
    let images = try LabelSource.read(LabelPlace(path: path, images: folder.path("photos"))).labels.images
    #expect(images.map(\.file) == ["a.png", "/etc/passwd"] && images[0].refusal == nil)
    #expect(images[1].refusal?.hasSuffix("; name the one that it is in with --images.") == true)
    let near = try LabelSource.read(LabelPlace(path: path)).labels.images
    #expect(near.first?.file == "photos/a.png" && near.first?.refusal == nil)
  }

  @Test(
    "What is wrong with one annotation or image is counted, and the others are read",
    arguments: [
      (#"{"id": 2, "image_id": 1, "category_id": 5, "bbox": [0, 0, 1, 1]}"#, "unknown image or category"),
      (#"{"id": 2, "image_id": 8, "category_id": 1, "bbox": [0, 0, 1, 1]}"#, "unknown image or category"),
      (#"{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}"#, "ID repeats"),
      (#"{"id": 2, "image_id": 1, "category_id": 1, "bbox": [0, 0, -1, 1]}"#, "impossible box"),
      (#"{"id": 2, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1e300, 1e300]}"#, "impossible box"),
      (#"{"id": 2, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1]}"#, "impossible box"),
      (#"{"id": 2, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1], "area": -4}"#, "impossible box"),
      (#"{"id": 2, "image_id": 1, "category_id": 1, "keypoints": [1, 2]}"#, "impossible box"),
      (#"{"id": 2, "image_id": "one", "category_id": 1, "bbox": [0, 0, 1, 1]}"#, "unknown image"),
      (#"{"id": 2, "image_id": [1], "category_id": 1, "bbox": [0, 0, 1, 1]}"#, "annotations that cannot be read"),
      (#"{"id": 2, "image_id": 1, "category_id": 1}"#, "impossible box"),
      ("17", "annotations that cannot be read"),
    ])
  func wrongAnnotations(_ annotation: String, _ problem: String) throws {
    let set = try read(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}, \(annotation)]}
      """
    ).labels
    #expect(set.images[0].objects.count == 1)
    #expect(set.problems.count == 1)
    #expect(set.problems.kinds[0].what.contains(problem), "\(set.problems.kinds[0].text)")
  }

  @Test(
    "An image whose path leaves the folder stays as one that must not be opened",
    arguments: ["/etc/passwd", "../secret.jpg", "a/../../b.jpg", "..\\\\b.jpg", "C:/x.jpg", ""])
  func paths(_ path: String) throws {
    let set = try read(
      """
      {"images": [{"id": 1, "file_name": "\(path)"}], "categories": [{"id": 1, "name": "cat"}],
       "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}]}
      """
    ).labels
    #expect(set.images[0].refusal != nil)
    #expect(set.images[0].objects.count == 1)
  }

  @Test("A file that is no data set says what is needed", arguments: ["{}", "[1, 2]"])
  func noDataSet(_ text: String) throws {
    let error = #expect(throws: TasksError.self) { try read(text) }
    #expect(error?.message.contains("needed is a JSON object with images") == true)
  }

  @Test(
    "A file that is cut off, or no JSON at all, is called so",
    arguments: ["", #"{"images": [{"id": 1, "#, #"{"images": [], "annotations": NaN, "categories": []}"#, "\u{0}"])
  func noJSON(_ text: String) throws {
    let error = #expect(throws: TasksError.self) { try read(text) }
    #expect(error?.message.contains("is no JSON; is it cut off?") == true)
  }

  @Test("Repeated IDs of images and categories count once")
  func repeatedIDs() throws {
    let set = try read(
      """
      {"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "b.jpg"}],
       "categories": [{"id": 1, "name": "cat"}, {"id": 1, "name": "dog"}], "annotations": []}
      """
    ).labels
    #expect(set.images.map(\.file) == ["a.jpg"])
    #expect(set.problems.count == 2)
  }
}
