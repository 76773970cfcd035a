import Foundation
import VisionModels

/// Writes bundles that nobody publishes: zips with chosen members, stored or falsely marked as compressed.
enum BundleWriter {
  struct Member {
    let name: String
    let bytes: [UInt8]
    var isMarkedCompressed = false
  }

  static func bytes(_ members: [Member]) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      let offset = file.count
      let method: UInt16 = member.isMarkedCompressed ? 8 : 0
      let name = Array(member.name.utf8)
      let size = UInt32(member.bytes.count)
      file += little(0x0403_4B50 as UInt32) + little(20 as UInt16) + little(0 as UInt16) + little(method)
      file += little(0 as UInt32) + little(0 as UInt32) + little(size) + little(size)
      file += little(UInt16(name.count)) + little(0 as UInt16) + name + member.bytes
      directory += little(0x0201_4B50 as UInt32) + little(20 as UInt16) + little(20 as UInt16) + little(0 as UInt16)
      directory += little(method) + little(0 as UInt32) + little(0 as UInt32) + little(size) + little(size)
      directory += little(UInt16(name.count)) + [UInt8](repeating: 0, count: 12) + little(UInt32(offset)) + name
    }
    let start = UInt32(file.count)
    let count = UInt16(members.count)
    file += directory
    file += little(0x0605_4B50 as UInt32) + little(0 as UInt32) + little(count) + little(count)
    file += little(UInt32(directory.count)) + little(start) + little(0 as UInt16)
    return file
  }

  /// The members of a bundle, to be written again with changes.
  static func members(of bundle: TaskBundle) throws -> [Member] {
    try bundle.memberNames.map { name in
      Member(name: name, bytes: try bundle.member(named: name).withUnsafeBytes { Array($0) })
    }
  }

  private static func little<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
