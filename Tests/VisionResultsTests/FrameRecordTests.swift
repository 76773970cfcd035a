import Foundation
import Testing
import VisionTasks

@testable import VisionResults

@Suite struct FrameRecordTests {
  @Test("A picture's line has the schema's fields")
  func picture() throws {
    let line = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: SampleOutput.gestures()).json()
    #expect(
      line == """
        {"frame":0,"gestures":[[{"categoryName":"Thumb_Up","index":-1,"score":0.76893}]],\
        "handedness":[[{"categoryName":"Left","index":1,"score":0.98396}]],\
        "landmarks":[[[0.638852,0.671197,-3.41e-07],[0.634599,0.536441,-0.06984],[0.1,0.2,0.3]]],\
        "task":"gesture","timestampMs":null,"worldLandmarks":[[[0.067485,0.031084,0.055223]]]}
        """)
  }

  @Test("A video's line has its time, an input of several its name, a hand task no gestures")
  func videoFrame() throws {
    let line = try FrameRecord(file: "a/b.mp4", frame: 3, timestampMs: 120, output: SampleOutput.hand()).json()
    #expect(line.hasPrefix(#"{"file":"a/b.mp4","frame":3,"handedness""#))
    #expect(line.contains(#""task":"hand","timestampMs":120"#))
    #expect(!line.contains("gestures"))
  }

  @Test(
    "Every float comes back bit for bit",
    arguments: [0.1, 0.333333343, 16_777_216, .leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Float])
  func floatsRestore(value: Float) throws {
    let point = PointForm(NormalizedLandmark(x: value, y: -value, z: 0, visibility: nil, presence: nil))
    let values = try JSONDecoder().decode([Float].self, from: JSONEncoder().encode(point))
    #expect(values == [value, -value, 0])
  }

  @Test("Visibility and presence follow when there is one, and what is no number is null")
  func optionalValues() throws {
    let point = PointForm(Landmark(x: 1, y: .nan, z: 3, visibility: 0.5, presence: nil))
    #expect(String(decoding: try JSONEncoder().encode(point), as: UTF8.self) == "[1,null,3,0.5,null]")
  }

  @Test("A display name is written where it differs, a missing name is empty")
  func categories() throws {
    func json(_ name: String?, _ displayName: String?) throws -> String {
      let category = ResultCategory(index: 2, score: 1, categoryName: name, displayName: displayName)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(CategoryForm(category, names: .once)), as: UTF8.self)
    }
    #expect(try json("dog", "chien") == #"{"categoryName":"dog","displayName":"chien","index":2,"score":1}"#)
    #expect(try json("dog", "dog") == #"{"categoryName":"dog","index":2,"score":1}"#)
    #expect(try json(nil, nil) == #"{"categoryName":"","index":2,"score":1}"#)
  }

  @Test("Every task has a name of its own, and its lines come back as its result")
  func reading() throws {
    #expect(Set(TaskRegistry.names).count == TaskRegistry.all.count)
    let category = ResultCategory(index: 2, score: 0.5, categoryName: "cup", displayName: nil)
    let classes = ImageClassifierResult(
      classificationResult: ClassificationResult(
        classifications: [Classifications(headIndex: 0, headName: "probability", categories: [category])],
        timestampInMilliseconds: 7),
      timestampInMilliseconds: 7)
    for output in [SampleOutput.gestures(), SampleOutput.hand(), classes] as [any TaskOutput] {
      let line = try FrameRecord(file: "a", frame: 0, timestampMs: 7, output: output).json()
      let read = try TaskRegistry.output(from: Data(line.utf8))
      #expect(type(of: read) == type(of: output))
      #expect(try FrameRecord(file: "a", frame: 0, timestampMs: 7, output: read).json() == line)
    }
  }

  @Test("Labels of drawings name gesture and side")
  func annotations() {
    #expect(SampleOutput.gestures().landmarkAnnotations.first?.label == "Thumb_Up 0.77 · Left")
    #expect(SampleOutput.gestures([[]]).landmarkAnnotations.first?.label == "Left")
    #expect(SampleOutput.hand().landmarkAnnotations.first?.landmarks.first == SIMD2(0.638852, 0.671197))
  }
}
