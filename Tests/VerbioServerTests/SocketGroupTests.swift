import Foundation
import Testing
import VerbioTesting

@testable import VerbioServer

/// The groups of cases that Autobahn's suite has for RFC 6455, with frames of our own, so that nothing has to be installed for
/// them. ``AutobahnTests`` runs the suite itself. Groups 12 and 13 are of compression, which the server does not offer.
@Suite("RFC 6455 by groups of cases", .serialized, .timeLimit(.minutes(5)))
struct SocketGroupTests {
    /// What a client sends, and what it gets.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var sent: [Frame]
        var answers: [Frame]
        /// Whether each byte is written by itself.
        var isCut = false

        init(_ name: String, _ sent: [Frame], _ answers: [Frame], isCut: Bool = false) {
            (self.name, self.sent, self.answers, self.isCut) = (name, sent, answers, isCut)
        }

        var testDescription: String { name }
    }

    private static func part(_ opcode: UInt8, _ payload: [UInt8], isLast: Bool = false) -> Frame {
        Frame(opcode: opcode, payload: payload, isLast: isLast)
    }

    private static func ping(_ payload: [UInt8]) -> Frame { Frame(opcode: 9, payload: payload) }
    private static func pong(_ payload: [UInt8]) -> Frame { Frame(opcode: 10, payload: payload) }

    /// 1: framing of texts and bytes, of each kind of length, whole and byte by byte.
    private static let framing: [Case] = [0, 1, 125, 126, 127, 128, 65_535, 65_536, 100_000].flatMap { size in
        let text = Frame(opcode: 1, payload: [UInt8](repeating: 42, count: size))
        let bytes = Frame(opcode: 2, payload: [UInt8](repeating: 254, count: size))
        let cases = [Case("1: text of \(size)", [text], [text]), Case("1: \(size) bytes", [bytes], [bytes])]
        return size > 200 ? cases : cases + [Case("1: text of \(size), cut", [text], [text], isCut: true)]
    }

    /// 2: pings and pongs.
    private static let pings: [Case] =
        [[], Array("Hello".utf8), [0, 255, 254, 128], [UInt8](repeating: 254, count: 125)].flatMap { payload in
            [
                Case("2: ping of \(payload.count)", [ping(payload)], [pong(payload)]),
                Case("2: ping of \(payload.count), cut", [ping(payload)], [pong(payload)], isCut: true),
            ]
        } + [
            Case("2: too long a ping", [ping([UInt8](repeating: 0, count: 126))], [.close(1002)]),
            Case("2: unasked pongs", [pong([]), pong([1]), ping([2])], [pong([2])]),
            Case(
                "2: ten pings at once", (0..<10).map { ping([$0]) }, (0..<10).map { pong([$0]) }),
        ]

    /// 3: reserved bits, of each kind of frame.
    private static let reserved: [Case] = (1...7).flatMap { bits in
        [UInt8(1), 2, 8, 9, 10].map { opcode in
            Case(
                "3: bits \(bits) of opcode \(opcode)",
                [Frame(opcode: opcode, payload: [], reserved: bits), ping([])], [.close(1002)])
        }
    }

    /// 4: opcodes that have no meaning.
    private static let opcodes: [Case] = [UInt8(3), 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap { opcode in
        [[], Array("x".utf8)].map { payload in
            Case(
                "4: opcode \(opcode) with \(payload.count) bytes",
                [Frame(opcode: opcode, payload: payload), ping([])], [.close(1002)])
        }
    }

    /// 5: fragments.
    private static let fragments: [Case] = [
        Case("5: a ping in parts", [part(9, [1]), part(0, [2], isLast: true)], [.close(1002)]),
        Case("5: a pong in parts", [part(10, [1]), part(0, [2], isLast: true)], [.close(1002)]),
        Case("5: two parts", [part(1, [65]), part(0, [66], isLast: true)], [.text("AB")]),
        Case("5: two parts, cut", [part(1, [65]), part(0, [66], isLast: true)], [.text("AB")], isCut: true),
        Case(
            "5: a ping between parts", [part(1, [65]), ping([9]), part(0, [66], isLast: true)],
            [pong([9]), .text("AB")]),
        Case("5: empty parts", [part(1, []), part(0, []), part(0, [], isLast: true)], [.text("")]),
        Case("5: bytes in parts", [part(2, [255]), part(0, [254], isLast: true)], [.binary([255, 254])]),
        Case("5: a part of nothing, the last one", [part(0, [65], isLast: true), .text("a")], [.close(1002)]),
        Case("5: a part of nothing", [part(0, [65]), .text("a")], [.close(1002)]),
        Case("5: a message within one", [part(1, [65]), .text("B")], [.close(1002)]),
        Case("5: two messages within one", [part(1, [65]), part(2, [66])], [.close(1002)]),
        Case(
            "5: two messages one after the other",
            [part(1, [65]), part(0, [66], isLast: true), part(1, [67]), part(0, [68], isLast: true)],
            [.text("AB"), .text("CD")]),
    ]

    private static let valid: [[UInt8]] = [
        Array("Hello-µ@ßöäüàá-UTF-8!!".utf8), [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5],
        [0x00], [0xC2, 0x80], [0xE0, 0xA0, 0x80], [0xF0, 0x90, 0x80, 0x80], [0x7F], [0xDF, 0xBF], [0xEF, 0xBF, 0xBF],
        [0xF4, 0x8F, 0xBF, 0xBF], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE],
    ]
    private static let invalid: [[UInt8]] = [
        [0xCE, 0xBA, 0xE1, 0xBD], [0x80], [0xBF], [0x80, 0xBF, 0x80], [0xC0], [0xC3], [0xE1, 0x80], [0xF1, 0x80, 0x80],
        [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xF8, 0x80, 0x80, 0x80, 0xAF], [0xC1, 0xBF],
        [0xED, 0xA0, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF], [0xFE], [0xFF],
    ]

    /// 6: texts and what is none, whole, in parts of one byte, and refused before the last part has come.
    private static let texts: [Case] =
        valid.flatMap { bytes in
            let whole = Frame(opcode: 1, payload: bytes)
            let parts = bytes.enumerated().map { place, byte in
                part(place == 0 ? 1 : 0, [byte], isLast: place == bytes.count - 1)
            }
            return [
                Case("6: text \(bytes)", [whole], [whole]), Case("6: text \(bytes) in parts", parts, [whole]),
            ]
        }
        + invalid.flatMap { bytes in
            [
                Case("6: no text \(bytes)", [Frame(opcode: 1, payload: bytes)], [.close(1007)]),
                Case(
                    "6: no text \(bytes) in parts",
                    bytes.enumerated().map { part($0 == 0 ? 1 : 0, [$1]) } + [part(0, [], isLast: true)],
                    [.close(1007)]),
            ]
        }
        + [[0xC0], [0xF4, 0x90], [0xED, 0xA0], [0xE0, 0x80], [0xF8], [0x80]].map { bytes in
            // The message is never ended.
            Case("6: refused early \(bytes)", [part(1, Array("a".utf8)), part(0, bytes)], [.close(1007)])
        }

    /// 7: closing.
    private static let closing: [Case] =
        [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map { code in
            Case("7: code \(code)", [.close(code)], [.close(code)])
        }
        + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535].map { code in
            Case("7: no code \(code)", [.close(code)], [.close(1002)])
        } + [
            Case("7: no code at all", [Frame(opcode: 8, payload: [])], [Frame(opcode: 8, payload: [])]),
            Case("7: half a code", [Frame(opcode: 8, payload: [3])], [.close(1002)]),
            Case(
                "7: the longest reason", [Frame(opcode: 8, payload: [3, 232] + [UInt8](repeating: 42, count: 123))],
                [.close(1000)]),
            Case(
                "7: too long a reason", [Frame(opcode: 8, payload: [3, 232] + [UInt8](repeating: 42, count: 124))],
                [.close(1002)]),
            Case(
                "7: a reason that is no text", [Frame(opcode: 8, payload: [3, 232, 0xCE, 0xBA, 0xE1])], [.close(1007)]),
            Case("7: a message after the close", [.close(1000), .text("a"), ping([])], [.close(1000)]),
            Case("7: two closes", [.close(1000), .close(1001)], [.close(1000)]),
            Case("7: a close within a message", [part(1, [65]), .close(1000)], [.close(1000)]),
        ]

    /// 9 and 10: sizes and parts up to the limit, and beyond it.
    private static let sizes: [Case] =
        [64, 256, 1_024, 4_096, 16_384].map { size in
            let all = [UInt8](repeating: 42, count: 98_304)
            let parts = stride(from: 0, to: all.count, by: size).map { start in
                part(start == 0 ? 2 : 0, Array(all[start..<(start + size)]), isLast: start + size == all.count)
            }
            return Case("9: \(all.count) bytes in parts of \(size)", parts, [.binary(all)])
        } + [
            Case("9: one byte too many", [.binary([UInt8](repeating: 0, count: 100_001))], [.close(1009)]),
            Case(
                "9: too many in parts",
                [part(2, [UInt8](repeating: 0, count: 99_999)), part(0, [1]), part(0, [2])], [.close(1009)]),
        ]

    @Test(
        "given the frames of a case, when they are sent, then the answers are those of the RFC",
        arguments: framing + pings + reserved + opcodes + fragments + texts + closing + sizes)
    func group(_ one: Case) async throws {
        try await withServer(moreRoutes: [EchoRoute.self]) { server in
            let client = try await Client.upgrade(try await server.open())
            let bytes = one.sent.flatMap(\.bytes)
            if one.isCut {
                for byte in bytes { try await client.connection.send([byte]) }
            } else {
                try await client.connection.send(bytes)
            }
            for answer in one.answers {
                var expected = answer
                expected.isMasked = true
                let got = try await client.frame()
                #expect(got.opcode == expected.opcode && got.payload == expected.payload && got.isLast)
            }
            if one.answers.last?.opcode == 8 { #expect(try await client.isAtEnd()) }
            await client.leave()
        }
    }

    @Test("given a text in parts, when it cannot become UTF-8 any more, then that is known at once")
    func early() {
        var check = UTF8Check()
        #expect([[0x61, 0xF0], [0x9F], [0x98], [0x80]].allSatisfy { check.accepts($0 as [UInt8]) })
        for bytes in Self.invalid where bytes.count > 1 {
            var check = UTF8Check()
            let accepted = bytes.map { check.accepts([$0]) }
            let isCutOff = [[0xCE, 0xBA, 0xE1, 0xBD], [0xE1, 0x80], [0xF1, 0x80, 0x80]].contains(bytes)
            #expect(accepted.contains(false) != isCutOff, "\(bytes)")
        }
    }
}
