internal import Language
package import Plumbing
internal import Yams

extension Scenario {
    private static let stageKeys = [
        "latency", "firstByte", "tokenPace", "pieces", "jitter", "concurrency", "contextPairs", "takesLater",
        "summaries", "batches", "instructions", "hints", "faults",
    ]
    private static let conditionKeys = [
        "every", "nth", "utterance", "attempt", "probability", "per", "silence",
    ]

    /// Reads a scenario as YAML. `config/scenarios/instant.yaml` describes every key.
    ///
    /// - Parameters:
    ///   - name: the name of the scenario.
    ///   - file: the place that problems name.
    /// - Throws: ``Problem`` of kind `usage`, code `scenario.invalid`: not YAML, an unknown key, a value out of range.
    package init(yaml: String, name: String, file: String) throws(Problem) {
        let root: Node
        do {
            guard let node = try Yams.compose(yaml: yaml) else {
                throw Problem(
                    .usage, "scenario.invalid", "the file is empty", at: file, cure: "write a scenario into it")
            }
            root = node
        } catch let problem as Problem {
            throw problem
        } catch {
            let line = "\(error)".split(separator: "\n").first.map(String.init) ?? "unreadable"
            throw Problem(.usage, "scenario.invalid", "the file is not YAML: \(line)", at: file, cure: "correct it")
        }
        let top = try StrictMapping(
            root, file: file, path: "",
            keys: ["description", "seed", "languages", "calls", "recognition", "translation", "synthesis"])
        _ = try top.text("description")
        self.init(
            name: name, seed: UInt64(try top.integer("seed", 0...Int.max) ?? 1), calls: try top.text("calls"),
            recognition: try Self.behaviour("recognition", in: top),
            translation: try Self.behaviour("translation", in: top),
            synthesis: try Self.behaviour("synthesis", in: top))
        if let texts = try top.texts("languages") {
            let codes = texts.compactMap(LanguageCode.init(rawValue:))
            guard codes.count == texts.count else {
                let known = LanguageCode.tested.map(\.rawValue).joined(separator: " ")
                throw top.wrong("languages", "a list of languages out of: \(known)")
            }
            languages = Set(codes)
        }
    }

    private static func behaviour(_ stage: String, in top: StrictMapping) throws(Problem) -> Behaviour {
        let ofTranslators: Set = ["contextPairs", "takesLater", "summaries", "batches", "instructions", "hints"]
        let keys = stageKeys.filter { !ofTranslators.contains($0) || stage == "translation" }
        guard let mapping = try top.mapping(stage, keys: keys) else { return Behaviour() }
        var faults: [FaultRule] = []
        for rule in try mapping.mappings("faults", keys: ["when", "fault"] + FaultName.parameterKeys) {
            faults.append(try self.rule(rule, stage: stage))
        }
        var behaviour = Behaviour()
        behaviour.latency = try mapping.duration("latency") ?? .zero
        behaviour.firstByte = try mapping.duration("firstByte") ?? .zero
        behaviour.tokenPace = try mapping.duration("tokenPace") ?? .zero
        behaviour.pieces = try mapping.integer("pieces", 1...1_000) ?? 1
        behaviour.jitter = try mapping.number("jitter", 0...1) ?? 0
        behaviour.concurrency = try mapping.integer("concurrency", 1...1_000_000)
        behaviour.contextPairs = keys.contains("contextPairs") ? try mapping.integer("contextPairs", 0...100) ?? 0 : 0
        behaviour.takesLater = keys.contains("takesLater") ? try mapping.flag("takesLater") ?? false : false
        behaviour.summaries = keys.contains("summaries") ? try mapping.flag("summaries") ?? false : false
        behaviour.batches = keys.contains("batches") ? try mapping.flag("batches") ?? false : false
        behaviour.instructions = keys.contains("instructions") ? try mapping.flag("instructions") ?? false : false
        behaviour.hints = keys.contains("hints") ? try mapping.flag("hints") ?? false : false
        behaviour.faults = faults
        return behaviour
    }

    private static func rule(_ mapping: StrictMapping, stage: String) throws(Problem) -> FaultRule {
        let names = FaultName.allCases.filter { $0 != .hallucinate || stage == "recognition" }
        guard let name = try mapping.text("fault").flatMap(FaultName.init(rawValue:)), names.contains(name) else {
            throw mapping.wrong("fault", "one of: \(names.map(\.rawValue).joined(separator: ", "))")
        }
        for key in FaultName.parameterKeys where mapping.has(key) && !name.parameters.contains(key) {
            let takers = FaultName.allCases.filter { $0.parameters.contains(key) }.map(\.rawValue)
            throw mapping.wrong(key, "a key of \(name.rawValue), only of \(takers.joined(separator: " and "))")
        }
        let delay = try mapping.duration("delay")
        if name.parameters.contains("delay"), delay == nil { throw mapping.wrong("delay", "given in milliseconds") }
        let fault: Fault =
            switch name {
            case .rateLimited: .rateLimited(retryAfter: try mapping.duration("retryAfter"))
            case .serverError: .serverError
            case .unauthorized: .unauthorized
            case .quota: .quota
            case .hang: .hang
            case .cut: .cut
            case .garbage: .garbage
            case .empty: .empty
            case .hallucinate: .hallucinate(text: try mapping.text("text"))
            case .wrongLanguage: .wrongLanguage
            case .slow: .slow(delay ?? .zero)
            case .outOfOrder:
                .outOfOrder(delay: delay ?? .zero, window: try mapping.integer("window", 2...1_000) ?? 4)
            }
        return FaultRule(fault, when: try condition(mapping, stage: stage))
    }

    private static func condition(_ rule: StrictMapping, stage: String) throws(Problem) -> FaultCondition {
        let keys = conditionKeys.filter { $0 != "silence" || stage == "recognition" }
        guard let mapping = try rule.mapping("when", keys: keys) else { return FaultCondition() }
        var samplingUnit = FaultCondition.SamplingUnit.request
        if let text = try mapping.text("per") {
            guard let known = FaultCondition.SamplingUnit(rawValue: text) else {
                throw mapping.wrong("per", "one of: request, attempt")
            }
            samplingUnit = known
        }
        return FaultCondition(
            every: try mapping.integer("every", 1...Int.max), nth: try mapping.numbers("nth"),
            utterance: try mapping.numbers("utterance"), attempt: try mapping.numbers("attempt"),
            probability: try mapping.number("probability", 0...1), samplingUnit: samplingUnit,
            silence: keys.contains("silence") ? try mapping.flag("silence") : nil)
    }
}

/// The names of the faults in files, with the keys that each fault takes.
private enum FaultName: String, CaseIterable {
    case rateLimited = "rate-limited"
    case serverError = "server-error"
    case unauthorized, quota, hang, cut, garbage, empty, hallucinate
    case wrongLanguage = "wrong-language"
    case slow
    case outOfOrder = "out-of-order"

    static let parameterKeys = ["retryAfter", "text", "delay", "window"]

    var parameters: [String] {
        switch self {
        case .rateLimited: ["retryAfter"]
        case .hallucinate: ["text"]
        case .slow: ["delay"]
        case .outOfOrder: ["delay", "window"]
        default: []
        }
    }
}
