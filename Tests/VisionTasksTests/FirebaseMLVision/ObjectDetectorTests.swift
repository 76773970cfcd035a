import FirebaseMLVision
import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("ML Kit's object detector", .needs(.shared))
struct ObjectDetectorTests {
  private func overlap(_ a: CGRect, _ b: CGRect) -> CGFloat {
    let common = a.intersection(b)
    let area = common.isNull ? 0 : common.width * common.height
    return area / (a.width * a.height + b.width * b.height - area)
  }

  /// Where a box of an upright image lies in the stored one, by painting it there and looking for it.
  private func painted(
    _ box: CGRect, in upright: ImageBuffer, stored orientation: VisionDetectorImageOrientation
  ) throws -> CGRect {
    var bytes = [UInt8](repeating: 0, count: upright.width * upright.height * 3)
    for y in Int(box.minY.rounded())..<Int(box.maxY.rounded()) {
      for x in Int(box.minX.rounded())..<Int(box.maxX.rounded()) { bytes[(y * upright.width + x) * 3] = 255 }
    }
    let image = try Objects.stored(
      ImageBuffer(copying: bytes, width: upright.width, height: upright.height, format: .rgb), orientation)
    var found = CGRect.null
    image.withUnsafeBytes { pixels in
      for y in 0..<image.height {
        for x in 0..<image.width where pixels[y * image.bytesPerRow + x * 3] == 255 {
          found = found.union(CGRect(x: x, y: y, width: 1, height: 1))
        }
      }
    }
    return found
  }

  private func areNear(_ a: CGRect, _ b: CGRect) -> Bool {
    [a.minX - b.minX, a.minY - b.minY, a.maxX - b.maxX, a.maxY - b.maxY].allSatisfy { abs($0) <= 1 }
  }

  @Test(
    "All eight orientations: the objects of the upright image, in pixels of the buffer",
    arguments: VisionDetectorImageOrientation.allCases)
  func orientations(orientation: VisionDetectorImageOrientation) throws {
    let upright = try Objects.pixels("pets.png")
    let detector = try Objects.detector(.singleImage, several: true)
    let expected = try detector.results(in: VisionImage(imageBuffer: upright)).map(\.frame)
    #expect(expected.count == 2)
    let image = VisionImage(imageBuffer: try Objects.stored(upright, orientation))
    let metadata = VisionImageMetadata()
    metadata.orientation = orientation
    image.metadata = metadata
    let frames = try detector.results(in: image).map(\.frame)
    for (frame, box) in zip(frames, expected) {
      #expect(areNear(frame, try painted(box, in: upright, stored: orientation)), "\(frame), upright \(box)")
    }
    #expect(frames.count == 2)
  }

  @Test("A UIImage's frames are in the image as UIKit draws it, whether its own orientation or metadata says how")
  func uiImageOrientation() throws {
    let upright = try Objects.pixels("pets.png")
    let detector = try Objects.detector(.singleImage)
    let expected = try #require(try detector.results(in: VisionImage(imageBuffer: upright)).first).frame
    let lying = CGImage(imageBuffer: try Objects.stored(upright, .rightTop))
    let turned = VisionImage(image: UIImage(cgImage: lying, scale: 1, orientation: .right))
    #expect(try detector.results(in: turned).map(\.frame) == [expected])
    turned.metadata = VisionImageMetadata()
    turned.metadata?.orientation = .rightTop
    #expect(try detector.results(in: turned).map(\.frame) == [expected])
    let plain = VisionImage(image: UIImage(cgImage: lying))
    plain.metadata = turned.metadata
    let frame = try #require(try detector.results(in: plain).first).frame
    #expect(areNear(frame, try painted(expected, in: upright, stored: .rightTop)))
  }

  @Test("The most prominent object alone, or up to five, the most prominent first")
  func multiple() throws {
    let crowd = VisionImage(imageBuffer: try Objects.pixels("face_wall.png"))
    let all = try Objects.detector(.singleImage, several: true).results(in: crowd)
    let one = try Objects.detector(.singleImage).results(in: crowd)
    #expect(all.count == 5)
    #expect(one.count == 1)
    #expect(one.first?.frame == all.first?.frame)
    let cat = try Objects.detector(.singleImage)
      .results(in: VisionImage(imageBuffer: try Objects.pixels("cat_720p.jpg")))
    // The detector's own box of this picture's cat.
    #expect(overlap(try #require(cat.first).frame, CGRect(x: 101, y: 89, width: 900, height: 630)) > 0.8)
  }

