internal import Conversations
internal import Jobs
internal import VerbioService

/// What a request sends for a new job: a recording or a text, and perhaps the captions of the recording. The files go with this,
/// unless the job keeps them.
final class JobReception {
    private let id: JobID
    private let uploads: JobUploads
    private let upload: JobUpload
    private let captionUpload: JobUpload?
    /// The recording, the text or a caption file alone.
    let recording: UploadedFile
    /// Where captions are written that a form has beside its recording; nil if the request is no form.
    let captionPlace: UploadedFile?
    /// Whether the form has them.
    private var hasCaptions = false

    /// - Throws: `Problem` of kind `store`.
    init(of id: JobID, _ uploads: JobUploads, isForm: Bool) async throws {
        (self.id, self.uploads) = (id, uploads)
        upload = try await uploads.begin(.upload(id))
        captionUpload = isForm ? try await uploads.begin(.captions(id)) : nil
        recording = UploadedFile(upload)
        captionPlace = captionUpload.map { UploadedFile($0) }
    }

    /// Takes the caption file of a form. Without a recording it is what the job is for.
    func take(_ given: UploadedFile?, besideRecording: Bool) async throws {
        hasCaptions = given != nil && besideRecording
        guard let given, !besideRecording else { return }
        try await recording.append(given)
    }

    /// The captions beside the recording; nil if there are none.
    var captions: UploadedFile? { hasCaptions ? captionPlace : nil }

    /// The bytes of all files.
    var count: Int { recording.count + (captions?.count ?? 0) }

    /// The files as the work on them sees them.
    func upload(isText: Bool) -> StoredUpload {
        var stored = StoredUpload(path: uploads.path(of: .upload(id)), isText: isText, conversation: .random())
        if hasCaptions { stored.captions = uploads.path(of: .captions(id)) }
        return stored
    }

    /// The hashes of the files.
    func hashes() async throws -> [String] {
        var hashes = [try await recording.hash()]
        if let captions { hashes.append(try await captions.hash()) }
        return hashes
    }

    /// Makes the files survive a power loss.
    func synchronize() async throws {
        try await recording.synchronize()
        try await captions?.synchronize()
    }

    /// Brings the files to the place that all machines reach.
    func share() async throws {
        if hasCaptions, let captionUpload { try await uploads.share(.captions(id), captionUpload) }
        try await uploads.share(.upload(id), upload)
    }

    /// Leaves the files to the job.
    func keep() {
        upload.keep()
        if hasCaptions { captionUpload?.keep() }
    }
}
