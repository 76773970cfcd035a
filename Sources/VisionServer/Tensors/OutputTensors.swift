import Foundation
import VisionCore
import VisionResults

/// The results of a request's images as named tensors, made from the parts of the results.
///
/// The first size of every tensor is the number of images, the second one the maximum number of subjects. Subjects that an image
/// lacks are padding: zeros, empty texts, or -1 for indices and IDs. `count` has the number of an image's subjects.
struct OutputTensors {
  private typealias Name = OutputFormat.TensorName

  /// The results, one for each image.
  let answers: [ImageAnswer]
  let format: OutputFormat
  /// Whether the task computes masks. A result without a subject has no part with masks.
  let hasMasks: Bool

  /// Makes tensors.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a tensor of a name is wanted.
  ///   - limit: The maximum size of all tensors together, in bytes.
  /// - Returns: The tensors, in the order of the metadata.
  /// - Throws: `TasksError` with `outOfRangeError` when masks would exceed the limit.
  func tensors(where isWanted: (String) -> Bool, limit: Int) throws -> [OutputTensor] {
    var tensors = [
      OutputTensor(Name.count, shape: [answers.count], .int32(answers.map { Int32($0.output.subjectCount) }))
    ]
    let parts = answers.map { $0.output.parts }
    for place in 0..<(parts.map(\.count).max() ?? 0) {
      let column = parts.map { place < $0.count ? $0[place] : nil }
      switch column.compactMap({ $0 }).first {
      case .categories(let part): tensors += categories(part.format, column)
      case .landmarks(let part): tensors += landmarks(part.topology, column)
      case .boxes(let part): tensors += boxes(part.format, column)
      case .embeddings: tensors += embeddings(column)
      case .matrices(let part): tensors += matrices(part.key, column)
      case .masks, nil: break
      }
    }
    if hasMasks, isWanted(Name.masks) || isWanted(Name.maskSizes) { tensors += try masks(limit: limit) }
    return tensors.filter { isWanted($0.name) }
  }

  private func categories(_ format: CategoriesFormat, _ column: [OutputPart?]) -> [OutputTensor] {
    let lists = column.map { part in if case .categories(let part)? = part { part.lists } else { [[ResultCategory]]() }
    }
    let width = lists.flatMap { $0 }.map(\.count).max() ?? 0
    let name = Name.plain(format.key)
    let counts = SubjectTable(images: lists.map { $0.map { [Int32($0.count)] } }, rowShape: [1], padding: 0)
    return [
      .texts(name, lists.map { $0.map { $0.map { $0.categoryName ?? "" } } }, [width]),
      .floats(name + "_scores", lists.map { $0.map { $0.map(\.score) } }, [width]),
      .integers(name + "_indices", lists.map { $0.map { $0.map { Int32(clamping: $0.index) } } }, [width], padding: -1),
      OutputTensor(name + "_count", shape: [lists.count, counts.subjects], .int32(counts.values)),
    ]
  }

  private func landmarks(_ topology: LandmarkTopology, _ column: [OutputPart?]) -> [OutputTensor] {
    let parts = column.map { part in if case .landmarks(let part)? = part { part } else { LandmarksPart?.none } }
    let points = parts.map { $0?.landmarks ?? [] }
    let world = parts.map { $0?.worldLandmarks ?? [] }
    let count = points.lazy.flatMap { $0 }.map(\.count).max() ?? topology.landmarkCount
    return [
      .floats(Name.landmarks, points.map { $0.map { $0.flatMap { [$0.x, $0.y, $0.z] } } }, [count, 3]),
      .floats(Name.worldLandmarks, world.map { $0.map { $0.flatMap { [$0.x, $0.y, $0.z] } } }, [count, 3]),
      .floats(Name.visibility, points.map { $0.map { $0.map { $0.visibility?.floatValue ?? 0 } } }, [count]),
      .floats(Name.presence, points.map { $0.map { $0.map { $0.presence?.floatValue ?? 0 } } }, [count]),
    ]
  }

  private func boxes(_ format: BoxesFormat, _ column: [OutputPart?]) -> [OutputTensor] {
    let boxes = column.map { part in if case .boxes(let part)? = part { part.boxes } else { [OutputBox]() } }
    var tensors: [OutputTensor] = [
      .floats(
        Name.boxes,
        boxes.map { $0.map { [$0.box.minX, $0.box.minY, $0.box.width, $0.box.height].map { Float($0) } } }, [4]),
      .texts(Name.classes, boxes.map { $0.map { [$0.categories.first?.categoryName ?? ""] } }, []),
      .floats(Name.scores, boxes.map { $0.map { [$0.categories.first?.score ?? 0] } }, []),
      .integers(
        Name.classIndices, boxes.map { $0.map { [Int32(clamping: $0.categories.first?.index ?? -1)] } }, [], padding: -1
      ),
    ]
    if format.numbering != .place {
      let ids = SubjectTable(images: boxes.map { $0.map { [Int64($0.trackingID ?? -1)] } }, rowShape: [], padding: -1)
      tensors.append(OutputTensor(Name.trackingIDs, shape: ids.shape, .int64(ids.values)))
    }
    return tensors
  }

