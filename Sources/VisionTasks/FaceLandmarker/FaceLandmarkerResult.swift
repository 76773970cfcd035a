// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The faces that `FaceLandmarker` detected in one image.
///
/// The arrays have one element per face, in the same order; all are empty without a face.
public final class FaceLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 478 landmarks of each face, in fractions of the stored image's width and height; the last ten are the irises.
  public let faceLandmarks: [[NormalizedLandmark]]
  /// The 52 blendshapes of each face, with scores in 0...1; empty when they were not requested.
  ///
  /// They are in the order of the model, not sorted; the first, `_neutral`, has no meaning.
  public let faceBlendshapes: [Classifications]
  /// The pose of each face in space, a 4 x 4 matrix; empty when they were not requested.
  ///
  /// It moves a face of average shape, in centimetres, to where the camera sees the face. The camera is in the origin
  /// and looks along -z, x is to the right and y up in the stored image; the vertical field of view is taken as 63°.
  /// The matrix of a face that is smaller than about a thousandth of the image consists of NaN.
  public let facialTransformationMatrixes: [TransformMatrix]
  /// The probability that each face is one, 0...1, from the landmark model; MediaPipe does not return it.
  public let faceScores: [Float]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - faceLandmarks: The landmarks of each face, in fractions of the image.
  ///   - faceBlendshapes: The blendshapes of each face; empty without.
  ///   - facialTransformationMatrixes: The matrix of each face; empty without.
  ///   - faceScores: The score of each face; empty by default.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications],
    facialTransformationMatrixes: [TransformMatrix], faceScores: [Float] = [], timestampInMilliseconds: Int
  ) {
    self.faceLandmarks = faceLandmarks
    self.faceBlendshapes = faceBlendshapes
    self.facialTransformationMatrixes = facialTransformationMatrixes
    self.faceScores = faceScores
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

// `@unchecked Sendable` is safe: `init` alone writes the memory. Who writes through `data` must have the matrix alone.
/// A matrix, such as the pose of a face in space.
public final class TransformMatrix: NSObject, @unchecked Sendable {
  /// The number of rows.
  public let rows: UInt
  /// The number of columns.
  public let columns: UInt
  /// The values in memory, column after column; valid as long as the matrix.
  public let data: UnsafeMutablePointer<Float>
  /// The values, column after column, as in MediaPipe.
  public var values: [Float] { Array(UnsafeBufferPointer(start: data, count: Int(rows * columns))) }

  /// Makes a matrix.
  ///
  /// - Parameters:
  ///   - data: The values, column after column; they are copied.
  ///   - rows: The number of rows.
  ///   - columns: The number of columns.
  public convenience init(data: UnsafePointer<Float>, rows: Int, columns: Int) {
    let (rows, columns) = (max(rows, 0), max(columns, 0))
    let values = Array(UnsafeBufferPointer(start: data, count: rows * columns))
    self.init(values: values, rows: UInt(rows), columns: UInt(columns))
  }

  private init(values: [Float], rows: UInt, columns: UInt) {
    (self.rows, self.columns) = (rows, columns)
    data = .allocate(capacity: values.count)
    data.initialize(from: values, count: values.count)
    super.init()
  }

  deinit { data.deallocate() }

  /// Returns the value in a row and a column, both from 0; NaN outside the matrix.
  ///
  /// MediaPipe's method exchanges the two.
  public func value(atRow row: UInt, column: UInt) -> Float {
    row < rows && column < columns ? data[Int(column * rows + row)] : .nan
  }

  /// Whether the other object is a matrix with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? TransformMatrix).map { $0.part == part } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { part.hashValue }

  /// The rows.
  public override var description: String { "\(part.rows)" }

  /// All values.
  public override var debugDescription: String {
    "TransformMatrix(rows: \(rows), columns: \(columns), values: \(values))"
  }
}

extension TransformMatrix {
  private static let size = 4

  /// The rows.
  var part: MatricesPart.Matrix {
    MatricesPart.Matrix(rows: (0..<rows).map { row in (0..<columns).map { value(atRow: row, column: $0) } })
  }

  convenience init(_ part: MatricesPart.Matrix) {
    let columns = part.rows.map(\.count).max() ?? 0
    let values = (0..<columns).flatMap { column in part.rows.map { column < $0.count ? $0[column] : .nan } }
    self.init(values: values, rows: UInt(part.rows.count), columns: UInt(columns))
  }

  /// Makes a face's matrix from its values row by row; NaN for a face without a pose, so that each face has one.
  convenience init(facePose rows: [Float]?) {
    let values = rows ?? Array(repeating: .nan, count: Self.size * Self.size)
    self.init(MatricesPart.Matrix(rows: (0..<Self.size).map { Array(values[$0 * Self.size..<($0 + 1) * Self.size]) }))
  }
}

extension FaceLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "face", title: "FaceLandmarkerResult", subject: .face,
    parts: [LandmarksFormat.face, CategoriesFormat.blendshapes, MatricesFormat.facialTransformation])

  package var parts: [any OutputPart] {
    [
      LandmarksPart(.face, landmarks: faceLandmarks, scores: faceScores, trackingIDs: assignedTrackingIDs),
      CategoriesPart(.blendshapes, faceBlendshapes.map(\.categories)),
      MatricesPart(.facialTransformation, facialTransformationMatrixes.map(\.part)),
    ]
  }
}

extension FaceLandmarkerResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision face --json` writes.
  ///
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let faces = try json.part(LandmarksFormat.face)
    self.init(
      faceLandmarks: faces.landmarks,
      faceBlendshapes: try json.part(CategoriesFormat.blendshapes).lists.map {
        Classifications(headIndex: 0, categories: $0)
      },
      facialTransformationMatrixes: try json.part(MatricesFormat.facialTransformation).matrices.map {
        TransformMatrix($0)
      },
      faceScores: faces.scores, timestampInMilliseconds: json.time ?? 0)
    assign(trackingIDs: faces.trackingIDs)
    json.complete(self)
  }
}

extension FaceLandmarkerResult: TrackableResult {
  package static var trackerOptions: ObjectTrackerOptions { .faces }
  package func observations(in image: ImageBuffer) -> [ObjectObservation] { faceLandmarks.observations(in: image) }
}
