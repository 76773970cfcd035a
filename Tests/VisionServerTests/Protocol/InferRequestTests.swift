import Foundation
import NIOCore
import Testing
import VisionCore

@testable import VisionServer

@Suite("Inference requests")
struct InferRequestTests {
  private static let limits = InferLimits(images: 4, pixels: 100)

  private func read(_ json: String, _ binary: [UInt8]? = nil) throws -> InferRequest {
    var body = ByteBuffer(string: json)
    body.writeBytes(binary ?? [])
    return try InferRequest(body, headerLength: binary == nil ? nil : json.utf8.count, limits: Self.limits)
  }

  private func code(_ json: String, _ binary: [UInt8]? = nil) -> TasksErrorCode? {
    do { _ = try read(json, binary) } catch let error as TasksError {
      return error.code
    } catch is DecodingError { return .invalidArgumentError } catch { return .unknownError }
    return nil
  }

  private func images(_ count: Int, _ size: Int) -> String {
    #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[\#(count)],"parameters":{"binary_data_size":\#(size)}}]}"#
  }

  private func pixels(_ shape: String, _ rest: String) -> String {
    #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[\#(shape)],\#(rest)}]}"#
  }

  @Test("Image files in binary form: a length, then the bytes")
  func binaryImages() throws {
    let request = try read(images(2, 13), [2, 0, 0, 0, 10, 11, 3, 0, 0, 0, 20, 21, 22])
    #expect(request.images == [.encoded(ByteBuffer(bytes: [10, 11])), .encoded(ByteBuffer(bytes: [20, 21, 22]))])
    #expect(request.outputs == nil && !request.isBinary && request.id == nil)
  }

  @Test("Image files in JSON: Base64; with an ID and outputs")
  func jsonImages() throws {
    let request = try read(
      #"{"id":"7","parameters":{"binary_data_output":true},"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQI="]}],"outputs":[{"name":"json","parameters":{"binary_data":false}},{"name":"boxes"}]}"#
    )
    #expect(request.images == [.encoded(ByteBuffer(bytes: [1, 2]))] && request.id == "7" && request.isBinary)
    #expect(request.outputs == [.init(name: "json", isBinary: false), .init(name: "boxes", isBinary: true)])
  }

