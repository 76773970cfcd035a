import Foundation
import Testing
import VisionResults

@testable import VisionPerception

@Suite("Coarse categories")
struct CoarseCategoryTests {
  private func scores(_ probabilities: [Int: Float]) -> CoarseCategoryScores {
    let all = (0..<1000).map { probabilities[$0] ?? 0 }
    return all.withUnsafeBufferPointer { CoarseCategoryScores($0) }
  }

  @Test("The table is the shared folder's, class by class")
  func table() throws {
    #expect(CoarseCategoryTable.categories.count == 1000)
    let counts = Dictionary(grouping: CoarseCategoryTable.categories) { $0 }.mapValues(\.count)
    #expect(
      counts == [.fashionGoods: 77, .food: 47, .homeGoods: 176, .places: 75, .plants: 15, .unknown: 610])
    // Tench, mortarboard, pizza, espresso, teapot, church, daisy.
    let known: [(Int, CoarseCategory)] = [
      (0, .unknown), (963, .food), (967, .food), (849, .homeGoods), (497, .places), (985, .plants),
    ]
    for (index, category) in known { #expect(CoarseCategoryTable.categories[index] == category) }
  }

  @Test("A category outweighs what belongs to none, with its share as the confidence")
  func label() throws {
    // Pizza and burrito, and a cat.
    let food = scores([963: 0.5, 965: 0.125, 281: 0.125]).label
    #expect(food.category == .food)
    #expect(abs((food.confidence ?? 0) - 0.625 / 0.75) < 1e-6)
    // The cat weighs more.
    #expect(scores([963: 0.3, 281: 0.4]).label == .unknown)
    // The best of several, and none of them sure.
    #expect(scores([963: 0.3, 849: 0.25, 497: 0.25]).label == .unknown)
    #expect(scores([:]).label == .unknown)
    #expect(scores([281: 1]).label == .unknown)
  }

  @Test("A belief spread over many classes is none, and a whole picture is a place, a plant or nothing")
  func spreadAndScenes() {
    // Home goods have six tenths, in parts of 0.05.
    let home = CoarseCategoryTable.categories.indices.filter { CoarseCategoryTable.categories[$0] == .homeGoods }
    let spread = Dictionary(uniqueKeysWithValues: home.prefix(12).map { ($0, Float(0.05)) })
    #expect(scores(spread).label == .unknown)
    #expect(scores([home[0]: 0.6]).label.category == .homeGoods)
    #expect(scores([home[0]: 0.6]).sceneLabel == .unknown)
    #expect(scores([497: 0.6]).sceneLabel.category == .places)
    #expect(scores([985: 0.6]).sceneLabel.category == .plants)
  }

  @Test("Looks at one object are smoothed: a wrong one among right ones changes nothing")
  func smoothing() throws {
    var seen = scores([963: 0.9])
    seen.blend(with: scores([281: 0.9]))
    #expect(seen.label.category == .food)
    #expect(abs((seen.label.confidence ?? 0) - 0.7) < 1e-6)
    seen.blend(with: scores([281: 0.9]))
    #expect(seen.label == .unknown)
  }

  @Test("Every one of COCO's 80 classes has a category")
  func detectorTable() {
    let counts = Dictionary(grouping: DetectorCategoryTable.categories.values) { $0 }.mapValues(\.count)
    #expect(counts == [.homeGoods: 31, .fashionGoods: 5, .food: 10, .plants: 1, .unknown: 33])
    let known: [(String, CoarseCategory)] = [
      ("clock", .homeGoods), ("handbag", .fashionGoods), ("pizza", .food), ("potted plant", .plants),
      ("person", .unknown), ("dog", .unknown),
    ]
    for (name, category) in known { #expect(DetectorCategoryTable.categories[name] == category) }
  }

  @Test("Where the classifier is not sure, the detector's class decides with it")
  func detectorsClass() {
    func object(_ name: String?) -> ObjectClass { ObjectClass(index: 0, name: name) }
    // A clock of which the classifier says: 0.6 none of the categories, 0.4 a wall clock.
    let clock = scores([0: 0.6, 892: 0.4])
    #expect(clock.label == .unknown)
    let label = clock.label(of: object("clock"), score: 0.8)
    #expect(label.category == .homeGoods)
    #expect(abs((label.confidence ?? 0) - (0.4 + 2 * 0.8) / (1 + 2 * 0.8)) < 1e-6)
    // A person in a street is neither a place nor, half seen, a garment.
    let street = scores([497: 0.6, 834: 0.2, 0: 0.2])
    #expect(street.label.category == .places)
    #expect(street.label(of: object("person"), score: 0.9) == .unknown)
    // What the classifier is sure of stands: coffee on a "dining table".
    let coffee = scores([967: 0.88, 968: 0.12])
    #expect(coffee.label(of: object("dining table"), score: 0.9) == coffee.label)
    // But not clothes and furniture for a person that the detector is sure of.
    for (classifier, category) in [
      (scores([834: 0.95, 0: 0.05]), CoarseCategory.fashionGoods), (scores([620: 1]), .homeGoods),
    ] {
      #expect(classifier.label.category == category)
      for score: Float in [0.5, 0.74, 0.95] {
        #expect(classifier.label(of: object("person"), score: score) == .unknown)
      }
      #expect(classifier.label(of: object("person"), score: 0.3).category == category)
    }
    // A weak detection does not outweigh the classifier; a class that is not COCO's, or has no name, says nothing.
    #expect(scores([281: 0.9]).label(of: object("teddy bear"), score: 0.45) == .unknown)
    #expect(street.label(of: object("zeppelin"), score: 0.9) == street.label)
    #expect(street.label(of: object(nil), score: 0.9) == street.label)
  }

  @Test("A track's category changes with the majority of frames, not with single ones or back and forth")
  func choice() {
    let (food, home) = (
      CoarseLabel(category: .food, confidence: 0.6), CoarseLabel(category: .homeGoods, confidence: 0.9)
    )
    var choice = CategoryChoice()
    #expect((0..<40).allSatisfy { _ in choice.update(food) == food })
    // Frames that disagree now and then, or every second one, change nothing.
    #expect((0..<8).allSatisfy { _ in choice.update(.unknown) == food })
    #expect((0..<200).allSatisfy { choice.update($0.isMultiple(of: 2) ? home : food) == food })
    // A newer confidence shows.
    let surer = CoarseLabel(category: .food, confidence: 0.7)
    #expect(choice.update(surer) == surer && choice.update(home) == surer)
    // A lasting change does, once.
    let later = (0..<40).map { _ in choice.update(home) }
    #expect(later.last == home && zip(later, later.dropFirst()).count { $0 != $1 } == 1)
    // A new track's first frame is corrected at once.
    var short = CategoryChoice()
    #expect([short.update(.unknown), short.update(food), short.update(food)] == [.unknown, .unknown, food])
  }

  @Test("A plant needs less of the detector: the classifier knows three flowers")
  func plants() {
    let plant = ObjectClass(index: 63, name: "potted plant")
    let unknown = scores([281: 0.9])
    #expect(unknown.label(of: plant, score: 0.3).category == .plants)
    #expect(unknown.label(of: plant, score: 0.25) == .unknown)
    let vase = scores([883: 0.6, 281: 0.3])
    #expect(vase.label(of: plant, score: 0.55).category == .plants)
    #expect(scores([883: 0.9]).label(of: plant, score: 0.9).category == .homeGoods)
    #expect(scores([963: 0.9]).label(of: plant, score: 0.9).category == .food)
  }
}