  @Test("A mirrored picture has the same object, mirrored")
  func mirrored() throws {
    let detector = try Objects.detector(.singleImage)
    let upright = try Objects.pixels("cat_720p.jpg")
    let found = try #require(try detector.results(in: VisionImage(imageBuffer: upright)).first).frame
    let image = VisionImage(imageBuffer: try Objects.stored(upright, .topRight))
    let mirrored = try #require(try detector.results(in: image).first).frame
    let back = CGRect(x: 1280 - mirrored.maxX, y: mirrored.minY, width: mirrored.width, height: mirrored.height)
    // The detector itself does not see mirrored pictures quite alike.
    print("a mirrored cat's box overlaps by \(overlap(found, back))")
    #expect(overlap(found, back) > 0.75)
  }

  @Test(
    "Categories of known pictures; without the option they are unknown",
    arguments: [
      ("coffee.png", [VisionObjectCategory.food, .homeGoods]), ("cat_720p.jpg", [.unknown]), ("pets.png", [.unknown]),
    ])
  func categories(name: String, allowed: [VisionObjectCategory]) throws {
    let image = VisionImage(imageBuffer: try Objects.pixels(name))
    let object = try #require(try Objects.detector(.singleImage, classifies: true).results(in: image).first)
    #expect(allowed.contains(object.classificationCategory))
    #expect((object.confidence == nil) == (object.classificationCategory == .unknown))
    if let confidence = object.confidence?.floatValue { #expect((0.45...1).contains(confidence)) }
    let plain = try #require(try Objects.detector(.singleImage).results(in: image).first)
    #expect(plain.classificationCategory == .unknown && plain.confidence == nil)
  }

  @Test(
    "What the detector is sure of has its category where the classifier is not: a clock is a home good",
    .needs(.unpublished))
  func detectorsClass() throws {
    let clock = VisionImage(imageBuffer: try Objects.pixels("thing_clock.png"))
    let objects = try Objects.detector(.singleImage, several: true, classifies: true).results(in: clock)
    #expect(objects.map(\.classificationCategory) == [.homeGoods])
    #expect((objects.first?.confidence?.floatValue ?? 0) > 0.6)
    // A seated man before a wall, whom the classifier alone calls a home good.
    let person = VisionImage(imageBuffer: try Objects.pixels("face_far.png"))
    #expect(
      try Objects.detector(.singleImage, classifies: true).results(in: person).map(\.classificationCategory)
        == [.unknown])
  }

