import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Settings of custom operators")
struct FlexBufferMapTests {
  /// `{"a": 7, "bc": -2}` with one byte a number: the keys, the vector of keys, the map, the root.
  private static let small: [UInt8] =
    Array("a\0bc\0".utf8)
    + [2, 6, 5]  // the number of keys, then how far back each begins
    + [2, 1, 2]  // how far back the keys' vector is, its width, the number of values
    + [7, 0xFE, 8, 4]  // the values, then their types: unsigned and signed, a byte each
    + [4, 36, 1]  // how far back the map is, its type (map), the root's width

  @Test("Signed and unsigned numbers are found by name, others are not there")
  func numbers() throws {
    let map = try #require(FlexBufferMap(ModelData(Self.small)))
    #expect(map.integer("a") == 7)
    #expect(map.integer("bc") == -2)
    #expect(map.integer("b") == nil)
    #expect(map.integer("") == nil)
  }

  @Test("Bytes that are no map are none")
  func none() {
    #expect(FlexBufferMap(ModelData([])) == nil)
    #expect(FlexBufferMap(ModelData([1])) == nil)
    #expect(FlexBufferMap(ModelData([7, 4, 1])) == nil)
    #expect(FlexBufferMap(ModelData([UInt8](repeating: 0xFF, count: 64))) == nil)
  }

  @Test("Cut and changed bytes are no crash")
  func hostile() {
    for count in 0..<Self.small.count {
      #expect(FlexBufferMap(ModelData(Self.small.prefix(count)))?.integer("a") != 7)
      _ = FlexBufferMap(ModelData(Self.small.suffix(count)))?.integer("bc")
    }
    var unread = 0
    for position in Self.small.indices {
      for value in UInt8.min...UInt8.max {
        var changed = Self.small
        changed[position] = value
        if FlexBufferMap(ModelData(changed))?.integer("bc") == nil { unread += 1 }
      }
    }
    #expect((1..<256 * Self.small.count).contains(unread))
  }

  @Test("Keys have to ascend, as the runtime's reader searches by halves")
  func order() {
    var swapped = Self.small
    swapped.replaceSubrange(6..<8, with: [4, 7])
    #expect(FlexBufferMap(ModelData(swapped)) == nil)
  }

  @Test(
    "The published detector's post-processing says how many classes a box has",
    .needs(.shared))
  func published() throws {
    let model = try ParsedModel(ModelData(contentsOfFile: SharedFolder.model("ssd_mobilenet_v1_coco_quant.tflite")))
    func option(_ name: String, _ custom: String = "TFLite_Detection_PostProcess") throws -> Int? {
      try model.customOption(name, ofOperator: custom)
    }
    #expect(try option("max_classes_per_detection") == 1)
    #expect(try option("max_detections") == 10)
    #expect(try option("num_classes") == 90)
    #expect(try option("nms_iou_threshold") == nil)
    #expect(try option("max_detections", "Another") == nil)
  }
}