  @Test("Images of the shape [N, 1], as batching servers have it, in binary form and in JSON flat and nested")
  func imagesWithASizeEach() throws {
    let expected = [ImageSource.encoded(ByteBuffer(bytes: [1, 2])), .encoded(ByteBuffer(bytes: [1, 2]))]
    func images(_ shape: String, _ rest: String) -> String {
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[\#(shape)],\#(rest)}]}"#
    }
    for data in [#"["AQI=","AQI="]"#, #"[["AQI="],["AQI="]]"#] {
      #expect(try read(images("2,1", #""data":\#(data)"#)).images == expected)
    }
    let bytes: [UInt8] = [2, 0, 0, 0, 1, 2, 2, 0, 0, 0, 1, 2]
    #expect(try read(images("2,1", #""parameters":{"binary_data_size":12}"#), bytes).images == expected)
    for shape in ["1,2", "2,1,1", "2,0"] {
      #expect(code(images(shape, #""data":["AQI=","AQI="]"#)) == .invalidArgumentError, "\(shape)")
    }
  }

  @Test("Data of another nesting or type is an error that says what is allowed")
  func misnestedData() {
    func message(_ json: String) -> String { #expect(throws: TasksError.self) { try read(json) }?.message ?? "" }
    let texts = #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":[["AQI="]]}]}"#
    #expect(
      message(texts).contains("a list of texts in Base64, as for BYTES, flat or nested to the 1 level of its shape"))
    for data in ["[[[[[1]]]]]", "[1,[2],3]", "[1,2,300]", #"[1,2,"3"]"#, "[1.5,2,3]"] {
      let text = message(pixels("1,1,1,3", #""data":\#(data)"#))
      #expect(text.contains("whole numbers from 0 to 255") && text.contains("the 4 levels"), "\(data): \(text)")
    }
  }

  @Test("Pixels in binary form, and in JSON flat and nested")
  func pixelForms() throws {
    let expected = [
      ImageSource.pixels(ByteBuffer(bytes: [1, 2, 3]), width: 1, height: 1),
      .pixels(ByteBuffer(bytes: [4, 5, 6]), width: 1, height: 1),
    ]
    let binary = try read(pixels("2,1,1,3", #""parameters":{"binary_data_size":6}"#), [1, 2, 3, 4, 5, 6])
    #expect(binary.images == expected)
    #expect(try read(pixels("2,1,1,3", #""data":[1,2,3,4,5,6]"#)).images == expected)
    #expect(try read(pixels("2,1,1,3", #""data":[[[[1,2,3]]],[[[4,5,6]]]]"#)).images == expected)
  }

  @Test("Shapes that overflow, lie about the bytes or exceed a limit are refused before memory is taken")
  func hostileShapes() {
    let big = "\(Int.max)"
    #expect(code(pixels("1,\(big),\(big),3", #""data":[1]"#)) == .outOfRangeError)
    #expect(code(pixels("\(big),1,1,3", #""data":[1]"#)) == .outOfRangeError)
    #expect(code(pixels("4,\(1 << 40),\(1 << 40),3", #""parameters":{"binary_data_size":0}"#), []) == .outOfRangeError)
    #expect(code(pixels("1,11,10,3", #""data":[1]"#)) == .outOfRangeError)
    for shape in ["1,0,1,3", "1,-1,1,3", "-1,1,1,3", "1,1,1,4", "1,1,3", "", "1,1,1,3,1"] {
      #expect(code(pixels(shape, #""data":[1,2,3]"#)) == .invalidArgumentError, "\(shape)")
    }
    #expect(code(pixels("1,1,1,3", #""data":[1,2]"#)) == .invalidArgumentError)
    #expect(code(pixels("99999999999999999999,1,1,3", #""data":[1]"#)) == .invalidArgumentError)
    #expect(code(images(5, 0), []) == .outOfRangeError)
  }

  @Test("Elements that end early, go on or lie about their length are refused")
  func hostileElements() {
    #expect(code(images(1, 3), [1, 0, 0]) == .invalidArgumentError)
    #expect(code(images(1, 5), [2, 0, 0, 0, 1]) == .invalidArgumentError)
    #expect(code(images(1, 4), [255, 255, 255, 255]) == .invalidArgumentError)
    #expect(code(images(1, 6), [1, 0, 0, 0, 1, 1]) == .invalidArgumentError)
    #expect(code(images(1, 7), [1, 0, 0, 0, 1]) == .invalidArgumentError)
    #expect(code(images(1, -5), [1, 0, 0, 0, 1]) == .invalidArgumentError)
    #expect(code(images(1, 4), [0, 0, 0, 0]) == nil)
  }

  @Test(
    "What is no request is refused",
    arguments: [
      "", "{", "[]", "{}", #"{"inputs":[]}"#, #"{"inputs":[1]}"#,
      #"{"inputs":[{"name":"other","datatype":"BYTES","shape":[1],"data":["AQ=="]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"UINT8","shape":[1],"data":["AQ=="]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["*"]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":[1]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ==",1]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1]}]}"#,
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"parameters":{"shared_memory_region":"x"}}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,1,3],"data":[1,2,256]}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,1,3],"data":[[1,2,3]]}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,1,3],"data":{}}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,1,3],"data":[[[[[1,2,3]]]]]}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,2,3],"data":[[[[1,2,3]],[[4,5,6]]]]}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[1,1,2,3],"data":[[[[1,2],[3,4,5,6]]]]}]}"#,
      #"{"inputs":[{"name":"pixels","datatype":"FP32","shape":[1,1,1,3],"data":[1,2,3]}]}"#,
    ])
  func malformed(_ json: String) {
    #expect(code(json) == .invalidArgumentError)
  }

  @Test("Keys and parameters that the server does not know are refused by name")
  func unknown() {
    func message(_ json: String) -> String {
      do {
        _ = try InferRequest(ByteBuffer(string: json), headerLength: nil, limits: Self.limits)
        return ""
      } catch { return (error as? TasksError)?.message ?? "\(error)" }
    }
    func json(request: String = "", input: String = "", output: String = "") -> String {
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]\#(input)}],"outputs":[{"name":"a"\#(output)}]\#(request)}"#
    }
    #expect(message(json()).isEmpty)
    for name in ["timeout", "priority", "sequence_id", "sequence_start", "binary_data", "anything"] {
      let text = message(json(request: #","parameters":{"\#(name)":1}"#))
      #expect(text.contains("\"\(name)\"") && text.contains("binary_data_output"), "\(text)")
    }
    #expect(message(json(input: #","parameters":{"classification":1}"#)).contains("classification"))
    #expect(message(json(output: #","parameters":{"binary_data_size":1}"#)).contains("binary_data_size"))
    #expect(message(json(output: #","parameters":{"shared_memory_offset":1}"#)).contains("Shared memory"))
    #expect(message(json(request: #","model":"x""#)).contains("\"model\""))
    #expect(message(json(input: #","extra":1"#)).contains("\"extra\""))
    #expect(message(json(output: #","extra":1"#)).contains("\"extra\""))
    #expect(message(json(output: #","parameters":{"classification":0}"#)).contains("1 to"))
    #expect(message(json(output: #","parameters":{"classification":3}"#)).isEmpty)
    #expect(message(json(output: #","parameters":null"#)).isEmpty)
  }

  @Test("Base64 may have line breaks; what else people send has a hint")
  func base64() throws {
    func read(_ text: String) throws -> [ImageSource] {
      let json = #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["\#(text)"]}]}"#
      return try InferRequest(ByteBuffer(string: json), headerLength: nil, limits: Self.limits).images
    }
    #expect(try read(#"AQ\r\nID\r\n"#) == [.encoded(ByteBuffer(bytes: [1, 2, 3]))])
    #expect(try read(#"AQ\nID"#) == [.encoded(ByteBuffer(bytes: [1, 2, 3]))])
    for (text, hint) in [
      ("data:image/png;base64,AQID", "data URL"), ("_-ID", "alphabet of URLs"), ("AQI", "multiple of 4"),
      ("A ID", "no Base64"),
    ] {
      let error = #expect(throws: TasksError.self) { try read(text) }
      #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
  }

  @Test("A model in the JSON, which KServe's client always writes, has to be that of the path")
  func model() throws {
    func message(_ keys: String) throws -> String? {
      let request = try read(
        #"{\#(keys)"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]}]}"#)
      do { try request.check(isFor: "hand") } catch let error as TasksError { return error.message }
      return nil
    }
    #expect(try message("") == nil && message(#""model_name":null,"model_version":null,"#) == nil)
    #expect(try message(#""model_name":"hand","model_version":"1","#) == nil)
    let name = try #require(try message(#""model_name":"pose","#))
    #expect(name.contains("model_name is \"pose\"") && name.contains("\"hand\""), "\(name)")
    #expect(try message(#""model_version":"2","#)?.contains("model_version is \"2\"") == true)
    #expect(code(#"{"model_name":1,"inputs":[]}"#) == .invalidArgumentError)
  }

  @Test("64 outputs are the maximum")
  func outputs() {
    func json(_ count: Int) -> String {
      let names = (0..<count).map { #"{"name":"o\#($0)"}"# }.joined(separator: ",")
      return
        #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]}],"outputs":[\#(names)]}"#
    }
    #expect(code(json(64)) == nil && code(json(65)) == .outOfRangeError)
  }

  @Test("Depth, text that is no UTF-8, two outputs of one name, and lengths of the JSON are checked")
  func limits() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(code(#"{"inputs":\#(deep)"#) == .invalidArgumentError)
    #expect(
      code(#"{"x":\#(String(repeating: "[", count: 600) + String(repeating: "]", count: 600)),"inputs":[]}"#)
        == .invalidArgumentError)
    let broken = ByteBuffer(
      bytes: Array(#"{"id":""#.utf8) + [0xFF, 0xFE]
        + Array(#"","inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]}]}"#.utf8))
    #expect(throws: (any Error).self) { try InferRequest(broken, headerLength: nil, limits: Self.limits) }
    let good =
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]}],"outputs":[{"name":"a"},{"name":"a"}]}"#
    #expect(code(good) == .invalidArgumentError)
    for length in [-1, Int.max, 1_000] {
      #expect(throws: TasksError.self) {
        try InferRequest(ByteBuffer(string: good), headerLength: length, limits: Self.limits)
      }
    }
    let body = ByteBuffer(string: good)
    for length in [-1, Int.min, Int.max, body.readableBytes + 1] {
      #expect(throws: TasksError.self) { try InferRequest.jsonMemory(length, in: body) }
    }
    #expect((try? InferRequest.jsonMemory(2, in: body)) == 80)
    let long = ByteBuffer(string: String(repeating: " ", count: InferLimits.jsonBytes + 1))
    #expect(throws: TasksError.self) { try InferRequest(long, headerLength: nil, limits: Self.limits) }
    let name = String(repeating: "x", count: 300)
    #expect(
      code(#"{"id":"\#(name)","inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQ=="]}]}"#)
        == .outOfRangeError)
  }
}
