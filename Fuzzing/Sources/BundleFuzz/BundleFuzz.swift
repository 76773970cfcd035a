import FuzzSupport
import VisionCore

@testable import VisionModels

/// Task bundles: every member of every bundle in a bundle, and the geometry of faces, which is such a member.
@main
enum BundleFuzz {
  static func main() {
    Fuzzer.run { open(ModelData($0), depth: 0) }
  }

  private static func open(_ data: ModelData, depth: Int) {
    do throws(TasksError) {
      let geometry = try FaceGeometryMetadata(data)
      Fuzzer.require(geometry.points.count == geometry.weights.count, "a point has no weight")
    } catch {}
    do throws(TasksError) {
      let bundle = try TaskBundle(data)
      for name in bundle.memberNames {
        Fuzzer.require(bundle.contains(name), "a listed member is not there")
        let member = try bundle.member(named: name)
        Fuzzer.require(member.count <= data.count, "a member is larger than its bundle")
        if depth < 2 { open(member, depth: depth + 1) }
      }
    } catch {}
  }
}
