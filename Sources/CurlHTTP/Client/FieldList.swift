internal import CCurl

/// Fields of a head as libcurl takes them.
struct FieldList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?
    private var line: [UInt8] = []

    init() {}

    deinit { verbio_curl_slist_free_all(first) }

    mutating func append(_ name: String, _ value: some Collection<UInt8>) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: name.utf8)
        if value.isEmpty {
            // A field without a value; with a colon, curl would leave the field out.
            line.append(UInt8(ascii: ";"))
        } else {
            line.append(UInt8(ascii: ":"))
            line.append(UInt8(ascii: " "))
            line.append(contentsOf: value)
        }
        append()
    }

    /// Makes curl leave out one of the fields that it writes itself.
    mutating func leaveOut(_ name: String) {
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: name.utf8)
        line.append(UInt8(ascii: ":"))
        append()
    }

    private mutating func append() {
        line.append(0)
        let longer = line.withUnsafeBytes {
            verbio_curl_slist_append(first, $0.bindMemory(to: CChar.self).baseAddress)
        }
        // Nil if memory runs out; the list is unchanged then.
        if let longer { first = longer }
    }
}
