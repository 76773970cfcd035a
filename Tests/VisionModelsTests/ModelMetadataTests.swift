import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Model metadata")
struct ModelMetadataTests {
  @Test("everything a detector needs is there")
  func contents() throws {
    let metadata = try #require(try ParsedModel(SampleModel().data).metadata)
    #expect(metadata.name == "Sample")
    #expect(metadata.description == "Finds things")
    #expect(metadata.inputs[0].normalization == Normalization(mean: [127.5], standardDeviation: [127.5]))
    #expect(metadata.inputs[0].colorSpace == .rgb)
    #expect(metadata.outputs.map(\.name) == ["location", "score"])
    #expect(metadata.outputs[0].boundingBox?.index == [1, 0, 3, 2])
    #expect(metadata.outputs[0].boundingBox?.layout == .boundaries)
    #expect(metadata.outputs[0].boundingBox?.coordinates == .ratio)
    let calibration = ScoreCalibration(transformation: .inverseLogistic, defaultScore: 0.05)
    #expect(metadata.outputs[1].scoreCalibration == calibration)
    #expect(metadata.outputs[1].scoreThreshold == 0.25)
    #expect(metadata.outputs[1].associatedFile(.scoreCalibration)?.name == "calibration.csv")
    #expect(metadata.customMetadata["DETECTOR_METADATA"]?.array == [1, 2, 3])
  }

  @Test("labels come from the first file of the kind, or of the language asked for")
  func labels() throws {
    let files: [(name: String, bytes: [UInt8])] = [
      ("labels_de.txt", Array("Katze\nHund".utf8)), ("labels.txt", Array("cat\ndog\n".utf8)),
    ]
    let metadata = try #require(try ParsedModel(SampleModel(files: files).data).metadata)
    let scores = metadata.outputs[1]
    #expect(try metadata.labels(of: scores) == ["Katze", "Hund"])
    #expect(try metadata.labels(of: scores, locale: "de") == ["Katze", "Hund"])
    #expect(try metadata.labels(of: scores, locale: "en") == nil)
    #expect(try metadata.labels(of: scores, kind: .tensorValueLabels) == nil)
    #expect(try metadata.labels(of: metadata.outputs[0]) == nil)
  }

  @Test("a file that is named but not there is reported as not found", arguments: [true, false])
  func missingFile(hasArchive: Bool) throws {
    let files: [(name: String, bytes: [UInt8])] = hasArchive ? [("other.txt", [1])] : []
    let metadata = try #require(try ParsedModel(SampleModel(files: files).data).metadata)
    let error = #expect(throws: TasksError.self) { try metadata.labels(of: metadata.outputs[1]) }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("labels_de.txt") == true)
  }

  @Test("an empty label file is refused")
  func emptyLabels() throws {
    let model = SampleModel(files: [("labels_de.txt", Array("\n".utf8))])
    let metadata = try #require(try ParsedModel(model.data).metadata)
    #expect(errorCode { _ = try metadata.labels(of: metadata.outputs[1]) } == .invalidArgumentError)
  }

  @Test(
    "label files end their lines in any way, and lose one empty last line",
    arguments: [
      ("a\nb", ["a", "b"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\rb\r", ["a", "b"]),
      ("a\n\nb\n", ["a", "", "b"]), ("a\n\n", ["a"]), ("a\n\n\n", ["a", ""]), ("", []), ("\n", []),
      ("a\r\n\r\nb", ["a", "", "b"]),
    ])
  func lines(text: String, expected: [String]) throws {
    #expect(try LabelLines.split(ModelData(Array(text.utf8)), of: "labels.txt") == expected)
  }

  /// Labels and display names of a model with this file.
  private func labels(_ bytes: [UInt8]) throws -> [String]? {
    let metadata = try #require(try ParsedModel(SampleModel(files: [("labels_de.txt", bytes)]).data).metadata)
    #expect(try metadata.labels(of: metadata.outputs[1], locale: "de") == metadata.labels(of: metadata.outputs[1]))
    return try metadata.labels(of: metadata.outputs[1])
  }

  @Test("a label file may have a byte-order mark, and blanks around its labels")
  func marks() throws {
    #expect(try labels([0xEF, 0xBB, 0xBF] + Array("person\r\ncat\n".utf8)) == ["person", "cat"])
    #expect(try labels(Array(" person\t\n\u{a0}wine glass \n\n dog".utf8)) == ["person", "wine glass", "", "dog"])
  }

  @Test("a label file in another encoding is an error that says so, not a list of odd names")
  func encodings() throws {
    for (encoding, isSeen) in [
      (String.Encoding.utf16, true), (.utf16LittleEndian, true), (.utf16BigEndian, true), (.utf32, true),
      (.isoLatin1, false),
    ] {
      let bytes = try #require("café\nperson\n".data(using: encoding))
      let error = #expect(throws: TasksError.self) { try labels(Array(bytes)) }
      #expect(error?.code == .invalidArgumentError && error?.message.contains("labels_de.txt") == true)
      #expect(error?.message.contains("UTF-8") == true && error?.message.contains("UTF-16") == isSeen)
    }
  }

  @Test("versions up to 1.5.0 are read, newer ones and rubbish are refused")
  func parserVersions() {
    for (version, isKnown) in [("1.5.0", true), ("1.5", true), ("1.0.0", true), ("0.9.9", true), ("1.5.1", false)] {
      let model = SampleModel(metadata: SampleModel.metadata(parserVersion: version))
      #expect((errorCode { _ = try ParsedModel(model.data) } == nil) == isKnown, "\(version)")
    }
    for version in ["1.10.0", "2", "", "x", "1.-5", "99999999999999999999"] {
      let model = SampleModel(metadata: SampleModel.metadata(parserVersion: version))
      #expect(errorCode { _ = try ParsedModel(model.data) } == .invalidArgumentError, "\(version)")
    }
  }

  @Test("a normalization needs as many deviations as means, and a tensor one unit of a kind")
  func badUnits() {
    let threshold: [Int: FlatBufferValue] = [0: .uint8(3), 1: .table([:])]
    for metadata in [
      SampleModel.metadata(mean: [1, 2]), SampleModel.metadata(mean: [], deviation: []),
      SampleModel.metadata(scoreUnits: [threshold, threshold]), SampleModel.metadata(scoreUnits: [[0: .uint8(1)]]),
    ] {
      #expect(errorCode { _ = try ParsedModel(SampleModel(metadata: metadata).data) } == .invalidArgumentError)
    }
  }

  @Test("metadata of another schema is refused")
  func otherSchema() {
    var bytes = SampleModel().bytes
    let place = bytes.indices.dropLast(4).first { bytes[$0..<($0 + 4)].elementsEqual(Array("M001".utf8)) }
    if let place { bytes[place] = UInt8(ascii: "X") }
    #expect(errorCode { _ = try ParsedModel(ModelData(bytes)) } == .invalidArgumentError)
  }
}
