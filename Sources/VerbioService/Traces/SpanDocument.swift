import FoundationEssentials
import Plumbing

/// A request with spans in the JSON form of OTLP 1.x: names of fields in camel case, names of traces and spans as hexadecimal
/// digits, and 64-bit numbers as texts.
struct SpanDocument: Encodable {
    struct Attribute: Encodable {
        struct Value: Encodable {
            var stringValue: String?
            var intValue: String?
        }

        var key: String
        var value: Value

        init(_ key: String, _ value: TraceSpan.Value) {
            self.key = key
            switch value {
            case .text(let text): self.value = Value(stringValue: text)
            case .number(let number): self.value = Value(intValue: String(number))
            }
        }
    }

    struct Span: Encodable {
        struct Status: Encodable {
            /// 2 for an error; a span that has not failed leaves the status open.
            var code: Int?
            var message: String?
        }

        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var traceState: String?
        var flags: Int
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var status: Status

        /// Bits of `flags`: the trace is kept; it is known whether the parent is remote; and it is.
        private static let (sampled, knowsRemote, isRemote) = (0x1, 0x100, 0x200)

        init(_ record: TraceSpan.Record) {
            let context = record.context
            (traceId, spanId, parentSpanId) = (context.trace, context.span, record.parent)
            traceState = context.state.isEmpty ? nil : context.state
            flags = Self.sampled | Self.knowsRemote | (record.isParentRemote ? Self.isRemote : 0)
            (name, kind) = (record.name, record.kind.rawValue)
            (startTimeUnixNano, endTimeUnixNano) = (String(record.start), String(record.end))
            var facts = record.attributes
            if let failure = record.failure { facts["error.type"] = .text(failure) }
            attributes = facts.sorted { $0.key < $1.key }.map { Attribute($0.key, $0.value) }
            status = Status(code: record.failure == nil ? nil : 2, message: record.failure)
        }
    }

    struct Resource: Encodable {
        var attributes: [Attribute]
    }

    struct Scope: Encodable {
        var name = "verbio"
    }

    struct ScopeSpans: Encodable {
        var scope = Scope()
        var spans: [Span]
    }

    struct ResourceSpans: Encodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    var resourceSpans: [ResourceSpans]

    init(_ records: [TraceSpan.Record], of resource: [String: String]) {
        let facts = resource.sorted { $0.key < $1.key }.map { Attribute($0.key, .text($0.value)) }
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: facts), scopeSpans: [ScopeSpans(spans: records.map(Span.init))])
        ]
    }

    func encoded() -> [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}

/// The answer of a collector, as far as it matters: how many spans it did not take.
struct SpanReceipt: Decodable {
    private struct Rest: Decodable {
        var rejectedSpans: Count?
    }

    /// A 64-bit number, which collectors write as a text or as a number.
    private struct Count: Decodable {
        var value: Int

        init(from decoder: any Decoder) throws {
            let content = try decoder.singleValueContainer()
            value = (try? content.decode(Int.self)) ?? Int((try? content.decode(String.self)) ?? "") ?? 0
        }
    }

    private var partialSuccess: Rest?

    /// How many of these spans were not taken. An answer that cannot be read counts as success.
    static func rejected(_ bytes: [UInt8], of count: Int) -> Int {
        let receipt = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        return min(max(0, receipt?.partialSuccess?.rejectedSpans?.value ?? 0), count)
    }
}
