import TestSupport
import Testing
import VisionCore
import VisionTasks

@testable import VisionServer

@Suite("Descriptions of served models")
struct ModelSpecTests {
  @Test("A task, another model, a name and options")
  func forms() throws {
    let plain = try ModelSpec("gesture")
    #expect(
      plain.name == "gesture" && plain.task == "gesture" && plain.model == "gesture_recognizer" && plain.values.isEmpty)
    let other = try ModelSpec("pose:pose_landmarker_full")
    #expect(other.name == "pose_landmarker_full" && other.task == "pose" && other.model == "pose_landmarker_full")
    let file = try ModelSpec("detect:mine.tflite")
    #expect(file.name == "mine" && file.model == "mine.tflite")
    let named = try ModelSpec("two-hands=hand?numHands=2&minHandDetectionConfidence=0.3")
    #expect(named.name == "two-hands" && named.task == "hand" && named.values["numHands"] == .number(2))
    #expect(try ModelSpec("a=detect:b.tflite?maxResults=3").model == "b.tflite")
  }

  @Test(
    "Unknown tasks and options, values out of range and names that fit into no address are refused",
    arguments: [
      "", "nothing", "=hand", "a b=hand", "a/b=hand", "..=hand", "hand?numHands=0", "hand?numHands", "hand?x=1",
      "hand?numHands=x", "hand?=", "hand?==", "hand?=2", "hand?numHands=2&=",
      "é=hand", "hand:", "stats=hand", "pose:stats.task", "none=hand", "\(String(repeating: "a", count: 65))=hand",
    ])
  func refused(_ text: String) {
    #expect(throws: TasksError.self) { try ModelSpec(text) }
  }

  @Test("Names that the server uses and commas between models are refused with what to do")
  func hints() {
    func message(_ text: String) -> String { #expect(throws: TasksError.self) { try ModelSpec(text) }?.message ?? "" }
    #expect(message("stats=hand").contains("as in my-stats=hand"))
    #expect(
      message("hand,pose").contains("spaces between them in VISION_SERVE_MODEL")
        && !message("x").contains("VISION_SERVE"))
  }

  @Test("A segmenter without any mask is told which one to ask for")
  func masks() throws {
    let error = #expect(throws: TasksError.self) { try ModelSpec("segment?categoryMask=false") }
    #expect(
      error?.message
        == "Category mask and confidence masks are both off, so nothing is left to find; add confidenceMasks.")
    #expect(try ModelSpec("segment?categoryMask=false&confidenceMasks=true").values.count == 2)
  }

  @Test("Names are given once, options too, and errors name options as they were given")
  func repeated() throws {
    func message(_ models: [String]) -> String? {
      var options = ServerOptions()
      options.models = models
      return #expect(throws: TasksError.self) { try options.validate() }?.message
    }
    #expect(message(["hand", "hand"])?.hasPrefix("Two models have the name hand") == true)
    #expect(message(["hand?numHands=1&numHands=2"])?.contains("has numHands twice") == true)
    #expect(message(["hand?numHands=x"])?.hasPrefix("numHands is \"x\"") == true)
  }

  @Test("The memory of masks is known for each pixel", .needs(.shared))
  func maskBytes() throws {
    var options = ServerOptions()
    options.modelFolder = try SharedFolder.path("models")
    options.models = [
      "hand:hand_landmarker.task", "a=segment:deeplab_v3.tflite", "b=segment:deeplab_v3.tflite?confidenceMasks=true",
      "c=segment:deeplab_v3.tflite?confidenceMasks=true&maskSize=model",
      "d=pose:pose_landmarker_lite.task?numPoses=2&segmentationMasks=true",
      "e=pose:pose_landmarker_lite.task?numPoses=9223372036854775807&segmentationMasks=true",
    ]
    let models = try ServedModels(options, catalog: .init()).all
    #expect(models.map(\.maskBytes) == [0, 1, 85, 0, 8, 4 * 65_535])
    #expect(throws: TasksError.self) { try models[0].seeing(nil, at: "0.5,0.5") }
  }

  @Test("A model's file comes from the folder by its name or from the catalog, never by a path")
  func files() throws {
    let error = #expect(throws: TasksError.self) { try ModelSpec("hand:models/mine.task") }
    #expect(error?.message.hasSuffix("--model-folder models, and the file in it, hand:mine.task.") == true)
    for text in ["hand:../secret", "hand:/etc/passwd", "x=hand:../a.task"] {
      var options = ServerOptions()
      options.models = [text]
      options.modelFolder = "/etc"
      #expect(throws: TasksError.self) { try ServedModels(options, catalog: .init()) }
    }
  }

  @Test("A model folder that is missing is named in the error")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    var options = ServerOptions()
    (options.models, options.modelFolder) = (["hand"], folder.path("none"))
    let error = #expect(throws: TasksError.self) { try ServedModels(options, catalog: .init()) }
    #expect(error?.message.contains(folder.path("none")) == true)
  }

  @Test("A model folder that is a file, and a model that the folder lacks, are errors that name what there is")
  func wrongFolder() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("model", "a.task")
    func message(_ model: String, in path: String) -> String {
      var options = ServerOptions()
      (options.models, options.modelFolder) = ([model], path)
      return #expect(throws: TasksError.self) { try ServedModels(options, catalog: .init()) }?.message ?? ""
    }
    #expect(message("gesture", in: file).contains("a.task\" is a file"), "\(message("gesture", in: file))")
    let missing = message("gesture:nope", in: folder.path(""))
    #expect(missing.contains(" has a.task, and no \"nope\". "), "\(missing)")
    let empty = try TemporaryFolder()
    #expect(message("gesture:nope", in: empty.path("")).contains(" has no .task and .tflite files, "))
  }

  @Test("Of several files a name means the exact one, then the first in order")
  func sameNames() throws {
    let folder = try TemporaryFolder()
    for name in ["a.tflite", "a.tflite.task", "b.task", "b.tflite"] { try folder.write("model", name) }
    var options = ServerOptions()
    (options.models, options.modelFolder) = (["x=hand:a.tflite", "y=hand:b"], folder.path(""))
    let paths = try ServedModels(options, catalog: .init()).all.map(\.path)
    #expect(paths.map { $0.split(separator: "/").last } == ["a.tflite", "b.task"])
  }
}
