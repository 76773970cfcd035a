/// Rows of equal length, one for each subject of each image, as a tensor padded to the maximum number of subjects.
struct SubjectTable<Element> {
  /// The rows of each image's subjects.
  let images: [[[Element]]]
  /// The shape of a row.
  let rowShape: [Int]
  /// The element of padding.
  let padding: Element

  /// The maximum number of subjects of an image.
  var subjects: Int { images.map(\.count).max() ?? 0 }

  /// The tensor's shape.
  var shape: [Int] { [images.count, subjects] + rowShape }

  /// The elements in row-major order. Rows that are too short are padded, too.
  var values: [Element] {
    let rowCount = rowShape.reduce(1, *)
    let subjects = subjects
    var values: [Element] = []
    values.reserveCapacity(images.count * subjects * rowCount)
    for rows in images {
      for subject in 0..<subjects {
        let row = subject < rows.count ? rows[subject].prefix(rowCount) : []
        values += row
        values += repeatElement(padding, count: rowCount - row.count)
      }
    }
    return values
  }
}
