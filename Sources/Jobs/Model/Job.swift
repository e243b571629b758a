package import Access
package import Conversations

/// Work on an upload that continues without its client, and after a restart of the server.
package struct Job: Sendable, Hashable, Codable {
    /// How far the job has come.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        case queued, running
        /// All of it was done.
        case done
        /// Some utterances could not be done, or the end was not reached.
        case partial
        case failed, cancelled

        /// Whether nothing more happens.
        package var isEnd: Bool { self != .queued && self != .running }
    }

    /// What was uploaded.
    package enum Kind: String, Sendable, Hashable, Codable {
        case audio, text
    }

    /// A parameter of the request that made the job.
    package struct Parameter: Sendable, Hashable, Codable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A film that was made of the upload and is kept for a time.
    package struct Film: Sendable, Hashable, Codable {
        /// The name of its container, such as `mkv`.
        package var format: String
        /// Its size.
        package var bytes: Int
        /// The SHA-256 of its bytes in hexadecimal.
        package var sha256: String

        package init(format: String, bytes: Int, sha256: String) {
            self.format = format
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// One target language, which has its own conversation.
    package struct Part: Sendable, Hashable, Codable {
        /// The value of the parameter `to`; nil if the speech is only transcribed.
        package var target: String?
        /// Chosen with the job, so that a later run continues the same conversation. If the upload decodes differently in a later run,
        /// another conversation replaces it.
        package private(set) var conversation: ConversationID
        /// The conversations that it has replaced, in their order; nil if there are none.
        package private(set) var replaced: [ConversationID]?
        /// How its last run ended; nil if none has.
        package var ending: ConversationState?
        /// The utterances that were finished when it had ended.
        package var utterances = 0
        /// The films that are kept; nil if there are none.
        package var films: [Film]?

        package init(target: String?, conversation: ConversationID) {
            self.target = target
            self.conversation = conversation
        }

        /// Another conversation takes the place of the present one.
        package mutating func replace(by next: ConversationID) {
            guard next != conversation else { return }
            replaced = (replaced ?? []) + [conversation]
            conversation = next
        }
    }

    package var id: JobID
    package var owner: JobOwner
    package var kind: Kind
    package var parameters: [Parameter]
    package var parts: [Part]
    /// The bytes of the upload, those of its captions included.
    package var bytes: Int
    /// Those of the captions that were sent with a recording; nil if there were none.
    package var captionBytes: Int?
    package var state = State.queued
    /// The runner that does it; nil unless it runs. Nothing of the job is stored for a runner that has lost it.
    package var runner: String?
    /// Whether its client has cancelled it.
    package var isToEnd = false
    /// Milliseconds since 1970, as are all times of a job.
    package var createdAt: Int64
    /// Nil while it waits.
    package var startedAt: Int64?
    /// Nil until it has ended.
    package var endedAt: Int64?
    package var progress = JobProgress()
    /// Why it failed or is partial: a problem document as JSON.
    package var problem: String?
    package var callback: JobCallback?

    package init(
        id: JobID, owner: JobOwner, kind: Kind, parameters: [Parameter], parts: [Part], bytes: Int, createdAt: Int64
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.parameters = parameters
        self.parts = parts
        self.bytes = bytes
        self.createdAt = createdAt
    }

    /// A runner has it from now on.
    ///
    /// - Parameter now: milliseconds since 1970.
    package mutating func begin(for runner: String, at now: Int64) {
        state = .running
        self.runner = runner
        startedAt = startedAt ?? now
    }

    /// It has its place in the queue again.
    package mutating func wait() {
        state = .queued
        runner = nil
    }

    /// The bytes of the films that are kept.
    package var filmBytes: Int { parts.reduce(0) { $0 + ($1.films ?? []).reduce(0) { $0 + $1.bytes } } }

    /// Nothing more happens to it, and its callback is due.
    ///
    /// - Parameter now: milliseconds since 1970.
    package mutating func end(_ state: State, at now: Int64) {
        self.state = state
        runner = nil
        progress.stage = nil
        endedAt = now
        callback?.nextAt = now
    }
}

/// How far a job has come.
package struct JobProgress: Sendable, Hashable, Codable {
    /// What is being done.
    package enum Stage: String, Sendable, Hashable, Codable {
        /// The recording is heard, and nothing of it is translated yet.
        case listening
        case translating
        /// The voices of a film are laid at their times, and the loudness is found.
        case mixing
        /// A film is written.
        case writing
    }

    /// Nil if nothing is being done, or if an earlier version stored it.
    package var stage: Stage?
    /// Seconds of the recording up to the end of the last finished utterance, in the part that is being done.
    package var seconds = 0.0
    /// Seconds of the whole recording; nil if they are not known yet, or if it is a text.
    package var total: Double?
    /// Utterances that are finished, in all parts.
    package var utterances = 0

    package init() {}
}

/// What a job acts for: its scope, and the limits that count its use.
package struct JobOwner: Sendable, Hashable, Codable {
    /// The kind of the owner: the user of this machine, a key or an account.
    package enum Kind: String, Sendable, Hashable, Codable {
        case local, key, account
    }

    package var scope: Scope
    package var kind: Kind
    /// The identifier of the key or the account, under which use is counted.
    package var name: String
    /// The session of an account.
    package var session: String?
    /// The limits when the job was made. Those of a key that were changed since count instead.
    package var limits: AccessLimits

    package init(_ principal: Principal) {
        scope = principal.scope
        limits = principal.limits
        name = principal.name
        switch principal.identity {
        case .local: kind = .local
        case .key: kind = .key
        case .account(_, let session):
            kind = .account
            self.session = session
        }
    }

    /// The principal that the work is counted for.
    package var principal: Principal {
        let identity: Principal.Identity =
            switch kind {
            case .local: .local
            case .key: .key(id: name)
            case .account: .account(id: name, session: session ?? "")
            }
        return Principal(identity: identity, scope: scope, permissions: [.read, .translate, .change], limits: limits)
    }
}
