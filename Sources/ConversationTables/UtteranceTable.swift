internal import Audio
package import Conversations
internal import Language
internal import Plumbing
internal import Providers
package import SQL

/// Rows of `utterance`, and everything that belongs to an utterance.
package enum UtteranceTable {
    private static let ownColumns = [
        "conversation", "sequence", "speaker", "lane", "range_start", "range_end", "speech_start", "speech_end",
        "language_from", "language_to", "direction_reason", "voiced_ms", "rms_dbfs", "peak_dbfs", "snr_db",
        "clipped_samples", "ended_by", "speech_probability", "audio_hash", "cues", "audio",
    ]
    private static let outcomeColumns = [
        "outcome", "outcome_reason", "failed_stage", "failed_provider", "failure", "failure_message",
    ]

    /// The stored name of every outcome with a failure. What was delivered in spite of the failure follows from the stage that
    /// failed.
    private static let failed = "failed"

    /// What was said first in a conversation, as it is now; nil if nothing is shown.
    static func beginning(of id: ConversationID, in db: any SQLConnection) throws -> String? {
        let sql = """
            SELECT utterance.correction, transcript.text FROM utterance
            JOIN transcript ON transcript.key = utterance.transcript_key
            WHERE utterance.conversation = ? AND transcript.text <> ''
                AND (utterance.outcome <> 'dropped' OR utterance.outcome_reason = 'other-language')
            ORDER BY utterance.sequence LIMIT 1
            """
        guard let row = try db.row(sql, [id.rawValue.value]) else { return nil }
        var reader = RowReader(row, of: "utterance")
        let correction: CorrectedText? = try reader.optionalJSON("correction")
        let said = try reader.text("text")
        return correction?.text ?? said
    }

    // MARK: Writing

    private static let insertion = """
        INSERT INTO utterance (\(ownColumns.joined(separator: ", ")))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (conversation, sequence) DO NOTHING
        """

    static func insert(_ utterance: Utterance, audio: BlobID?) throws -> Command {
        Command(
            insertion, name(utterance.id) + (try heard(utterance)) + [(audio?.rawValue).value],
            check: .otherwise { try verify(utterance, audio: audio, in: $0) })
    }

    /// Replaces what was heard of the utterance before it was recognized.
    static func replace(_ utterance: Utterance) throws -> Command {
        Command(replacement, try heard(utterance) + name(utterance.id), check: .found(.utterance(utterance.id)))
    }

    private static let replacement: String = {
        let columns = ownColumns.dropFirst(2).dropLast()
        let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return """
            UPDATE utterance SET (\(columns.joined(separator: ", "))) = (\(places))
            WHERE conversation = ? AND sequence = ? AND transcript_key IS NULL
            """
    }()

    private static func name(_ id: UtteranceID) -> [SQLValue] { [id.conversation.rawValue.value, id.sequence.value] }

    /// The values of ``ownColumns`` between its name and its audio.
    private static func heard(_ utterance: Utterance) throws -> [SQLValue] {
        let evidence = utterance.evidence
        return [
            utterance.speaker.rawValue.value, utterance.lane.value, utterance.range.start.value,
            utterance.range.end.value, utterance.speech.start.value, utterance.speech.end.value,
            utterance.direction.pair.source.rawValue.value, utterance.direction.pair.storedTarget.value,
            utterance.direction.reason.value, evidence.voicedMilliseconds.value, evidence.rmsDBFS.value,
            evidence.peakDBFS.value, evidence.snrDB.value, evidence.clippedSamples.value, utterance.endedBy.value,
            evidence.speechProbability.value, utterance.audioHash.value,
            (utterance.cues.isEmpty ? nil : try JSON.encode(utterance.cues)).value,
        ]
    }

    /// - Throws: `store.conflict` unless this very utterance is in the store.
    static func verify(_ utterance: Utterance, audio: BlobID?, in db: any SQLConnection) throws {
        let sql = "SELECT \(ownColumns.joined(separator: ", ")) FROM utterance WHERE conversation = ? AND sequence = ?"
        let row = try db.row(sql, name(utterance.id))
        guard let row else { throw Command.Subject.utterance(utterance.id).missing }
        var reader = RowReader(row, of: "utterance")
        let stored = try readUtterance(&reader)
        guard stored == utterance, try reader.optionalText("audio") == audio?.rawValue else {
            throw TableProblem.conflict(
                "utterance \(utterance.sequence) of conversation \(utterance.conversation) is not the one in the store")
        }
    }

    static func link(_ stage: Stage, _ key: ContentKey, to id: UtteranceID) -> Command {
        Command(
            linking(stage),
            [key.rawValue.value, id.conversation.rawValue.value, id.sequence.value],
            check: .found(.utterance(id)))
    }

    static func setDirection(_ direction: HeardDirection, of id: UtteranceID) throws -> Command {
        Command(
            "UPDATE utterance SET heard_direction = ? WHERE conversation = ? AND sequence = ?",
            [try JSON.encode(direction).value, id.conversation.rawValue.value, id.sequence.value],
            check: .found(.utterance(id)))
    }

    /// Removes the correction as well, because a correction for one direction is not valid for another. The correction is
    /// computed again.
    static func reopen(_ id: UtteranceID, from first: Stage) -> [Command] {
        let place = [id.conversation.rawValue.value, id.sequence.value]
        let stages = Stage.allCases.drop { $0 != first }
        let moved = stages.map { stage in
            Command(
                """
                INSERT INTO former_answer (conversation, sequence, stage, key)
                SELECT conversation, sequence, ?3, \(stage.answerTable.reference) FROM utterance
                WHERE conversation = ?1 AND sequence = ?2 AND \(stage.answerTable.reference) IS NOT NULL
                ON CONFLICT DO NOTHING
                """, place + [stage.rawValue.value])
        }
        var cleared = stages.map { "\($0.answerTable.reference) = NULL" } + ["correction = NULL"]
        if first == .recognition { cleared.append("recognition_flags = '[]'") }
        let times = stages.map { stage in
            Command(
                "DELETE FROM timing WHERE conversation = ? AND sequence = ? AND stage = ?",
                place + [stage.rawValue.value])
        }
        return moved + times + [
            Command(
                "UPDATE utterance SET \(cleared.joined(separator: ", ")) WHERE conversation = ? AND sequence = ?",
                place,
                check: .found(.utterance(id))),
            setOutcome(.pending, of: id),
        ]
    }

    static func setRecognitionFlags(_ flags: [RecognitionFlag], of id: UtteranceID) throws -> Command {
        Command(
            "UPDATE utterance SET recognition_flags = ? WHERE conversation = ? AND sequence = ?",
            [try JSON.encode(flags, empty: "[]").value, id.conversation.rawValue.value, id.sequence.value],
            check: .found(.utterance(id)))
    }

    static func setCorrection(_ correction: CorrectedText, of id: UtteranceID) throws -> Command {
        Command(
            "UPDATE utterance SET correction = ? WHERE conversation = ? AND sequence = ?",
            [try JSON.encode(correction).value, id.conversation.rawValue.value, id.sequence.value],
            check: .found(.utterance(id)))
    }

    static func setOutcome(_ outcome: Outcome, of id: UtteranceID) -> Command {
        var reason: String?
        var failure: StageFailure?
        switch outcome {
        case .pending, .spoken, .textOnly: break
        case .dropped(let why): reason = why
        case .failed(let how): failure = how
        }
        return Command(
            """
            UPDATE utterance SET outcome = ?, outcome_reason = ?, failed_stage = ?, failed_provider = ?, failure = ?,
                failure_message = ?
            WHERE conversation = ? AND sequence = ?
            """,
            [
                (failure == nil ? outcome.name : failed).value, reason.value, (failure?.stage.rawValue).value,
                (failure?.provider).value,
                (failure?.failure.rawValue).value, (failure?.message).value, id.conversation.rawValue.value,
                id.sequence.value,
            ],
            check: .found(.utterance(id)))
    }

    private static func linking(_ stage: Stage) -> String {
        switch stage {
        case .recognition: "UPDATE utterance SET transcript_key = ? WHERE conversation = ? AND sequence = ?"
        case .translation: "UPDATE utterance SET translation_key = ? WHERE conversation = ? AND sequence = ?"
        case .synthesis: "UPDATE utterance SET speech_key = ? WHERE conversation = ? AND sequence = ?"
        }
    }

    // MARK: Reading

    /// Utterances in order, each with all its stored data.
    package static func page(of id: ConversationID, after: Int, limit: Int, in db: any SQLConnection) throws
        -> [UtteranceRecord]
    {

        var records = try db.rows(selection, [id.rawValue.value, after.value, limit.value], read)
        guard let first = records.first?.utterance.sequence, let last = records.last?.utterance.sequence else {
            return []
        }
        let timings = try TimingTable.all(of: id, from: first, to: last, in: db)
        let attempts = try AttemptTable.sums(of: id, from: first, to: last, in: db)
        let charges = try ChargeTable.all(of: id, from: first, to: last, in: db)
        let summaries = try SummaryTable.all(of: id, from: first, to: last, in: db)
        for index in records.indices {
            let sequence = records[index].utterance.sequence
            records[index].summary = summaries[sequence]
            records[index].timings = timings[sequence] ?? []
            records[index].charges = charges[sequence] ?? []
            records[index].attempts = (attempts[sequence] ?? [:]).mapValues(\.count)
            records[index].lastAttempts = (attempts[sequence] ?? [:]).mapValues(\.last)
            records[index].unansweredCosts = (attempts[sequence] ?? [:]).compactMapValues(\.unanswered)
        }
        return records
    }

    private static let selection: String = {
        func columns(_ table: String, _ names: [String]) -> String {
            names.map { "\(table).\($0)" }.joined(separator: ", ")
        }
        let usage = UsageColumns.names.split(separator: ", ").map(String.init)
        return """
            SELECT
                \(columns("utterance", ownColumns + ["heard_direction", "recognition_flags", "correction"] + outcomeColumns)),
                \(columns("transcript", TranscriptTable.columns + usage)),
                \(columns("translation", TranslationTable.columns + usage)),
                \(columns("speech", SpeechTable.columns + usage))
            FROM utterance
            LEFT JOIN transcript ON transcript.key = utterance.transcript_key
            LEFT JOIN translation ON translation.key = utterance.translation_key
            LEFT JOIN speech ON speech.key = utterance.speech_key
            WHERE utterance.conversation = ? AND utterance.sequence > ? ORDER BY utterance.sequence LIMIT ?
            """
    }()

    private static func read(_ row: SQLRow) throws -> UtteranceRecord {
        var reader = RowReader(row, of: "utterance")
        let utterance = try readUtterance(&reader)
        let audio = try reader.optionalText("audio").map { BlobID(rawValue: $0) }
        let direction: HeardDirection? = try reader.optionalJSON("heard_direction")
        let flags: [RecognitionFlag] = try reader.json("recognition_flags")
        let correction: CorrectedText? = try reader.optionalJSON("correction")
        let outcome = try readOutcome(&reader)
        var record = UtteranceRecord(utterance: utterance)
        record.audio = audio
        record.recognition = try TranscriptTable.read(&reader)
        record.translation = try TranslationTable.read(&reader)
        record.speech = try SpeechTable.read(&reader)
        record.outcome = outcome
        record.heardDirection = direction
        record.recognitionFlags = flags
        record.correction = correction
        return record
    }

    private static func readUtterance(_ reader: inout RowReader) throws -> Utterance {
        let conversation = ConversationID(rawValue: try reader.text("conversation"))
        let sequence = try reader.integer("sequence", atLeast: 1)
        let speaker: Speaker = try reader.choice("speaker")
        let lane = try reader.integer("lane", atLeast: 0)
        let range = try readRange("range", &reader)
        let speech = try readRange("speech", &reader)
        let direction = Direction(pair: try reader.pair("languages"), reason: try reader.text("direction_reason"))
        var evidence = SpeechEvidence(
            voicedMilliseconds: try reader.integer("voiced_ms"), rmsDBFS: try reader.double("rms_dbfs"),
            peakDBFS: try reader.double("peak_dbfs"), snrDB: try reader.double("snr_db"),
            clippedSamples: try reader.integer("clipped_samples"))
        let endedBy = try reader.text("ended_by")
        evidence.speechProbability = try reader.optionalDouble("speech_probability")
        var utterance = Utterance(
            UtteranceID(conversation: conversation, sequence: sequence), speaker: speaker, range: range, speech: speech,
            direction: direction, evidence: evidence, audioHash: try reader.text("audio_hash"))
        utterance.lane = lane
        utterance.endedBy = endedBy
        utterance.cues = try reader.optionalJSON("cues") ?? []
        return utterance
    }

    /// Reads a range whose two ends are not negative and are in order, so that lengths and scaled positions cannot overflow.
    private static func readRange(_ name: String, _ reader: inout RowReader) throws -> SampleRange {
        let start = try reader.integer("\(name)_start", atLeast: 0)
        let end = try reader.integer("\(name)_end", atLeast: start)
        guard end <= Self.lastSample else { throw reader.damage("\(name)_end") }
        return SampleRange(start: start, end: end)
    }

    /// 18,000 years of audio. The limit is far enough from the end of `Int` that positions can be scaled to any sample rate.
    private static let lastSample = 1 << 53

    private static func readOutcome(_ reader: inout RowReader) throws -> Outcome {
        let name = try reader.text("outcome")
        let reason = try reader.optionalText("outcome_reason")
        guard name == failed else {
            reader.skip(4)
            switch (name, reason) {
            case ("pending", nil): return .pending
            case ("spoken", nil): return .spoken
            case ("text-only", nil): return .textOnly
            case ("dropped", let reason?): return .dropped(reason: reason)
            default: throw reader.damage("outcome")
            }
        }
        return .failed(
            StageFailure(
                stage: try reader.choice("failed_stage"), provider: try reader.text("failed_provider"),
                failure: try reader.choice("failure"), message: try reader.text("failure_message")))
    }
}

extension LanguagePair {
    /// The second column of a pair; empty if there is only one language, because the schema requires two different ones.
    fileprivate var storedTarget: String { isOne ? "" : target.rawValue }
}
