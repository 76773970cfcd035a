import Foundation
import TestSupport
import Testing
import VisionCore
import VisionResults

@testable import VisionEvaluation

@Suite("Evaluations")
struct EvaluationTests {
  private static let box = LabelBox(x: 10, y: 10, width: 20, height: 20)

  private func boxes(_ answers: [ImageAnswer?]) throws -> Evaluation {
    let image = LabelledImage(file: "a.jpg", objects: [LabelledObject(category: 0, box: Self.box)])
    var other = image
    other.objects = [LabelledObject(category: 1, box: Self.box)]
    let labels = LabelSet(
      categories: [LabelCategory(name: "cat"), LabelCategory(name: "Dining_Table")], images: [image, other])
    return try Evaluation(labels: labels, answers: answers, content: .boxes)
  }

  private func answer(_ name: String, _ score: Double = 0.9, _ box: LabelBox = box) -> ImageAnswer {
    ImageAnswer(objects: [ImageAnswer.Object(category: name, score: score, box: box)])
  }

  private func value(_ name: String, of evaluation: Evaluation) -> Double? {
    evaluation.report.metrics.first { $0.name == name }?.value
  }

  @Test("Results that are the labels have 1 everywhere, whatever the case and the spaces of names")
  func perfect() throws {
    let evaluation = try boxes([answer("CAT"), answer("dining table")])
    #expect(evaluation.report.metrics.allSatisfy { $0.value.map { abs($0 - 1) < 1e-9 } ?? true })
    #expect(evaluation.report.unknownLabels.isEmpty && evaluation.report.unknownResults.isEmpty)
    #expect(evaluation.worst(10).isEmpty)
  }

  @Test("An image without a result is counted, and what is labelled in it is missed")
  func missingImage() throws {
    let evaluation = try boxes([answer("cat"), nil])
    #expect(try abs(#require(value("AP", of: evaluation)) - 0.5) < 1e-9)
    #expect(evaluation.report.counts.failed == 1)
    #expect(EvaluationText.notes(evaluation.report).contains { $0.hasPrefix("1 image without a result") })
    #expect(evaluation.worst(10).map(\.image) == [1])
  }

  @Test("Classes that one side does not have are reported by name")
  func unknownNames() throws {
    let evaluation = try boxes([answer("lion"), answer("cat")])
    #expect(evaluation.report.unknownResults == ["lion"])
    #expect(evaluation.report.unknownLabels == ["Dining_Table"])
    #expect(evaluation.report.counts.unknown == 1)
  }

  @Test("The first class decides top-1, five decide top-5, and nothing is right only for none")
  func classes() throws {
    func image(_ category: Int) -> LabelledImage { LabelledImage(file: "\(category).jpg", classes: [category]) }
    func ranked(_ names: String...) -> ImageAnswer {
      ImageAnswer(classes: names.enumerated().map { ImageAnswer.Category(name: $1, score: 1 - Double($0) / 10) })
    }
    let labels = LabelSet(
      categories: ["cat", "dog", "none"].map { LabelCategory(name: $0) },
      images: [image(0), image(0), image(1), image(1), image(2), image(2)])
    let evaluation = try Evaluation(
      labels: labels,
      answers: [
        ranked("cat", "dog"), ranked("dog", "cat"), ranked("a", "b", "c", "d", "e", "dog"), ImageAnswer(),
        ImageAnswer(),
        nil,
      ], content: .classes)
    #expect(value("top1", of: evaluation) == 2.0 / 6)
    #expect(value("top5", of: evaluation) == 3.0 / 6)
    let mean = try #require(value("mean_class", of: evaluation))
    #expect(abs(mean - 1.0 / 3) < 1e-12)
    let confusion = Dictionary(
      uniqueKeysWithValues: evaluation.report.confusion.map { ("\($0.expected) \($0.found ?? "-")", $0.count) })
    #expect(confusion == ["cat cat": 1, "cat dog": 1, "dog a": 1, "dog none": 1, "none none": 1, "none -": 1])
    // A sure error comes before an unsure one; the image that was not processed and the right ones are there or not.
    #expect(evaluation.worst(10).map(\.image).contains(0) == false)
    #expect(evaluation.worst(10).map(\.image).contains(5))
  }

  @Test("Correct keypoints: those within a part of the box, or of the torso")
  func keypoints() throws {
    // A person of 100 by 200 pixels with a torso of 50.
    var points = (0..<17).map { (index: Int) in LabelKeypoint(position: SIMD2(Double(index) * 6, 100), isLabelled: true)
    }
    let torso: [Int: SIMD2<Double>] = [
      5: SIMD2(40, 50), 6: SIMD2(60, 50), 11: SIMD2(40, 100), 12: SIMD2(60, 100),
    ]
    for (index, place) in torso { points[index] = LabelKeypoint(position: place, isLabelled: true) }
    points[0] = LabelKeypoint(position: .zero, isLabelled: false)
    let person = LabelledObject(
      category: 0, box: LabelBox(x: 0, y: 0, width: 100, height: 200), keypoints: points)
    let labels = LabelSet(
      categories: [LabelCategory(name: "person")],
      images: [LabelledImage(file: "a.jpg", objects: [person]), LabelledImage(file: "b.jpg", objects: [person])])
    var landmarks = Array(repeating: SIMD2<Double>.zero, count: 33)
    for (index, landmark) in COCOKeypoints.poseLandmarks.enumerated() {
      // Every second point is 15 pixels off: more than 0.05 of 200 and 0.2 of 50, less than 0.1 of 200.
      landmarks[landmark] = points[index].position + SIMD2(index.isMultiple(of: 2) ? 0 : 15, 0)
    }
    let found = ImageAnswer.Object(category: "person", score: 1, box: person.box, keypoints: landmarks)
    let report = try Evaluation(
      labels: labels, answers: [ImageAnswer(objects: [found]), ImageAnswer()], content: .keypoints, landmarks: .pose
    ).report
    let values = Dictionary(uniqueKeysWithValues: report.metrics.map { ($0.name, $0.value) })
    // 8 of 16 labelled points; in the second image nobody was found.
    #expect(values["PCK_0.05"] == 8.0 / 32)
    #expect(values["PCK_0.1"] == 16.0 / 32)
    #expect(values["PCK_torso_0.2"] == 8.0 / 32)
    #expect(report.keypoints.map(\.name).contains("nose") == false)
    #expect(report.keypoints.first { $0.name == "left_eye" }?.metrics[0].value == 0)
  }

