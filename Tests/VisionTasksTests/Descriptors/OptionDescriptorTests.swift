import Foundation
import Testing
import VisionTasks

@Suite("Options are described once")
struct OptionDescriptorTests {
  private func option(_ key: String, of task: any TaskDefinition.Type) throws -> OptionDescriptor {
    try #require(task.descriptors.first { $0.key == key })
  }

  private func refusal(_ option: OptionDescriptor, _ value: OptionValue, _ source: OptionDescriptor.Source) -> String? {
    do {
      try option.check(value, as: option.key, from: source)
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  @Test("Names of flags and keys come from the property; a toggle that is on is switched off by its flag")
  func names() throws {
    let hands = try option("numHands", of: HandLandmarker.self)
    #expect(hands.flag == "--num-hands" && hands.property == "numHands" && hands.defaultText == "1")
    #expect(try option("smoothing", of: PoseLandmarker.self).flag == "--no-smoothing")
    #expect(try option("cannedMaxResults", of: GestureRecognizer.self).property == "maxResults")
    #expect(try option("maxResults", of: ObjectDetector.self).defaultText == "all")
    #expect(try option("scoreThreshold", of: ObjectDetector.self).defaultText == "0.3")
    #expect(try option("classifierModel", of: ObjectTracking.self).defaultText == "efficientnet_lite0")
  }

  @Test("Every task's names are its own, and every option reads back what is written", arguments: TaskRegistry.names)
  func readBack(name: String) throws {
    let task = try #require(TaskRegistry.task(name))
    #expect(TaskRegistry.names.filter { $0 == name }.count == 1)
    #expect(Set(task.descriptors.map(\.flag)).count == task.descriptors.count)
    #expect(!task.descriptor.models.isEmpty && task.format.task == name)
    try check(task)
  }

  private func check<Task: TaskDefinition>(_ task: Task.Type) throws {
    for option in task.options {
      let value: OptionValue =
        switch option.descriptor.kind {
        case .confidence, .score: .number(0.3)
        case .integer: .number(7)
        case .toggle, .masks: .toggle(option.descriptor.initial != .toggle(true))
        case .text, .model: .text("de")
        case .choice(let words): .text(words.last ?? "")
        case .names: .names(["a", "b"])
        case .region: .text("0.25,0.0,0.5,1.0")
        case .points(let isOne): .text(isOne ? "0.25,0.5" : "0.25,0.5,0.75,1.0")
        }
      try option.descriptor.check(value, as: "x")
      let options = Task.Options()
      #expect(option.get(options) == option.descriptor.swiftDefault, "\(option.descriptor.key)")
      option.set(options, value)
      #expect(option.get(options) == value, "\(option.descriptor.key)")
      let copy = try #require(options.copy() as? Task.Options)
      #expect(option.get(copy) == value, "a copy loses \(option.descriptor.key)")
    }
  }

  @Test(
    "A visitor's text has 1 to 100 printable characters without commas; a user's is any",
    arguments: [
      ("a", true), (String(repeating: "é", count: 100), true), ("", false), (String(repeating: "a", count: 101), false),
      ("a,b", false), ("a\nb", false), ("a\u{7F}", false), ("hot dog", true),
    ])
  func visitorTexts(text: String, isAllowed: Bool) throws {
    let locale = try option("displayNamesLocale", of: ObjectDetector.self)
    let names = try option("categoryAllow", of: ObjectDetector.self)
    for (option, value) in [(locale, OptionValue.text(text)), (names, .names(["cat", text]))] {
      #expect((refusal(option, value, .visitor) == nil) == isAllowed)
      #expect(refusal(option, value, .user) == nil)
    }
  }

  @Test(
    "A region lies inside the image and is not empty",
    arguments: [
      ("0,0,1,1", true), (" 0.25, 0.25, 0.5, 0.5", true), ("0,0,0,1", false), ("-0.1,0,0.5,0.5", false),
      ("0.6,0,0.5,1", false), ("0,0,nan,1", false), ("0,0,1", false), ("0,0,1,1,1", false), ("", false),
      ("a,b,c,d", false), ("0,,1,1", false), ("inf,0,1,1", false), ("0,0,1.001,1", false), ("0,0.9,1,0.1", false),
      ("0.1,0.3,1,1", true), ("0.7,0.9,1,1", true), ("0.999,0.999,1,1", true),
    ])
  func regions(text: String, isAllowed: Bool) throws {
    let region = try option("roi", of: PoseLandmarker.self)
    for source in [OptionDescriptor.Source.user, .visitor] {
      #expect((refusal(region, .text(text), source) == nil) == isAllowed)
    }
    #expect(OptionValue.text("0.25,0.5,0.75,0.75").region == CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
    #expect(
      refusal(region, .text("0.5,0,0.5,1"), .user)
        == "roi is \"0.5,0,0.5,1\"; it takes LEFT,TOP,RIGHT,BOTTOM in fractions of the image, such as 0.25,0.25,0.75,0.75, "
        + "each from 0 to 1, with LEFT below RIGHT and TOP below BOTTOM.")
  }

  @Test("All five classifier options of gestures are options of programs")
  func classifierOptions() throws {
    let flags = GestureRecognizer.descriptors.map(\.flagName)
    for prefix in ["canned", "custom"] {
      for name in ["display-names-locale", "max-results", "score-threshold", "allow", "deny"] {
        #expect(flags.contains("\(prefix)-\(name)"))
      }
    }
    let options = GestureRecognizer.makeOptions(
      modelPath: "m", mode: .image,
      values: ["cannedDisplayNamesLocale": .text("de"), "customDisplayNamesLocale": .text("fr")])
    #expect(options.cannedGesturesClassifierOptions?.displayNamesLocale == "de")
    #expect(options.customGesturesClassifierOptions?.displayNamesLocale == "fr")
  }

  @Test("A name that the model does not know is warned of once, however often it is given")
  func repeatedNames() throws {
    let names = try option("categoryAllow", of: ObjectDetector.self)
    let vocabulary = CategoryVocabulary("classes", ["cat", "dog"])
    #expect(names.warnings(about: .names(["cot", "cot", "cat"]), vocabulary: vocabulary).count == 1)
  }

  @Test("What is refused is named with its range; visitors of a server may have less")
  func ranges() throws {
    let people = try option("numPoses", of: PoseLandmarker.self)
    #expect(refusal(people, .number(0), .user) == "numPoses is 0; allowed is any integer from 1.")
    #expect(refusal(people, .number(1000), .user) == nil)
    #expect(refusal(people, .number(1000), .visitor) == "numPoses is 1000; allowed are 1 to 16.")
    #expect(refusal(people, .number(1.5), .user) == "numPoses is 1.5; allowed is any integer from 1.")
    #expect(refusal(people, .number(.nan), .user) != nil && refusal(people, .number(.infinity), .visitor) != nil)
    #expect(refusal(people, .toggle(true), .user) == "numPoses has a value of another kind; it takes a whole number.")
    let results = try option("maxResults", of: ObjectDetector.self)
    #expect(refusal(results, .number(0), .user) == "maxResults is 0; allowed are numbers from 1, and -1 for all.")
    #expect(refusal(results, .number(-5), .user) == nil && refusal(results, .number(-5), .visitor) != nil)
    #expect(refusal(results, .number(-1), .visitor) == nil)
    let threshold = try option("scoreThreshold", of: ObjectDetector.self)
    #expect(refusal(threshold, .number(7), .user) == nil && refusal(threshold, .number(7), .visitor) != nil)
    #expect(refusal(threshold, .number(.nan), .user) == "scoreThreshold is nan; any number is allowed.")
    let names = try option("categoryAllow", of: ObjectDetector.self)
    #expect(refusal(names, .names(["a\n"]), .visitor) != nil && refusal(names, .names(["a\n"]), .user) == nil)
    #expect(refusal(names, .names(Array(repeating: "a", count: 201)), .visitor) != nil)
  }

  @Test("Values exclude and need each other")
  func together() throws {
    func message(_ task: any TaskDefinition.Type, _ values: [String: OptionValue]) -> String? {
      do {
        try task.check(values, from: .user) { $0.flag }
        return nil
      } catch {
        return error.localizedDescription
      }
    }
    let lists = ["categoryAllow": OptionValue.names(["a"]), "categoryDeny": .names(["b"])]
    #expect(
      message(ObjectDetector.self, lists)
        == "--category-allow and --category-deny exclude each other; leave one of them out.")
    #expect(message(ObjectTracking.self, ["classifierModel": .text("c")]) == "--classifier-model needs --classify.")
    #expect(message(ObjectTracking.self, ["classifierModel": .text("c"), "classify": .toggle(true)]) == nil)
    // What belongs to another task does not count.
    #expect(message(HandLandmarker.self, lists) == nil)
  }

