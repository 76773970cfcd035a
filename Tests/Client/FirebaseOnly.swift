import FirebaseMLVision

// What ML Kit's one import has to bring: images of the camera and of the photo library.
func images(_ picture: UIImage, _ sample: CMSampleBuffer) -> [VisionImage] {
  [VisionImage(image: picture), VisionImage(buffer: sample)]
}

func isTurned(_ device: UIDevice) -> Bool { device.orientation != .portrait }
