import Foundation
import TestSupport
import Testing

@Suite("Warnings, end to end", .needs(.command), .needs(.shared))
struct WarningRunTests {
  @Test("Names and thresholds without effect are warned about once on standard error; the run goes on")
  func detect() throws {
    let run = try CommandRun([
      "detect", CommandRun.media("cat_720p.jpg"), CommandRun.media("pets.png"), "--model",
      CommandRun.model("efficientdet_lite0_int8.tflite"), "--category-allow", "persan,cat", "--json", "-", "--quiet",
    ])
    #expect(run.status == 0)
    #expect(
      run.errors == "Warning: --category-allow: the model does not know \"persan\"; did you mean \"person\"?\n")
    #expect(run.output.contains(#""categoryName":"cat""#))
    let none = try CommandRun([
      "detect", CommandRun.media("cat_720p.jpg"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
      "--score-threshold", "2", "--category-deny", "zebrra", "--json", "-", "--quiet",
    ])
    #expect(none.status == 0 && none.output.contains(#""detections":[]"#))
    #expect(none.errors.contains("--score-threshold is 2") && none.errors.contains("did you mean \"zebra\"?"))
  }

  @Test("A worker warns, too, and is ready")
  func worker() throws {
    let model = try CommandRun.model("efficientdet_lite0_int8.tflite")
    let run = try CommandRun(["worker", "detect", "--model", model, "--category-deny", "persan"], input: "/dev/null")
    #expect(run.status == 0 && run.output.contains("\"ready\":true"))
    #expect(
      run.errors.contains("Warning: --category-deny: the model does not know \"persan\"; did you mean \"person\"?"))
  }

  @Test("The lists of both gesture classifiers are compared with their own names")
  func gesture() throws {
    func errors(_ model: String, _ arguments: String...) throws -> String {
      let run = try CommandRun(
        ["gesture", CommandRun.media("thumb_up_teal.png"), "--model", CommandRun.model(model), "--quiet"] + arguments)
      #expect(run.status == 0)
      return run.errors
    }
    let custom = "gesture_recognizer_with_custom_gestures.task"
    #expect(try errors("gesture_recognizer.task", "--canned-allow", "Victory,Thumb_Up") == "")
    #expect(try errors("gesture_recognizer.task", "--canned-deny", "thumb_up").contains("did you mean \"Thumb_Up\"?"))
    #expect(try errors("gesture_recognizer.task", "--custom-deny", "a").contains("the model has no custom gestures"))
    #expect(try errors(custom, "--custom-deny", "devide").contains("--custom-deny: the model does not know \"devide\""))
  }
}
