import CurlHTTP
import HTTPTypes
import Plumbing
import ProviderAdapters

/// Where spans are sent and which traces are kept, from OpenTelemetry's standard environment variables.
package struct TraceSettings: Sendable {
    /// The address that spans are posted to.
    var url: String
    var headers = HTTPFields()
    /// How long one request may take.
    var timeout = Duration.seconds(10)
    /// How long a batch is tried before it is dropped.
    var patience = Duration.seconds(30)
    /// How long the first span of a batch waits for others.
    var delay = Duration.seconds(5)
    /// The most spans that wait; further ones are dropped.
    var queue = 2_048
    /// The most spans of a request.
    var batch = 512
    var sampler = TraceSampler(followsParent: true, ratio: 1)
    /// The description of this program that each request has.
    var resource: [String: String]

    /// The settings; nil if the environment names no address, or wants no traces.
    ///
    /// As the specification demands, a value that cannot be used is ignored, and is no reason not to start.
    ///
    /// - Parameters:
    ///   - version: of this program.
    ///   - warn: takes a sentence for the operator. It contains no value of a variable.
    package init?(environment: [String: String], version: String, warn: @escaping (String) -> Void) {
        let variables = TraceVariables(environment, warn: warn)
        guard !variables.isTrue("OTEL_SDK_DISABLED"), let url = Self.url(variables) else { return nil }
        switch variables.text("OTEL_TRACES_EXPORTER")?.lowercased() {
        case nil, "otlp": break
        case "none": return nil
        default:
            warn("OTEL_TRACES_EXPORTER names no exporter that Verbio has, so no traces are sent; use otlp or none")
            return nil
        }
        // A receiver of OTLP over HTTP takes JSON and Protobuf at the same address; gRPC has another one.
        if variables.signal("PROTOCOL")?.lowercased() == "grpc" {
            warn("OTEL_EXPORTER_OTLP_PROTOCOL is grpc, so no traces are sent; use http/json and the port for HTTP")
            return nil
        }
        self.url = url
        resource = Self.resource(variables, version: version)
        headers = Self.headers(variables)
        timeout = variables.milliseconds("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT") ?? timeout
        patience = variables.milliseconds("OTEL_BSP_EXPORT_TIMEOUT") ?? patience
        delay = variables.milliseconds("OTEL_BSP_SCHEDULE_DELAY") ?? delay
        queue = variables.number("OTEL_BSP_MAX_QUEUE_SIZE", in: 1...1_000_000) ?? queue
        batch = min(queue, variables.number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", in: 1...100_000) ?? batch)
        sampler = Self.sampler(variables)
    }

    private static func url(_ variables: TraceVariables) -> String? {
        var (name, url) = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", variables.text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"))
        if url == nil, let base = variables.text("OTEL_EXPORTER_OTLP_ENDPOINT") {
            name = "OTEL_EXPORTER_OTLP_ENDPOINT"
            // Only this one gets the path of traces; the other is used as it is.
            url = base + (base.hasSuffix("/") ? "" : "/") + "v1/traces"
        }
        guard let url else { return nil }
        if let fault = WebAddress.fault(of: url, example: "http://127.0.0.1:4318") {
            variables.warn("\(name) \(fault.what), so no traces are sent; \(fault.cure)")
            return nil
        }
        return url
    }

    private static func headers(_ variables: TraceVariables) -> HTTPFields {
        var headers = HTTPFields()
        for (name, value) in variables.pairs(of: variables.signal("HEADERS"), in: "OTEL_EXPORTER_OTLP_HEADERS") {
            guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                variables.warn("OTEL_EXPORTER_OTLP_HEADERS has a header that cannot be sent, which is left out")
                continue
            }
            headers[field] = value
        }
        return headers
    }

    private static func resource(_ variables: TraceVariables, version: String) -> [String: String] {
        let name = "OTEL_RESOURCE_ATTRIBUTES"
        let own = ["service.name": "verbio", "service.version": version, "telemetry.sdk.language": "swift"]
        let named = variables.pairs(of: variables.text(name), in: name)
        var resource = named.reduce(into: own) { $0[$1.name] = $1.value }
        if let service = variables.text("OTEL_SERVICE_NAME") { resource["service.name"] = service }
        return resource
    }

    private static func sampler(_ variables: TraceVariables) -> TraceSampler {
        let usual = TraceSampler(followsParent: true, ratio: 1)
        guard let name = variables.text("OTEL_TRACES_SAMPLER")?.lowercased() else { return usual }
        let prefix = "parentbased_"
        let followsParent = name.hasPrefix(prefix)
        switch followsParent ? name.dropFirst(prefix.count) : name[...] {
        case "always_on": return TraceSampler(followsParent: followsParent, ratio: 1)
        case "always_off": return TraceSampler(followsParent: followsParent, ratio: 0)
        case "traceidratio": return TraceSampler(followsParent: followsParent, ratio: variables.ratio())
        default:
            variables.warn("OTEL_TRACES_SAMPLER names no sampler that Verbio has; all traces are kept")
            return usual
        }
    }
}

/// Reads variables as OpenTelemetry specifies: an empty one counts as not set, and a wrong one is ignored with a warning.
private struct TraceVariables {
    private let environment: [String: String]
    let warn: (String) -> Void

    init(_ environment: [String: String], warn: @escaping (String) -> Void) {
        (self.environment, self.warn) = (environment, warn)
    }

    func text(_ name: String) -> String? {
        environment[name].map { Self.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable for traces, otherwise the one for all signals.
    func signal(_ name: String) -> String? {
        text("OTEL_EXPORTER_OTLP_TRACES_\(name)") ?? text("OTEL_EXPORTER_OTLP_\(name)")
    }

    func isTrue(_ name: String) -> Bool { text(name)?.lowercased() == "true" }

    func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            warn("\(name) is no number from \(range.lowerBound) to \(range.upperBound), and is ignored")
            return nil
        }
        return number
    }

    /// The first of the variables that is set, in milliseconds.
    func milliseconds(_ names: String...) -> Duration? {
        names.first { text($0) != nil }.flatMap { number($0, in: 1...3_600_000) }.map { .milliseconds($0) }
    }

    func ratio() -> Double {
        guard let text = text("OTEL_TRACES_SAMPLER_ARG") else { return 1 }
        guard let ratio = Double(text), (0...1).contains(ratio) else {
            warn("OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1; all traces are kept")
            return 1
        }
        return ratio
    }

    /// `name=value` pairs with commas between them, percent-encoded.
    func pairs(of list: String?, in variable: String) -> [(name: String, value: String)] {
        (list ?? "").split(separator: ",").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = percentDecoded(Self.trimmed(parts[0]))
            guard parts.count == 2, !name.isEmpty else {
                warn("\(variable) has a part that is no NAME=VALUE, which is left out")
                return nil
            }
            return (name, percentDecoded(Self.trimmed(parts[1])))
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return String(rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? "")
    }
}
