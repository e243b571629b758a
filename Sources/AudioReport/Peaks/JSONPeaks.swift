internal import Plumbing

/// Reads audiowaveform's JSON: one flat object whose members are integers, except `data`, an array of integers.
///
/// Members may be in any order. Like audiowaveform, it refuses unknown members; unlike it, also repeated ones.
struct JSONPeaks {
    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) throws(Problem) -> PeakFile {
        var reader = JSONPeaks(bytes)
        var numbers: [String: Int] = [:]
        var data: [Int16]?
        try reader.expect("{")
        while !reader.take("}") {
            if !numbers.isEmpty || data != nil { try reader.expect(",") }
            let name = try reader.name()
            try reader.expect(":")
            if name == "data" {
                guard data == nil else { throw PeakFile.malformed("\"data\" comes twice") }
                data = try reader.values()
            } else {
                guard names.contains(name) else { throw PeakFile.malformed("\"\(name)\" is unknown") }
                guard numbers.updateValue(try reader.number(), forKey: name) == nil else {
                    throw PeakFile.malformed("\"\(name)\" comes twice")
                }
            }
        }
        reader.skipSpace()
        guard reader.position == bytes.count else { throw PeakFile.malformed("something follows the object") }
        return try file(numbers, data)
    }

    private static let names: Set = ["version", "channels", "sample_rate", "samples_per_pixel", "bits", "length"]

    private static func file(_ numbers: [String: Int], _ data: [Int16]?) throws(Problem) -> PeakFile {
        guard let version = numbers["version"], version == 1 || version == 2 else {
            throw PeakFile.malformed("the version is unknown")
        }
        guard let rate = numbers["sample_rate"], let zoom = numbers["samples_per_pixel"],
            let length = numbers["length"], let bits = numbers["bits"], let data
        else { throw PeakFile.malformed("a member is missing") }
        let channels = numbers["channels"] ?? 1
        try PeakNumbers.check(rate: rate, zoom: zoom, channels: channels)
        guard let resolution = PeakFile.Resolution(rawValue: bits) else {
            throw PeakFile.malformed("its values have \(bits) bits")
        }
        // The parser's numbers are below 10¹⁰, so the product stays far below the limit of Int.
        guard data.count == length * channels * 2 else {
            throw PeakFile.malformed("it holds \(data.count) values, not those of \(length) pixels")
        }
        var values = data
        if resolution == .eight {
            guard data.allSatisfy({ (-128...127).contains($0) }) else {
                throw PeakFile.malformed("a value has more than 8 bits")
            }
            values = data.map { $0 * 256 }
        }
        return PeakFile(
            Peaks(sampleRate: rate, samplesPerPixel: zoom, channels: channels, values: values), resolution: resolution)
    }

    private mutating func values() throws(Problem) -> [Int16] {
        var values: [Int16] = []
        try expect("[")
        while !take("]") {
            if !values.isEmpty { try expect(",") }
            guard let value = Int16(exactly: try number()) else {
                throw PeakFile.malformed("a value has more than 16 bits")
            }
            values.append(value)
        }
        return values
    }

    /// A name without escapes; none of the known names has one.
    private mutating func name() throws(Problem) -> String {
        try expect("\"")
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20, bytes[position] < 0x7F, position - start < 32 else {
                throw PeakFile.malformed("a name is not one of audiowaveform's")
            }
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        try expect("\"")
        return name
    }

    /// An integer of at most ten digits.
    private mutating func number() throws(Problem) -> Int {
        let isNegative = take("-")
        let start = position
        var value = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10,
            position - start < 10
        {
            value = value * 10 + Int(digit)
            position += 1
        }
        guard position > start else { throw PeakFile.malformed("there is no integer at byte \(position)") }
        return isNegative ? -value : value
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(Problem) {
        guard take(character) else {
            throw PeakFile.malformed("there is no '\(character)' at byte \(position)")
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }
}
