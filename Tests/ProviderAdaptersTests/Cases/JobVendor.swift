import Foundation
import Language
import Plumbing
import Providers
import StandIns

/// A vendor that answers in several requests.
struct JobVendor: Sendable, CustomStringConvertible {
    enum Step: Sendable, Hashable {
        case send, make, ask, read, delete
    }

    let name: String
    /// What the vendor says while it works.
    let working: StandInAnswer
    /// What it says when it has ended a job without an answer.
    let failed: StandInAnswer
    /// How many things are deleted after an answer.
    let deletions: Int
    /// Whether the audio has a name of its own, under which it is deleted.
    let keepsFiles: Bool

    var description: String { name }

    static let all = [
        JobVendor(
            name: "assemblyai-stt", working: .json(200, #"{"id":"a","status":"processing","text":null}"#),
            failed: .json(200, #"{"id":"a","status":"error","text":null,"error":"Transcoding failed."}"#),
            deletions: 1, keepsFiles: false),
        JobVendor(
            name: "soniox-stt", working: .json(200, #"{"id":"a","status":"queued"}"#),
            failed: .json(200, #"{"id":"a","status":"error","error_message":"It failed."}"#), deletions: 2,
            keepsFiles: true),
        JobVendor(
            name: "gladia-stt", working: .json(200, #"{"id":"a","status":"processing"}"#),
            failed: .json(200, #"{"id":"a","status":"error","error_code":500}"#), deletions: 1, keepsFiles: false),
    ]

    static func step(_ request: RecordedRequest) -> Step {
        switch (request.method, request.path) {
        case ("DELETE", _): .delete
        case ("POST", "/v2/upload"), ("POST", "/v1/files"): .send
        case ("POST", _): .make
        case (_, let path) where path.hasSuffix("/transcript"): .read
        default: .ask
        }
    }

    /// The steps up to an answer, when the vendor was asked so many times.
    func steps(asked: Int) -> [Step] {
        [.send, .make] + Array(repeating: .ask, count: asked) + (keepsFiles ? [.read] : [])
            + Array(repeating: .delete, count: deletions)
    }

    func adapter(at url: String, time: TimeSource) -> AdapterCase.Adapter {
        AdapterCases.named(name).adapter(at: url, time: time, isOwn: false)
    }
}

/// A clock on which sleeping takes no time, and the sleeps.
final class InstantClock: Sendable {
    private let state = Locked((now: Duration.zero, sleeps: [Duration]()))

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    var source: TimeSource {
        TimeSource(
            now: { self.state.withLock { $0.now } },
            sleep: { pause in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += pause
                    state.sleeps.append(pause)
                }
            }, wallClockMilliseconds: { 1_795_176_000_000 })
    }
}

/// Steps that a stand-in has been asked for, and what it says in place of a good answer.
final class JobScript: Sendable {
    typealias Answer = @Sendable (_ step: JobVendor.Step, _ turn: Int) -> StandInAnswer?
    private let asked = Locked<[JobVendor.Step]>([])
    private let answer: Locked<Answer>

    /// - Parameter answer: gets the step and how often it was asked for, from 1; nil for a good answer.
    init(_ answer: @escaping Answer = { _, _ in nil }) { self.answer = Locked(answer) }

    var steps: [JobVendor.Step] { asked.withLock { $0 } }

    func change(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

    func count(_ step: JobVendor.Step) -> Int { steps.count { $0 == step } }

    var script: StandInServer.Script {
        { request in
            let step = JobVendor.step(request)
            let turn = self.asked.withLock { asked in
                asked.append(step)
                return asked.count { $0 == step }
            }
            let told = self.answer.withLock { $0 }
            return try told(step, turn) ?? EchoStandIn.answer(request)
        }
    }
}
