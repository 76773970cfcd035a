import VisionCore

extension FlatBufferTable? {
  /// The tables of a vector, each made into a value; empty when there is no table or it leaves the vector out.
  func list<Value>(
    _ slot: Int, _ make: (FlatBufferTable) throws(TasksError) -> Value
  ) throws(TasksError) -> [Value] {
    guard let self else { return [] }
    var values: [Value] = []
    for table in try self.tables(slot) { values.append(try make(table)) }
    return values
  }
}

extension AssociatedFile {
  init(_ table: FlatBufferTable) throws(TasksError) {
    name = try table.text(MetadataSchema.File.name) ?? ""
    description = try table.text(MetadataSchema.File.description)
    kind = Kind(rawValue: try table.integer(MetadataSchema.File.kind, absent: 0)) ?? .unknown
    locale = try table.text(MetadataSchema.File.locale)
    version = try table.text(MetadataSchema.File.version)
  }
}

extension TensorGroup {
  init(_ table: FlatBufferTable) throws(TasksError) {
    name = try table.text(MetadataSchema.Group.name) ?? ""
    tensorNames = try table.texts(MetadataSchema.Group.tensorNames)
  }
}

extension TensorMetadata {
  init(_ table: FlatBufferTable) throws(TasksError) {
    let name = try table.text(MetadataSchema.Tensor.name) ?? ""
    let units = try Optional(table).list(MetadataSchema.Tensor.processUnits, ProcessUnit.init)
    guard Set(units.map(\.kind)).count == units.count else {
      throw TasksError.invalidArgument(
        "The metadata gives tensor \(name) two process units of one kind; one is allowed.")
    }
    self.init(
      name: name, description: try table.text(MetadataSchema.Tensor.description),
      content: try table.table(MetadataSchema.Tensor.content).flatMap(TensorContent.init), processUnits: units,
      associatedFiles: try Optional(table).list(MetadataSchema.Tensor.associatedFiles, AssociatedFile.init))
  }
}

extension TensorContent {
  /// Reads the content; nil when none is said.
  init?(_ table: FlatBufferTable) throws(TasksError) {
    let kind = try table.integer(MetadataSchema.Content.kind, absent: UInt8(0))
    let properties = try table.table(MetadataSchema.Content.properties)
    switch (kind, properties) {
    case (0, _): return nil
    case (1, _): self = .feature
    case (2, let properties?): self = .image(try ImageProperties(properties))
    case (3, let properties?): self = .boundingBox(try BoundingBoxProperties(properties))
    default: self = .other(kind: kind)
    }
  }
}

extension ImageProperties {
  init(_ table: FlatBufferTable) throws(TasksError) {
    let size = try table.table(MetadataSchema.Image.defaultSize)
    colorSpace = ColorSpace(rawValue: try table.integer(MetadataSchema.Image.colorSpace, absent: 0)) ?? .unknown
    defaultWidth = try size.map { size throws(TasksError) in
      Int(try size.integer(MetadataSchema.Image.width, absent: UInt32(0)))
    }
    defaultHeight = try size.map { size throws(TasksError) in
      Int(try size.integer(MetadataSchema.Image.height, absent: UInt32(0)))
    }
  }
}

extension BoundingBoxProperties {
  init(_ table: FlatBufferTable) throws(TasksError) {
    index = try table.integers(MetadataSchema.BoundingBox.index, as: UInt32.self).map(Int.init)
    layout = Layout(rawValue: try table.integer(MetadataSchema.BoundingBox.type, absent: 0)) ?? .unknown
    let number = try table.integer(MetadataSchema.BoundingBox.coordinates, absent: Int8(0))
    guard let coordinates = Coordinates(rawValue: number) else {
      throw TasksError.invalidArgument("The metadata gives boxes coordinates of type \(number); known are 0 and 1.")
    }
    self.coordinates = coordinates
  }
}
