extension CatalogEntry {
  /// Images to try the tasks on.
  public static let images: [CatalogEntry] = [
    CatalogEntry(
      name: "gestures", kind: .image, summary: "five hands in a row, for gestures",
      fileName: "gestures.png", byteCount: 64_463,
      sha256: "45992b27aff98c642ffc8c179b69edcaf2d2dd1618c9cd2e5db33deca7f102ea", license: "MIT",
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

  private static func scikitImage(
    _ name: String, _ summary: String, byteCount: Int, sha256: String
  ) -> CatalogEntry {
    CatalogEntry(
      name: name, kind: .image, summary: summary, fileName: name + ".png", byteCount: byteCount, sha256: sha256,
      license: "CC0-1.0",
      officialAddress:
        "https://raw.githubusercontent.com/scikit-image/scikit-image/v0.24.0/skimage/data/\(name).png",
      wheel: WheelSource(
        package: "scikit-image", version: "0.26.0", member: "skimage/data/\(name).png",
        pipArguments: ["--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"]))
  }
}
