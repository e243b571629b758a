internal import VerbioTesting

/// The answer of a stand-in to one request, byte for byte, and what happens to the connection then.
///
/// ```swift
/// .json(200, #"{"text":"Hola"}"#).inPieces(.each)
/// .fixture(row).hanging(.afterHeaders)
/// .json(200, text).ending(.reset, afterBytes: 100)
/// ```
package struct StandInAnswer: Sendable {
    /// How the bytes are cut into pieces for writing.
    ///
    /// Each piece is handed to the system before the next, without Nagle's algorithm. Still, the client may read several at
    /// once.
    package enum Pieces: Sendable, Hashable {
        case whole
        /// Every byte by itself.
        case each
        /// Pieces of 1 to `upTo` bytes, drawn from the seed: the same seed cuts the same way.
        case drawn(seed: UInt64, upTo: Int)
        /// Cut at these positions, counted in bytes from the beginning of the answer.
        case at([Int])
    }

    /// What happens once everything has been written.
    package enum Ending: Sendable, Hashable {
        /// The connection stays open for the next request.
        case keepOpen
        /// The connection is closed properly.
        case close
        /// The connection is torn down with a reset. What the client has not received by then may be lost to it.
        case reset
        /// Nothing more comes until the client goes away.
        case hang
    }

    /// The place at which an answer stops.
    package enum Place: Sendable, Hashable {
        case beforeHeaders
        /// Right after the empty line that ends the header.
        case afterHeaders
        /// In the middle of what follows the header.
        case midBody
        /// After this number of bytes.
        case bytes(Int)
    }

    /// The beginning of the answer; unless the answer is huge, all of it.
    package var bytes: [UInt8]
    /// What follows ``bytes``: a unit that repeats, cut off after ``fillerCount`` bytes.
    package var filler: [UInt8]
    /// How many bytes the repeated ``filler`` has in total.
    package var fillerCount: Int
    package var pieces: Pieces
    package var ending: Ending
    /// Called before each piece with the number of bytes already written.
    ///
    /// It may wait, for example for a gate or a manual clock. It is cancelled when the client goes away.
    package var pace: (@Sendable (_ written: Int) async throws -> Void)?

    /// - Parameter bytes: status line, header and body, framed as they are sent.
    package init(
        _ bytes: [UInt8], filler: [UInt8] = [], fillerCount: Int = 0, pieces: Pieces = .whole,
        ending: Ending = .keepOpen
    ) {
        self.bytes = bytes
        self.filler = filler
        self.fillerCount = filler.isEmpty ? 0 : max(0, fillerCount)
        self.pieces = pieces
        self.ending = ending
    }

    /// The UTF-8 bytes of a text, from the status line on.
    package init(_ text: String, ending: Ending = .keepOpen) { self.init(Array(text.utf8), ending: ending) }

    /// How many bytes the answer has in total.
    package var count: Int { bytes.count + fillerCount }

    /// The number of bytes before the body; all of them if no empty line ends the header.
    package var headerCount: Int { bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count }

    // MARK: Variations

    /// The same bytes, sent in pieces.
    package func inPieces(_ pieces: Pieces) -> StandInAnswer {
        var answer = self
        answer.pieces = pieces
        return answer
    }

    /// The same bytes, or only the first `count` of them, with another ending.
    package func ending(_ ending: Ending, afterBytes count: Int? = nil) -> StandInAnswer {
        var answer = self
        answer.ending = ending
        if let count {
            answer.bytes = Array(bytes.prefix(count))
            answer.fillerCount = min(fillerCount, max(0, count - bytes.count))
        }
        return answer
    }

    /// The answer up to a place, and then nothing until the client goes away.
    package func hanging(_ place: Place) -> StandInAnswer { ending(.hang, afterBytes: position(of: place)) }

    /// The answer up to a place, and then a reset.
    package func resetting(_ place: Place) -> StandInAnswer { ending(.reset, afterBytes: position(of: place)) }

    /// The answer with a wait before each piece: for the end of the closure.
    package func paced(_ pace: @escaping @Sendable (_ written: Int) async throws -> Void) -> StandInAnswer {
        var answer = self
        answer.pace = pace
        return answer
    }

    private func position(of place: Place) -> Int {
        switch place {
        case .beforeHeaders: 0
        case .afterHeaders: headerCount
        case .midBody: headerCount + (count - headerCount) / 2
        case .bytes(let count): count
        }
    }

    // MARK: Cutting

    /// The pieces in order. They are made when they are asked for, so that a huge answer takes no memory.
    struct PieceSequence: Sequence, IteratorProtocol {
        private let answer: StandInAnswer
        private var random: SplitMix64
        private var cuts: ArraySlice<Int>
        /// How many bytes were given out.
        private(set) var position = 0

        init(_ answer: StandInAnswer) {
            self.answer = answer
            random = SplitMix64(seed: 0)
            cuts = []
            switch answer.pieces {
            case .whole, .each: break
            case .drawn(let seed, _): random = SplitMix64(seed: seed)
            case .at(let positions): cuts = positions.sorted()[...]
            }
        }

        mutating func next() -> ArraySlice<UInt8>? {
            guard position < answer.count else { return nil }
            let limit = nextLimit()
            let piece: ArraySlice<UInt8>
            if position < answer.bytes.count {
                piece = answer.bytes[position...].prefix(limit)
            } else {
                let offset = (position - answer.bytes.count) % answer.filler.count
                piece = answer.filler[offset...].prefix(Swift.min(limit, answer.count - position))
            }
            position += piece.count
            return piece
        }

        /// The largest number of bytes in the next piece; at least 1.
        private mutating func nextLimit() -> Int {
            switch answer.pieces {
            case .whole: return .max
            case .each: return 1
            case .drawn(_, let most): return Int.random(in: 1...Swift.max(1, most), using: &random)
            case .at:
                while let cut = cuts.first, cut <= position { cuts.removeFirst() }
                return cuts.first.map { $0 - position } ?? .max
            }
        }
    }
}

extension StandInAnswer: CustomStringConvertible {
    /// The first line, the size and the ending, for the names of test cases.
    package var description: String {
        let line = String(decoding: bytes.prefix(80).prefix { $0 != 13 }, as: UTF8.self)
        return "\(line.isEmpty ? "nothing" : line.trimmingBlanks), \(count) bytes, \(ending)"
    }
}
