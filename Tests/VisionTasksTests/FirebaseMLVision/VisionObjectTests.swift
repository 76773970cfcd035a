import FirebaseMLVision
import Foundation
import Testing

@Suite("Objects as values")
struct VisionObjectTests {
  private func object(_ json: String) throws -> VisionObject {
    try JSONDecoder().decode(VisionObject.self, from: Data(json.utf8))
  }

  private let food =
    #"{"boundingBox":{"x":96,"y":40,"width":312,"height":280},"classificationCategory":"food","confidence":0.91"#

  @Test("An object comes back from JSON, the command's too, and is equal by value")
  func roundTrip() throws {
    let found = try object(food + #","trackingId":3,"categories":[]}"#)
    #expect(found.trackingID == 3 && found.classificationCategory == .food && found.confidence?.floatValue == 0.91)
    #expect(found.frame == CGRect(x: 96, y: 40, width: 312, height: 280))
    let back = try JSONDecoder().decode(VisionObject.self, from: JSONEncoder().encode(found))
    #expect(back == found && back.hash == found.hash && Set([back, found]).count == 1)
    let alone = try object(food + "}")
    #expect(alone != found && alone.trackingID == nil)
    #expect("\(found)" == "#3 food 0.91 at (96, 40, 312, 280)" && "\(alone)" == "food 0.91 at (96, 40, 312, 280)")
    #expect(String(reflecting: found).contains("trackingID: 3"))
  }

  @Test("An unknown category is an error that names those there are")
  func unknownCategory() {
    let error = #expect(throws: DecodingError.self) {
      try object(food.replacingOccurrences(of: "food", with: "drink") + "}")
    }
    #expect(error.map { "\($0)" }?.contains("homeGoods") == true)
  }
}
