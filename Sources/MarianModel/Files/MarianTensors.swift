/// The tensors of a model file of Marian, version 1.
///
/// The file has a table of headers, the names, the shapes, and after a gap the data of all tensors in the same order. A matrix
/// of 8 bits is stored with its outputs as rows, and is followed by the number that its values were multiplied with.
struct MarianTensors {
    /// A tensor and the place of its data.
    private struct Tensor {
        var type: UInt64
        var shape: [Int]
        var data: Range<Int>

        var elements: Int { shape.reduce(1, *) }
    }

    /// Marian's numbers for the types of a tensor.
    private enum Kind {
        static let text: UInt64 = 0x101
        static let float32: UInt64 = 0x404
        static let int8: UInt64 = 0x4101
        /// Types that this reader names when it refuses them.
        static let names: [UInt64: String] = [
            0x402: "float16", 0x4102: "intgemm16", 0x4302: "intgemm16sse2", 0x4702: "intgemm16avx2",
            0x4501: "intgemm8ssse3", 0x4701: "intgemm8avx2", 0x4901: "intgemm8avx512",
        ]
    }

    /// A matrix of 8 bits in the file.
    struct Bytes {
        /// Its rows one after the other, each with all inputs of one output.
        var values: ArraySlice<UInt8>
        var outputs: Int
        var inputs: Int
        /// What the original values were multiplied with.
        var multiplier: Float
    }

    private static let version: UInt64 = 1
    /// More than twenty times what the largest model of the family has.
    private static let maximumTensors = 10_000

    private let bytes: [UInt8]
    private let tensors: [String: Tensor]

    /// - Throws: ``ModelFault`` if the file is broken or has another version.
    init(_ bytes: [UInt8]) throws(ModelFault) {
        var reader = ByteReader(bytes)
        let version: UInt64 = try reader.number("its version")
        guard version == Self.version else { throw ModelFault("it is no binary model of Marian, version 1") }
        let count = try reader.count("the number of its tensors")
        guard count <= Self.maximumTensors else { throw ModelFault("it has \(count) tensors") }
        var headers: [(name: Int, type: UInt64, shape: Int, data: Int)] = []
        for _ in 0..<count {
            let name = try reader.count("the length of a name")
            let type: UInt64 = try reader.number("the table of tensors")
            headers.append((name, type, try reader.count("the length of a shape"), try reader.count("a tensor's size")))
        }
        var names: [String] = []
        for header in headers {
            let range = try reader.skip(header.name, "the names")
            names.append(String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self))
        }
        var shapes: [[Int]] = []
        for (header, name) in zip(headers, names) {
            var shape: [Int] = []
            var elements = 1
            for _ in 0..<min(header.shape, 8) {
                let size: Int32 = try reader.number("the shapes")
                shape.append(Int(size))
                let (product, overflows) = elements.multipliedReportingOverflow(by: Int(size))
                guard size >= 0, !overflows, product <= bytes.count else {
                    throw ModelFault("\(name) has an impossible shape")
                }
                elements = product
            }
            guard header.shape <= 8 else { throw ModelFault("\(name) has \(header.shape) dimensions") }
            shapes.append(shape)
        }
        _ = try reader.skip(try reader.count("the gap before the data"), "the gap before the data")
        var tensors: [String: Tensor] = [:]
        for (index, header) in headers.enumerated() {
            let data = try reader.skip(header.data, names[index])
            tensors[names[index]] = Tensor(type: header.type, shape: shapes[index], data: data)
        }
        self.bytes = bytes
        self.tensors = tensors
    }

    func has(_ name: String) -> Bool { tensors[name] != nil }

    /// A text in the file, up to its first NUL; nil if there is none of that name.
    func text(_ name: String) -> String? {
        guard let tensor = tensors[name], tensor.type == Kind.text else { return nil }
        return String(decoding: bytes[tensor.data].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The numbers of a tensor of floats.
    ///
    /// - Throws: ``ModelFault`` if it is missing, has another type or another number of elements.
    func floats(_ name: String, count: Int) throws(ModelFault) -> [Float] {
        let tensor = try tensor(name, Kind.float32)
        guard tensor.elements == count, tensor.data.count >= 4 * count else {
            throw ModelFault("\(name) has \(tensor.elements) numbers instead of \(count)")
        }
        return (0..<count).map { bytes.float(at: tensor.data.lowerBound + 4 * $0) }
    }

    /// The only number of a tensor; nil if there is no such tensor.
    func scalar(_ name: String) -> Float? {
        guard let tensor = tensors[name], tensor.type == Kind.float32, tensor.data.count >= 4 else { return nil }
        let value = bytes.float(at: tensor.data.lowerBound)
        return value.isFinite && value > 0 ? value : nil
    }

    /// - Throws: ``ModelFault`` as ``floats(_:count:)``.
    func matrix(_ name: String, outputs: Int, inputs: Int) throws(ModelFault) -> Bytes {
        let tensor = try tensor(name, Kind.int8)
        let count = outputs * inputs
        guard tensor.elements == count, tensor.data.count >= count + 4 else {
            throw ModelFault("\(name) has the shape \(tensor.shape) instead of \([inputs, outputs])")
        }
        let start = tensor.data.lowerBound
        let multiplier = bytes.float(at: start + count)
        guard multiplier.isFinite, multiplier > 0 else { throw ModelFault("\(name) has no scale") }
        return Bytes(values: bytes[start..<start + count], outputs: outputs, inputs: inputs, multiplier: multiplier)
    }

    private func tensor(_ name: String, _ type: UInt64) throws(ModelFault) -> Tensor {
        guard let tensor = tensors[name] else { throw ModelFault("it has no tensor \(name)") }
        guard tensor.type == type else {
            let found = Kind.names[tensor.type] ?? "type 0x" + String(tensor.type, radix: 16)
            throw ModelFault("\(name) is stored as \(found), which is not read")
        }
        return tensor
    }
}
