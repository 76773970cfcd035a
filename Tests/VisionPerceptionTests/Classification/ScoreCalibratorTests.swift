import Foundation
import Testing
import VisionCore
import VisionModels
import VisionPerception

@Suite("Score calibration")
struct ScoreCalibratorTests {
  private func calibrator(
    _ transformation: ScoreCalibration.Transformation, _ lines: [String]
  ) throws -> ScoreCalibrator {
    try ScoreCalibrator(ScoreCalibration(transformation: transformation, defaultScore: 0.05), lines: lines)
  }

  @Test("The reference's observed case: 0.71875 becomes 0.718591 by 0.9, 2, -0.5 on the inverse logistic")
  func observed() throws {
    let score = try calibrator(.inverseLogistic, ["0.9,2,-0.5,0.3"])(0.71875, class: 0)
    #expect(abs(score - 0.718591) < 1e-6)
  }

  @Test("Each transformation, against the formula")
  func formulas() throws {
    let score = 0.3
    let transformed: [(ScoreCalibration.Transformation, Double)] = [
      (.identity, score), (.log, log(score)), (.inverseLogistic, log(score) - log(1 - score)),
    ]
    for (transformation, value) in transformed {
      let expected = 0.8 / (1 + exp(-(1.5 * value + 0.25)))
      let ours = try calibrator(transformation, ["0.8, 1.5, 0.25"])(Float(score), class: 0)
      #expect(abs(Double(ours) - expected) < 1e-6)
    }
  }

  @Test("Empty lines, missing lines and scores below a class's least give the default score")
  func defaults() throws {
    let calibrator = try calibrator(.identity, ["", "1,1,0,0.5"])
    for (score, index) in [(0.9, 0), (0.9, 7), (0.9, -1), (0.4, 1)] as [(Float, Int)] {
      #expect(calibrator(score, class: index) == 0.05)
    }
    #expect(calibrator(0.5, class: 1) > 0.5)
  }

  @Test("Scores of 0, 1 and beyond give numbers within 0 and the scale")
  func extremes() throws {
    for transformation in [ScoreCalibration.Transformation.identity, .log, .inverseLogistic] {
      for score: Float in [0, 1, -5, 5] {
        #expect((0...0.9).contains(try calibrator(transformation, ["0.9,40,-3"])(score, class: 0)))
      }
    }
  }

  @Test(
    "Lines of another form are refused by their number", arguments: ["1,2", "1,2,3,4,5", "a,1,2", "-1,1,1", "1,,2"])
  func refusals(line: String) {
    let error = #expect(throws: TasksError.self) { try calibrator(.identity, ["1,1,1", line]) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("Line 2") == true)
    #expect(error?.message.contains(line) == true)
  }
}
