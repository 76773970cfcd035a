import Foundation
import Testing

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
  func verdict() throws {
    // Pizza and burrito, and a cat.
    let food = scores([963: 0.5, 965: 0.125, 281: 0.125]).verdict
    #expect(food.category == .food)
    #expect(abs((food.confidence ?? 0) - 0.625 / 0.75) < 1e-6)
    // The cat weighs more.
    #expect(scores([963: 0.3, 281: 0.4]).verdict == .unknown)
    // The best of several, and none of them sure.
    #expect(scores([963: 0.3, 849: 0.25, 497: 0.25]).verdict == .unknown)
    #expect(scores([:]).verdict == .unknown)
    #expect(scores([281: 1]).verdict == .unknown)
  }

  @Test("A belief spread over many classes is none, and a whole picture is a place, a plant or nothing")
  func spreadAndScenes() {
    // Home goods have six tenths, in parts of 0.05.
    let home = CoarseCategoryTable.categories.indices.filter { CoarseCategoryTable.categories[$0] == .homeGoods }
    let spread = Dictionary(uniqueKeysWithValues: home.prefix(12).map { ($0, Float(0.05)) })
    #expect(scores(spread).verdict == .unknown)
    #expect(scores([home[0]: 0.6]).verdict.category == .homeGoods)
    #expect(scores([home[0]: 0.6]).sceneVerdict == .unknown)
    #expect(scores([497: 0.6]).sceneVerdict.category == .places)
    #expect(scores([985: 0.6]).sceneVerdict.category == .plants)
  }

  @Test("Looks at one object are smoothed: a wrong one among right ones changes nothing")
  func smoothing() throws {
    var seen = scores([963: 0.9])
    seen.blend(with: scores([281: 0.9]))
    #expect(seen.verdict.category == .food)
    #expect(abs((seen.verdict.confidence ?? 0) - 0.7) < 1e-6)
    seen.blend(with: scores([281: 0.9]))
    #expect(seen.verdict == .unknown)
  }

  @Test("The detector's potted plant stands in where the classifier knows no better")
  func plants() {
    let plant = ObjectClass(index: 63, name: "potted plant")
    let unknown = scores([281: 0.9])
    #expect(unknown.verdict(of: plant, score: 0.35) == CoarseVerdict(category: .plants, confidence: 0.35))
    #expect(unknown.verdict(of: plant, score: 0.25) == .unknown)
    #expect(unknown.verdict(of: ObjectClass(index: 16, name: "cat"), score: 0.9) == .unknown)
    let vase = scores([883: 0.6, 281: 0.3])
    #expect(vase.verdict(of: plant, score: 0.55).category == .plants)
    #expect(vase.verdict(of: plant, score: 0.4).category == .homeGoods)
    #expect(scores([883: 0.9]).verdict(of: plant, score: 0.9).category == .homeGoods)
    #expect(scores([963: 0.9]).verdict(of: plant, score: 0.9).category == .food)
  }
}
