import FirebaseMLVision
import Foundation
import Testing
import VisionMedia

@Suite("ML Kit's object detector", .enabled(if: SharedFolder.isPresent, Objects.skipNote))
struct ObjectDetectorTests {
  private func overlap(_ a: CGRect, _ b: CGRect) -> CGFloat {
    let common = a.intersection(b)
    let area = common.isNull ? 0 : common.width * common.height
    return area / (a.width * a.height + b.width * b.height - area)
  }

  @Test(
    "All eight orientations: the objects of the upright picture", arguments: VisionDetectorImageOrientation.allCases)
  func orientations(orientation: VisionDetectorImageOrientation) throws {
    let upright = try Objects.pixels("pets.png")
    let detector = try Objects.detector(.singleImage, several: true)
    let expected = try detector.results(in: VisionImage(imageBuffer: upright)).map(\.frame)
    #expect(expected.count == 2)
    let image = VisionImage(imageBuffer: try Objects.stored(upright, orientation))
    let metadata = VisionImageMetadata()
    metadata.orientation = orientation
    image.metadata = metadata
    #expect(try detector.results(in: image).map(\.frame) == expected)
  }

  @Test("A UIImage that lies on its side is turned by its own orientation; metadata overrule it")
  func uiImageOrientation() throws {
    let upright = try Objects.pixels("pets.png")
    let detector = try Objects.detector(.singleImage)
    let expected = try detector.results(in: VisionImage(imageBuffer: upright)).map(\.frame)
    let lying = CGImage(imageBuffer: try Objects.stored(upright, .rightTop))
    #expect(
      try detector.results(in: VisionImage(image: UIImage(cgImage: lying, scale: 1, orientation: .right))).map(\.frame)
        == expected)
    let plain = VisionImage(image: UIImage(cgImage: lying))
    plain.metadata = VisionImageMetadata()
    plain.metadata?.orientation = .rightTop
    #expect(try detector.results(in: plain).map(\.frame) == expected)
  }

  @Test("The most prominent object alone, or up to five, the most prominent first")
  func multiple() throws {
    let crowd = VisionImage(imageBuffer: try Objects.pixels("beach_kites.jpg"))
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
      ("beach_kites.jpg", [.places, .unknown]),
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

  @Test("A blank picture has no objects, in either mode, which is no error; nor has the noise of a covered lens")
  func blank() throws {
    var generator = SystemRandomNumberGenerator()
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
    let path = try SharedFolder.path("media", "walkers_pan.mp4")
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

  @Test("Without a detector in every frame objects keep their numbers")
  func stride() throws {
    let options = try Objects.options(.stream)
    options.detectorStride = 3
    let detector = Vision.vision().objectDetector(options: options)
    let cat = try Objects.pixels("cat_720p.jpg")
    for time in 0..<7 {
      let image = VisionImage(imageBuffer: cat)
      image.timestampInMilliseconds = time * 40
      #expect(try detector.results(in: image).map(\.trackingID) == [1])
    }
  }
}
