// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum FaceLandmarkerInterface: TaskInterface {
  typealias Definition = FaceLandmarker

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    [
      OptionField("numFaces", .count), OptionField("minFaceDetectionConfidence", .float),
      OptionField("minFacePresenceConfidence", .float), OptionField("minTrackingConfidence", .float),
      OptionField("outputFaceBlendshapes", .toggle), OptionField("outputFacialTransformationMatrixes", .toggle),
    ]
  }

  static func make(_ output: FaceLandmarkerResult) -> MpFaceLandmarkerResult {
    MpFaceLandmarkerResult(
      face_landmarks: array(output.faceLandmarks.map(MpNormalizedLandmarks.init)),
      face_landmarks_count: UInt32(output.faceLandmarks.count),
      face_blendshapes: array(output.faceBlendshapes.map { MpCategories($0.categories) }),
      face_blendshapes_count: UInt32(output.faceBlendshapes.count),
      facial_transformation_matrixes: array(output.facialTransformationMatrixes.map(MpMatrix.init)),
      facial_transformation_matrixes_count: UInt32(output.facialTransformationMatrixes.count))
  }

  static func free(_ result: MpFaceLandmarkerResult) {
    release(result.face_landmarks, result.face_landmarks_count) { $0.release() }
    release(result.face_blendshapes, result.face_blendshapes_count) { $0.release() }
    release(result.facial_transformation_matrixes, result.facial_transformation_matrixes_count) { $0.release() }
  }
}

@c @implementation public func MpFaceLandmarkerCreate(
  _ options: UnsafePointer<MpFaceLandmarkerOptions>?, _ landmarker: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { FaceLandmarkerInterface.create(options, landmarker, message) }

@c @implementation public func MpFaceLandmarkerDetectImage(
  _ landmarker: MpFaceLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { FaceLandmarkerInterface.process(landmarker, image, options, result, message) }

@c @implementation public func MpFaceLandmarkerDetectForVideo(
  _ landmarker: MpFaceLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { FaceLandmarkerInterface.process(landmarker, image, options, at: timestamp, result, message) }

@c @implementation public func MpFaceLandmarkerDetectAsync(
  _ landmarker: MpFaceLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { FaceLandmarkerInterface.sendFrame(landmarker, image, options, timestamp, message) }

@c @implementation public func MpFaceLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpFaceLandmarkerResult>?) {
  FaceLandmarkerInterface.closeResult(result, empty: MpFaceLandmarkerResult())
}

@c @implementation public func MpFaceLandmarkerClose(
  _ landmarker: MpFaceLandmarkerPtr?, _ message: ErrorMessage?
) -> MpStatus { FaceLandmarkerInterface.close(landmarker, message) }