  private func embeddings(_ column: [OutputPart?]) -> [OutputTensor] {
    let vectors = column.map { part in if case .embeddings(let vectors)? = part { vectors } else { [EmbeddingVector]() }
    }
    let rows = vectors.map {
      $0.map { vector -> [Float] in
        switch vector.values {
        case .float32(let values): values
        case .int8(let values): values.map { Float($0) }
        }
      }
    }
    return [.floats(Name.embeddings, rows, [rows.flatMap { $0 }.map(\.count).max() ?? 0])]
  }

  private func matrices(_ key: String, _ column: [OutputPart?]) -> [OutputTensor] {
    let matrices = column.map { part in
      if case .matrices(let part)? = part { part.matrices } else { [MatricesPart.Matrix]() }
    }
    let first = matrices.lazy.flatMap { $0 }.first
    return [
      .floats(
        Name.plain(key), matrices.map { $0.map { $0.rows.flatMap { $0 } } },
        [first?.rows.count ?? 0, first?.rows.first?.count ?? 0])
    ]
  }
}

extension OutputTensor {
  static func floats(_ name: String, _ images: [[[Float]]], _ shape: [Int]) -> OutputTensor {
    let table = SubjectTable(images: images, rowShape: shape, padding: 0)
    return OutputTensor(name, shape: table.shape, .float32(table.values))
  }

  static func integers(_ name: String, _ images: [[[Int32]]], _ shape: [Int], padding: Int32) -> OutputTensor {
    let table = SubjectTable(images: images, rowShape: shape, padding: padding)
    return OutputTensor(name, shape: table.shape, .int32(table.values))
  }

  static func texts(_ name: String, _ images: [[[String]]], _ shape: [Int]) -> OutputTensor {
    let table = SubjectTable(images: images, rowShape: shape, padding: "")
    return OutputTensor(name, shape: table.shape, .texts(table.values))
  }
}

extension LandmarkTopology {
  /// The number of landmarks that its lines connect.
  var landmarkCount: Int { (lines.map { max($0.start, $0.end) }.max() ?? -1) + 1 }
}

extension TaskOutput {
  /// The number of subjects, boxes or heads.
  fileprivate var subjectCount: Int {
    parts.map { part in
      switch part {
      case .categories(let part): part.lists.count
      case .boxes(let part): part.boxes.count
      case .landmarks(let part): part.landmarks.count
      case .masks(let part): part.masks.count
      case .embeddings(let vectors): vectors.count
      case .matrices(let part): part.matrices.count
      }
    }.max() ?? 0
  }
}

extension OutputFormat {
  /// The tensors in whose place a request may ask for classes.
  var classified: [String] {
    categories.map { TensorName.plain($0.key) }.flatMap { [$0, $0 + "_scores"] }
      + (boxes == nil ? [] : [TensorName.classes, TensorName.scores])
  }
}

extension OutputTensors {
  /// The best classes of each image as texts, `SCORE:INDEX:NAME`, as the protocol's classification extension writes them.
  ///
  /// - Parameters:
  ///   - name: A tensor of scores or names of classes.
  ///   - count: The maximum number of classes of an image.
  /// - Returns: A tensor of that name: images, and classes of all their subjects, best first. Images with fewer have empty texts.
  func classification(of name: String, count: Int) -> OutputTensor {
    let best = answers.map { answer in
      let categories = answer.output.parts.flatMap { part -> [ResultCategory] in
        switch part {
        case .categories(let part):
          let own = Name.plain(part.format.key)
          return name == own || name == own + "_scores" ? part.lists.flatMap { $0 } : []
        case .boxes(let part):
          return name == Name.classes || name == Name.scores ? part.boxes.compactMap(\.categories.first) : []
        default: return []
        }
      }
      return categories.sorted { $0.score > $1.score }.prefix(count).map { category in
        "\(String(format: "%f", category.score)):\(category.index)"
          + (category.categoryName.map { $0.isEmpty ? "" : ":" + $0 } ?? "")
      }
    }
    let width = best.map(\.count).max() ?? 0
    return OutputTensor(
      name, shape: [answers.count, width],
      .texts(best.flatMap { $0 + Array(repeating: "", count: width - $0.count) }))
  }
}
