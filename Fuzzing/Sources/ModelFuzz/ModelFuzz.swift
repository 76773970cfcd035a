import FuzzSupport
import VisionCore

@testable import VisionModels

/// Model files: flatbuffer, metadata, labels, and what `vision models info` says.
@main
enum ModelFuzz {
  static func main() {
    Fuzzer.run { bytes in
      let data = ModelData(bytes)
      do throws(TasksError) { try ModelVerifier().verify(data) } catch {}
      do throws(TasksError) {
        _ = try ModelReport(name: "input.tflite", data)
      } catch {}
      do throws(TasksError) {
        let model = try ParsedModel(data)
        _ = try model.customOption("max_detections", ofOperator: "TFLite_Detection_PostProcess")
        guard let metadata = model.metadata else { return }
        readDetector(metadata)
        if let bytes = metadata.customMetadata[SegmenterMetadata.entryName] { _ = try SegmenterMetadata(bytes) }
        for tensor in metadata.inputs + metadata.outputs {
          _ = try metadata.labels(of: tensor)
          for file in tensor.associatedFiles { _ = try metadata.contents(of: file) }
        }
      } catch {}
    }
  }

  private static func readDetector(_ metadata: ModelMetadata) {
    guard let bytes = metadata.customMetadata[RawDetectorMetadata.entryName] else { return }
    do throws(TasksError) {
      let detector = try RawDetectorMetadata(bytes)
      Fuzzer.require(detector.anchors.count <= bytes.count, "there are more anchors than bytes")
    } catch {}
  }
}