  @Test("Classification does not change which objects are found in images", arguments: [true, false])
  func classificationKeepsBoxes(several: Bool) throws {
    let plain = try Objects.detector(.singleImage, several: several)
    let classifying = try Objects.detector(.singleImage, several: several, classifies: true)
    let folder = try SharedFolder.media("")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
      $0.hasSuffix(".png") || $0.hasSuffix(".jpg")
    }
    #expect(names.count > 30)
    for name in names {
      let pixels = try Objects.pixels(name)
      let image = VisionImage(imageBuffer: pixels)
      let (expected, found) = (try plain.results(in: image), try classifying.results(in: image))
      if expected.isEmpty {
        let whole = CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
        #expect(found.allSatisfy { $0.frame == whole }, "\(name)")
      } else {
        #expect(found.map(\.frame) == expected.map(\.frame), "\(name)")
      }
    }
  }

  @Test("Nor those of a stream, nor their numbers", arguments: [true, false])
  func classificationKeepsStreams(several: Bool) throws {
    func found(classifies: Bool) throws -> [[String]] {
      let options = try Objects.options(.stream, several: several, classifies: classifies)
      options.detectorStride = 3
      let detector = Vision.vision().objectDetector(options: options)
      return try Objects.frames("trio_pan.mp4").map { image in
        // Number 0 is the whole image, where nothing was detected.
        try detector.results(in: image).filter { $0.trackingID != 0 }.map { "\($0.trackingID ?? -1) \($0.frame)" }
      }
    }
    let expected = try found(classifies: false)
    #expect(try found(classifies: true) == expected)
    #expect(expected.count == 90 && expected.joined().count > 60)
  }

  @Test("A blank picture has no objects, in either mode, which is no error; nor has the noise of a covered lens")
  func blank() throws {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<640 * 480 * 3).map { _ in UInt8.random(in: 0...12, using: &generator) }
    let dark = try ImageBuffer(copying: noise, width: 640, height: 480, format: .rgb)
    for pixels in [try Objects.gray(), dark] {
      let image = VisionImage(imageBuffer: pixels)
      #expect(try Objects.detector(.singleImage, several: true, classifies: true).results(in: image).isEmpty)
      #expect(try Objects.detector(.stream, several: true, classifies: true).results(in: image).isEmpty)
    }
  }

  @Test("The two walkers of a video keep their numbers; alone, the most prominent one does")
  func stream() throws {
    let path = try SharedFolder.media("walkers_pan.mp4")
    for several in [true, false] {
      let detector = try Objects.detector(.stream, several: several, classifies: true)
      let video = try VideoReader(contentsOfFile: path)
      var sightings: [Int: Int] = [:]
      var frameCount = 0
      while let frame = try video.next() {
        let image = VisionImage(imageBuffer: frame.image)
        image.timestampInMilliseconds = frame.timestampInMilliseconds
        let objects = try detector.results(in: image)
        #expect(objects.count <= (several ? 5 : 1))
        for object in objects { sightings[try #require(object.trackingID).intValue, default: 0] += 1 }
        frameCount += 1
      }
      print("several \(several): \(frameCount) frames, sightings \(sightings.sorted { $0.key < $1.key })")
      let long = sightings.filter { $0.value > frameCount * 9 / 10 }.count
      #expect(several ? long >= 2 : long == 1)
    }
  }

  @Test("A picture of another size begins another stream; numbers go on")
  func sizeChange() throws {
    let detector = try Objects.detector(.stream)
    let pets = try Objects.pixels("pets.png")
    let cat = try Objects.pixels("cat_720p.jpg")
    func id(_ pixels: ImageBuffer) throws -> Int? {
      try detector.results(in: VisionImage(imageBuffer: pixels)).first?.trackingID?.intValue
    }
    let ids = [try id(cat), try id(cat), try id(pets), try id(cat)].compactMap { $0 }
    #expect(ids.count == 4)
    #expect(ids[0] == ids[1])
    #expect(Set(ids).count == 3 && ids.sorted() == ids)
    detector.reset()
    #expect(try #require(try id(cat)) > ids[3])
  }

  @Test("Without a detector in every frame objects keep their numbers", arguments: [3, nil])
  func stride(stride: Int?) throws {
    let options = try Objects.options(.stream)
    options.detectorStride = stride
    let detector = Vision.vision().objectDetector(options: options)
    let cat = try Objects.pixels("cat_720p.jpg")
    for time in 0..<7 {
      let image = VisionImage(imageBuffer: cat)
      image.timestampInMilliseconds = time * 40
      #expect(try detector.results(in: image).map(\.trackingID) == [1])
    }
  }

  @Test("A stream's median latency is half of single images' at most, and its boxes are theirs")
  func latency() throws {
    let frames = try Objects.frames("walkers_pan.mp4").prefix(50)
    let clock = ContinuousClock()
    func run(_ options: VisionObjectDetectorOptions) throws -> (median: Duration, boxes: [[CGRect]]) {
      let detector = Vision.vision().objectDetector(options: options)
      try detector.prepare()
      var times: [Duration] = []
      let boxes = try frames.map { image in
        let start = clock.now
        defer { times.append(clock.now - start) }
        return try detector.results(in: image).map(\.frame)
      }
      return (times.sorted()[times.count / 2], boxes)
    }
    let everyFrame = try Objects.options(.stream, several: true, classifies: true)
    everyFrame.detectorStride = 1
    let expected = try run(everyFrame).boxes
    let single = try run(try Objects.options(.singleImage, several: true, classifies: true))
    let stream = try run(try Objects.options(.stream, several: true, classifies: true))
    let all = expected.joined().count
    let kept = zip(expected, stream.boxes).reduce(0) { count, boxes in
      count + boxes.0.filter { box in boxes.1.contains { overlap($0, box) > 0.6 } }.count
    }
    print("single images \(single.median), stream \(stream.median), \(kept) of \(all) boxes kept")
    #expect(stream.median * 2 <= single.median)
    #expect(Double(kept) > 0.9 * Double(all))
  }
}
