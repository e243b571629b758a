/// The size of a tag of ID3 in version 2 (its specification §3.1), which comes before MP3 and sometimes before other formats.
struct ID3Tag {
    /// Bytes between its head and its footer.
    let contentSize: Int
    /// Bytes of the whole tag.
    let size: Int

    /// Nil if no tag begins here.
    init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(10))
        guard head.count == 10, head.starts(with: "ID3".utf8), head[6...9].allSatisfy({ $0 < 0x80 }) else { return nil }
        contentSize = head[6...9].reduce(0) { $0 << 7 | Int($1) }
        size = 10 + contentSize + (head[5] & 0x10 != 0 ? 10 : 0)
    }
}
