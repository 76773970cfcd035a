// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionCatalog
import VisionTasks

@c @implementation public func VisionModelPath(
  _ name: UnsafePointer<CChar>?, _ fetch: Bool, _ path: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (name, path) = (String(cString: try required(name, "name")), try required(path, "path"))
    path.pointee = nil
    let catalog = ModelCatalog()
    path.pointee = text(fetch ? try catalog.fetch(name) : try catalog.path(of: name))
  }
}

@c @implementation public func VisionConnections(
  _ topology: UnsafePointer<CChar>?, _ group: UnsafePointer<CChar>?, _ landmarks: UnsafeMutablePointer<Int32>?,
  _ capacity: Int32, _ count: UnsafeMutablePointer<Int32>?, _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let known: [LandmarkTopology] = [.hand, .pose, .face]
    let (name, count) = (String(cString: try required(topology, "topology")), try required(count, "count"))
    guard let topology = known.first(where: { $0.name == name }) else {
      throw TasksError.notFound(
        "There is no topology \(name); allowed are \(known.map(\.name).joined(separator: ", ")).")
    }
    let group = group.map { String(cString: $0) } ?? ""
    guard group.isEmpty || topology.groups.contains(where: { $0.name == group }) else {
      throw TasksError.notFound(
        "The topology \(name) has no group \(group); it has \(topology.groups.map(\.name).joined(separator: ", ")).")
    }
    let lines = group.isEmpty ? topology.lines : topology.lines(of: group)
    let numbers = lines.flatMap { [Int32($0.start), Int32($0.end)] }
    count.pointee = Int32(numbers.count)
    for (place, number) in numbers.prefix(max(Int(capacity), 0)).enumerated() { landmarks?[place] = number }
  }
}
