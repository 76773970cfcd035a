import Foundation
import TestSupport
import Testing

/// A run over several images has one task for each of several threads, with packed weights in common.
@Suite(
  "Several images at a time have the answers of one at a time",
  .needs(.command), .needs(.shared))
struct KernelsRunTests {
  static let commands = [
    ["detect", "--model", "efficientdet_lite0_int8.tflite"],
    ["detect", "--model", "efficientdet_lite0_float16.tflite"],
    ["detect", "--model", "ssd_mobilenet_v1_coco_quant.tflite"],
    [
      "track", "--multiple-objects", "--classify", "--model", "efficientdet_lite0_int8.tflite", "--classifier-model",
      "efficientnet_lite0.tflite",
    ],
    ["gesture", "--model", "gesture_recognizer.task"],
    ["hand", "--model", "hand_landmarker.task"],
    ["pose", "--model", "pose_landmarker_lite.task"],
  ]

  @Test("Whichever kernels compute them", arguments: commands, ["automatic", "off"])
  func jobs(command: [String], kernels: String) throws {
    let images = ["pets.png", "three_people.png", "tiny_32x24.png", "two_thumbs.png", "yoga.png", "coffee.png"]
    let arguments =
      try command.map { $0.contains(".t") ? try CommandRun.model($0) : $0 } + images.map(CommandRun.media)
      + ["--kernels", kernels, "--json", "-"]
    let single = try CommandRun(arguments + ["--jobs", "1"])
    #expect(single.status == 0 && single.output.count(where: \.isNewline) == images.count)
    for jobs in ["2", "4"] {
      let several = try CommandRun(arguments + ["--jobs", jobs])
      #expect(several.status == 0)
      #expect(several.output == single.output, "--jobs \(jobs), --kernels \(kernels)")
    }
  }

  @Test("The environment chooses kernels, too, and an unknown name is reported")
  func environment() throws {
    let arguments = [
      "hand", try CommandRun.media("two_thumbs.png"), "--model", try CommandRun.model("hand_landmarker.task"), "--json",
      "-",
    ]
    let off = try CommandRun(arguments, environment: ["VISION_KERNELS": "off"])
    #expect(off.status == 0 && off.errors == "")
    let unknown = try CommandRun(arguments, environment: ["VISION_KERNELS": "fast"])
    #expect(
      unknown.status == 0 && unknown.errors.contains("VISION_KERNELS is \"fast\"; allowed are automatic, off, always."))
    // On AMD's first Zen the runtime's sums differ in the last digits.
    #expect(unknown.output == off.output || !MachineFact.fusedProducts.holds)
    #expect(try unknown.output == CommandRun(arguments).output)
  }

  @Test(
    "Kernels of older processors have the answers of this one's, and an unknown name of features is reported",
    arguments: [
      ["detect", "--model", "efficientdet_lite0_int8.tflite"],
      ["detect", "--model", "ssd_mobilenet_v1_coco_quant.tflite"],
    ])
  func features(command: [String]) throws {
    let arguments =
      try command.map { $0.contains(".t") ? try CommandRun.model($0) : $0 } + [CommandRun.media("pets.png")]
      + ["--json", "-"]
    let best = try CommandRun(arguments)
    #expect(best.status == 0 && best.errors == "")
    for features in ["avx512_fp16", "avx2", "baseline", "none"] {
      let run = try CommandRun(arguments, environment: ["VISION_CPU_FEATURES": features])
      #expect(run.status == 0 && run.output == best.output, "\(features)")
      #expect(run.errors.contains("VISION_CPU_FEATURES is \"none\"; allowed are") == (features == "none"))
    }
  }

  @Test("The dogs of the default model are dogs")
  func dogs() throws {
    let run = try CommandRun([
      "detect", "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), CommandRun.media("pets.png"),
      CommandRun.media("tiny_32x24.png"), "--kernels", "off", "--csv", "-",
    ])
    #expect(run.status == 0)
    let pets = run.output.split(separator: "\n").filter { $0.contains("pets.png") }
    #expect(pets.count == 2 && pets.allSatisfy { $0.contains(",dog,") })
  }
}
