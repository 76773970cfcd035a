/// Why a PNG file is not read here.
enum PNGProblem: Error, Equatable {
  /// It is no whole image; the words say what is wrong, as the end of a sentence.
  case damaged(String)
  /// It is of a kind that FFmpeg reads.
  case unusual
}