  @Test("A text becomes a value of the option's kind, or is refused")
  func parsing() throws {
    #expect(try option("numPoses", of: PoseLandmarker.self).value(parsing: "3") == .number(3))
    #expect(try option("segmentationMasks", of: PoseLandmarker.self).value(parsing: "true") == .toggle(true))
    #expect(
      try option("categoryDeny", of: ObjectDetector.self).value(parsing: "cat,hot dog") == .names(["cat", "hot dog"]))
    #expect(try option("scoreThreshold", of: ObjectDetector.self).value(parsing: "0.1") == .number(Double(Float(0.1))))
    for (key, text) in [("numPoses", "0"), ("numPoses", "x"), ("minTrackingConfidence", "2"), ("smoothing", "yes")] {
      #expect(throws: TasksError.self) { try option(key, of: PoseLandmarker.self).value(parsing: text) }
    }
  }

  @Test("A form gets the key, the words, the range and the flag")
  func form() throws {
    let json = try JSONEncoder().encode(option("minTrackingConfidence", of: HandLandmarker.self))
    let fields = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(fields["flag"] as? String == "--min-tracking-confidence" && fields["initial"] as? Double == 0.5)
    #expect((fields["explanation"] as? String)?.hasSuffix("Only for the camera and videos.") == true)
    let kind = try #require(fields["kind"] as? [String: Any])
    #expect(kind["type"] as? String == "number" && kind["maximum"] as? Int == 1)
  }
}
