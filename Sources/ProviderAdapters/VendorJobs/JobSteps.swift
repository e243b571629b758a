internal import Providers

/// A recognition that a vendor does in several requests. It takes the audio, makes a job of it, and answers when it is asked.
///
/// ``VendorJobRun`` makes the requests, waits, and deletes at the vendor what is not needed any more.
protocol JobSteps: Sendable {
    associatedtype Answer: Sendable

    /// All that decides the answer, in addition to the audio.
    var task: String { get }

    /// Sends the audio.
    ///
    /// - Returns: the vendor's name for it; nil if the request that makes the job has it.
    func send(_ upload: AudioUpload, over exchange: Exchange) async throws -> String?

    /// Makes the job.
    func make(of file: String?, _ upload: AudioUpload, over exchange: Exchange) async throws -> MadeJob<Answer>

    /// Asks how far a job is.
    func state(of id: String, over exchange: Exchange) async throws -> JobState<Answer>

    /// Where what the vendor has is deleted; empty if the vendor deletes it by itself.
    static func places(of job: OpenJob) -> [String]
}

/// What a vendor answers when it has taken something.
struct VendorName: Decodable {
    var id: String
}

/// A job that was just made.
struct MadeJob<Answer: Sendable>: Sendable {
    /// The vendor's name for it.
    var id: String
    var state = JobState<Answer>.working
}

enum JobState<Answer: Sendable>: Sendable {
    case working
    case done(Answer)
    /// The vendor has ended it without an answer.
    case failed(ProviderError)
}
