import Testing
import VisionCatalog

/// Vectors of FIPS 180-4's examples (NIST, "SHA-256 Example").
@Suite("SHA-256 of bytes")
struct SHA256DigestTests {
  @Test(
    "The standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func vectors(text: String, digest: String) throws {
    #expect(try SHA256Digest.hexadecimal(of: text.utf8) == digest)
  }

  @Test("A million letters in uneven pieces")
  func pieces() throws {
    let digest = try SHA256Digest()
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    try letters.withUnsafeBytes { bytes in
      var start = 0
      var size = 1
      while start < bytes.count {
        let end = min(start + size, bytes.count)
        try digest.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        (start, size) = (end, size * 3 % 7919)
      }
    }
    #expect(try digest.hexadecimal() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
