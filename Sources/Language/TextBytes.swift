internal import Glibc

extension String {
    /// Whether the bytes of a piece stand in this text: a hundred times faster told than whether its characters do, and where they
    /// do not, the piece is not there either. (A letter and its accent as two scalars is another piece than both in one.)
    package func hasBytes(of piece: String) -> Bool {
        var (text, piece) = (self, piece)
        return piece.withUTF8 { wanted in
            text.withUTF8 { bytes in
                guard let start = bytes.baseAddress, let phrase = wanted.baseAddress else { return wanted.isEmpty }
                var place = 0
                while place + wanted.count <= bytes.count {
                    let left = bytes.count - wanted.count + 1 - place
                    guard let found = memchr(start + place, Int32(phrase[0]), left) else { return false }
                    place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
                    if memcmp(start + place, phrase, wanted.count) == 0 { return true }
                    place += 1
                }
                return false
            }
        }
    }
}
