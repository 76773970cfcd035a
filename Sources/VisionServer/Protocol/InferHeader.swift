/// The JSON of an inference request.
struct InferHeader: Decodable, Sendable {
  /// Parameters that the server reads; others are ignored.
  struct Parameters: Decodable, Sendable {
    let binaryDataSize: Int?
    let binaryData: Bool?
    let binaryDataOutput: Bool?
    let sharedMemoryRegion: String?

    private enum CodingKeys: String, CodingKey {
      case binaryDataSize = "binary_data_size"
      case binaryData = "binary_data"
      case binaryDataOutput = "binary_data_output"
      case sharedMemoryRegion = "shared_memory_region"
    }
  }

  struct Input: Decodable, Sendable {
    let name: String
    let datatype: String
    let shape: [Int]
    let parameters: Parameters?
    let data: TensorData?

    private enum CodingKeys: String, CodingKey {
      case name, datatype, shape, parameters, data
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      datatype = try container.decode(String.self, forKey: .datatype)
      shape = try container.decode([Int].self, forKey: .shape)
      parameters = try container.decodeIfPresent(Parameters.self, forKey: .parameters)
      let hasData = try container.contains(.data) && !container.decodeNil(forKey: .data)
      data =
        hasData
        ? try TensorData(container.nestedUnkeyedContainer(forKey: .data), datatype: datatype, depth: shape.count) : nil
    }
  }

  struct Output: Decodable, Sendable {
    let name: String
    let parameters: Parameters?
  }

  let id: String?
  let parameters: Parameters?
  let inputs: [Input]
  let outputs: [Output]?
}
