internal import FoundationEssentials

/// The tensors of a safetensors file. All numbers of the file are checked before use.
///
/// The format has three parts (https://github.com/huggingface/safetensors). The length of a header comes first, in 8 bytes,
/// least significant first. The header is a JSON object with each tensor's type, shape and position. The numbers follow it.
struct TensorFile {
    /// The reason for which a file is refused, for people.
    struct Refusal: Error, Hashable {
        var what: String
    }

    /// The largest header that is read. The network's file has 1.2 kB of header and 1.2 MB in total.
    static let largestHeader = 65_536
    static let largestFile = 16_777_216

    private struct Entry: Decodable {
        var dtype: String
        var shape: [Int]
        var offsets: [Int]

        enum CodingKeys: String, CodingKey {
            case dtype, shape
            case offsets = "data_offsets"
        }
    }

    /// One member of the header: a tensor, or the metadata that the format also allows.
    private enum Member: Decodable {
        case tensor(Entry)
        case remarks

        init(from decoder: any Decoder) throws {
            let isRemarks = decoder.codingPath.last?.stringValue == "__metadata__"
            self = isRemarks ? .remarks : .tensor(try Entry(from: decoder))
        }
    }

    private let bytes: [UInt8]
    private let numbers: Int
    private let entries: [String: Entry]

    init(_ bytes: [UInt8]) throws(Refusal) {
        guard bytes.count >= 8, bytes.count <= TensorFile.largestFile else {
            throw Refusal(what: "it has \(bytes.count) bytes")
        }
        let length = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[$1]) << (8 * UInt64($1)) }
        guard length <= UInt64(min(TensorFile.largestHeader, bytes.count - 8)) else {
            throw Refusal(what: "its header is said to be \(length) bytes long")
        }
        numbers = 8 + Int(length)
        do {
            let header = Data(bytes[8..<numbers])
            let members = try JSONDecoder().decode([String: Member].self, from: header)
            entries = members.compactMapValues { if case .tensor(let entry) = $0 { entry } else { nil } }
        } catch {
            throw Refusal(what: "its header is not the JSON of tensors")
        }
        self.bytes = bytes
    }

    /// The names of all tensors.
    var names: Set<String> { Set(entries.keys) }

    /// The 32-bit numbers of one tensor, last dimension fastest; it must have exactly this shape, and its numbers must be
    /// finite.
    func floats(_ name: String, shape: [Int]) throws(Refusal) -> [Float] {
        guard let entry = entries[name] else { throw Refusal(what: "it has no tensor \(name)") }
        guard entry.dtype == "F32", entry.shape == shape else {
            throw Refusal(what: "its tensor \(name) is not F32 of shape \(shape)")
        }
        let count = shape.reduce(1, *)
        guard entry.offsets.count == 2, let start = entry.offsets.first, let end = entry.offsets.last,
            start >= 0, end <= bytes.count - numbers, start <= end, end - start == count * 4
        else { throw Refusal(what: "its tensor \(name) does not lie within the file") }
        let floats = bytes.withUnsafeBytes { raw in
            (0..<count).map { index in
                let bits = raw.loadUnaligned(fromByteOffset: numbers + start + index * 4, as: UInt32.self)
                return Float(bitPattern: UInt32(littleEndian: bits))
            }
        }
        guard floats.allSatisfy({ abs($0) <= 1e4 }) else {
            throw Refusal(what: "its tensor \(name) holds numbers that are out of range")
        }
        return floats
    }
}