  @Test("Keypoints that are not the task's are refused with both numbers")
  func otherKeypoints() throws {
    let points = (0..<5).map { LabelKeypoint(position: SIMD2(Double($0), 1), isLabelled: true) }
    let object = LabelledObject(category: 0, box: Self.box, keypoints: points)
    let labels = LabelSet(
      categories: [LabelCategory(name: "hand")], images: [LabelledImage(file: "a.jpg", objects: [object])])
    let error = #expect(throws: TasksError.self) {
      try Evaluation(labels: labels, answers: [nil], content: .keypoints, landmarks: .hand)
    }
    #expect(error?.message.contains("5 keypoints") == true && error?.message.contains("21") == true)
  }

  @Test("Labels with fewer keypoints than a torso needs are measured without one")
  func fewKeypoints() throws {
    // A pose's results against one keypoint ended the process.
    let object = LabelledObject(
      category: 0, box: Self.box, keypoints: [LabelKeypoint(position: SIMD2(10, 10), isLabelled: true)])
    var accuracy = KeypointAccuracy(count: 1, torso: [5, 6, 11, 12])
    let group = MatchGroup(
      labels: [MatchGroup.Label(area: 400, isCrowd: false, isIgnored: false)],
      found: [MatchGroup.Found(score: 1, area: 400)], limit: 20
    ) { _, _ in 1 }
    let found = ImageAnswer.Object(category: "a", score: 1, box: Self.box, keypoints: [SIMD2(10, 10)])
    accuracy.add(group, expected: [object], found: [found])
    #expect(accuracy.labelled == [1])
    #expect(accuracy.metrics(of: nil).allSatisfy { $0.value ?? 1 == 1 })
  }

  @Test("A comparison has each metric's difference and the images that changed most")
  func comparison() throws {
    let better = try boxes([answer("cat"), answer("dining table")])
    let worse = try boxes([answer("cat"), answer("cat", 0.8)])
    let comparison = Comparison(better, with: worse, named: "other.jsonl")
    let change = try #require(comparison.metrics.first)
    // The cat in the second image has the lower score, so the class of the first stays right.
    #expect(change.name == "AP")
    #expect(try abs(#require(change.difference) - 0.5) < 1e-9)
    #expect(comparison.changed(5).map(\.image) == [1])
    #expect(comparison.changed(5).allSatisfy { $0.difference < 0 })
    let text = EvaluationText(better.report, comparison: comparison).lines.joined(separator: "\n")
    #expect(text.contains("1.0000  0.5000 +0.5000") || text.contains("+0.5000"))
  }

  @Test("The columns of a table stand below their headings, however long a name is")
  func columns() throws {
    let names = ["cat", "northern_rough-winged_swallow"]
    let objects = names.indices.map { LabelledObject(category: $0, box: Self.box) }
    let labels = LabelSet(
      categories: names.map { LabelCategory(name: $0) }, images: [LabelledImage(file: "a.jpg", objects: objects)])
    let evaluation = try Evaluation(labels: labels, answers: [answer("cat")], content: .boxes)
    let table = EvaluationText(evaluation.report).lines.drop { !$0.contains("Classes:") }.prefix(3)
    #expect(table.count == 3 && Set(table.map(\.count)).count == 1, "\(table)")
  }

  @Test("The page escapes names, loads nothing and has no script")
  func page() throws {
    let label = LabelledObject(category: 0, box: Self.box)
    let name = "<script>alert('x')</script>\" onload=\"y"
    let labels = LabelSet(
      categories: [LabelCategory(name: name)], images: [LabelledImage(file: name + ".jpg", objects: [label])])
    let evaluation = try Evaluation(
      labels: labels, answers: [answer(name, 0.9, LabelBox(x: 90, y: 90, width: 5, height: 5))], content: .boxes)
    let page = EvaluationPage(evaluation, limit: 5)
    #expect(page.images == [0])
    let image = EvaluationPage.Image(jpeg: Data([1, 2, 3]), size: FrameSize(width: 100, height: 100))
    let html = page.html([0: image])
    #expect(!html.contains("<script") && !html.contains("\" onload"))
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.contains("default-src 'none'"))
    #expect(html.contains("data:image/jpeg;base64,AQID"))
    #expect(html.contains("&lt;script&gt;"))
    // A page that was to have no images does not say that none has an error.
    #expect(html.contains("<h2>The worst images"))
    #expect(!EvaluationPage(evaluation, limit: 0).html([:]).contains("<h2>"))
  }

  @Test("Problems are counted, with the first ones as examples")
  func problems() {
    var problems = LabelProblems()
    for number in 0..<5 { problems.add("bad lines", "line \(number)") }
    #expect(problems.count == 5)
    #expect(problems.kinds.map(\.text) == ["bad lines (5): line 0, line 1, line 2, …"])
  }
}
