internal import GRDB

/// The whole schema in one place. A migration is registered once and never edited afterwards: a change is a new migration.
///
/// The SQL uses only what PostgreSQL accepts as well, with two exceptions. These are `WITHOUT ROWID`, which saves
/// SQLite a second B-tree per table, and the index of texts. JSON and timestamps (milliseconds since 1970) are written
/// by Verbio, and the database does not interpret them.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 conversations") { db in try db.execute(sql: conversations) }
        migrator.registerMigration("2 who answered, and for how much") { db in try db.execute(sql: costs) }
        migrator.registerMigration("3 directions that are found out") { db in try db.execute(sql: directions) }
        migrator.registerMigration("4 how providers were reached") { db in try db.execute(sql: connections) }
        migrator.registerMigration("5 what guards found") { db in try db.execute(sql: flags) }
        migrator.registerMigration("6 what calls without an answer may have cost") { db in
            try db.execute(sql: unansweredCosts)
        }
        migrator.registerMigration("7 what is doubted of recognitions") { db in try db.execute(sql: doubts) }
        migrator.registerMigration("8 phrases") { db in try db.execute(sql: phrases) }
        migrator.registerMigration("9 what was said for what was heard") { db in try db.execute(sql: corrections) }
        migrator.registerMigration("10 speech in clauses") { db in try db.execute(sql: calls) }
        migrator.registerMigration("11 answers that utterances had") { db in try db.execute(sql: formerAnswers) }
        migrator.registerMigration("12 summaries") { db in try db.execute(sql: summaries) }
        migrator.registerMigration("13 how sure the speech network is") { db in try db.execute(sql: probabilities) }
        migrator.registerMigration("14 what guards found in phrases") { db in try db.execute(sql: phraseFlags) }
        migrator.registerMigration("15 what was wrong with an answer before") { db in try db.execute(sql: refusals) }
        migrator.registerMigration("16 what calls consumed") { db in try db.execute(sql: consumed) }
        migrator.registerMigration("17 what each call cost") { db in try db.execute(sql: charges) }
        migrator.registerMigration("18 which files are made") { db in try db.execute(sql: files) }
        migrator.registerMigration("19 which requests phrases answer") { db in try db.execute(sql: phraseKeys) }
        migrator.registerMigration("20 finding what was left running") { db in try db.execute(sql: runningOnes) }
        migrator.registerMigration("21 conversations that others take the place of") { db in
            try db.execute(sql: successors)
        }
        migrator.registerMigration("22 finding texts") { db in
            try db.execute(sql: texts)
            try TextIndex.fill(db)
        }
        migrator.registerMigration("23 requests that are done once") { db in try db.execute(sql: requests) }
        migrator.registerMigration("24 calls of no conversation") { db in try db.execute(sql: singleCalls) }
        migrator.registerMigration("25 speech that is not stored") { db in try db.execute(sql: lostSpeech) }
        migrator.registerMigration("26 uploads that jobs keep") { db in try db.execute(sql: uploads) }
        migrator.registerMigration("27 where words come from") { db in try db.execute(sql: kinds) }
        migrator.registerMigration("28 who speaks") { db in try db.execute(sql: persons) }
        migrator.registerMigration("29 captions beside a recording") { db in try db.execute(sql: captionFiles) }
        return migrator
    }

    /// JSON: the caption file of a recording, whose text is used; NULL for others.
    private static let captionFiles = "ALTER TABLE conversation ADD COLUMN caption_file TEXT;"

    /// JSON; NULL if the speakers are not told apart.
    private static let persons = "ALTER TABLE conversation ADD COLUMN persons TEXT;"

    /// The kind of a conversation, which was told by the name of its container before. What a caption file says before its cues,
    /// and the cues of an utterance, are JSON, and NULL for others.
    private static let kinds = """
        ALTER TABLE conversation ADD COLUMN kind TEXT NOT NULL DEFAULT 'heard';
        UPDATE conversation SET kind = 'written' WHERE source LIKE '%"container":"text"%';
        ALTER TABLE conversation ADD COLUMN caption_head TEXT;
        ALTER TABLE utterance ADD COLUMN cues TEXT;
        """

    /// The path of the upload of a job; NULL for others.
    private static let uploads = "ALTER TABLE conversation ADD COLUMN origin_upload TEXT;"

    /// JSON; NULL if all speech is stored.
    private static let lostSpeech = "ALTER TABLE conversation ADD COLUMN lost_speech TEXT;"

    /// What is charged for speech that is not stored, for example. Costs are in billionths of a US dollar.
    private static let singleCalls = """
        CREATE TABLE single_call (
            id TEXT NOT NULL PRIMARY KEY, started_at BIGINT NOT NULL, provider TEXT, stage TEXT NOT NULL,
            calls BIGINT NOT NULL, cost BIGINT NOT NULL, unpriced BIGINT NOT NULL, possible_cost BIGINT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX single_call_by_age ON single_call (started_at);
        """

    /// Requests with a key of the client. The conversation is NULL until one has begun, and may have been deleted since.
    private static let requests = """
        CREATE TABLE request (
            key          TEXT   NOT NULL PRIMARY KEY,
            fingerprint  TEXT   NOT NULL,
            conversation TEXT,
            created_at   BIGINT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX request_by_age ON request (created_at);
        """

    /// The texts of utterances, folded for the search, and an index of all sequences of three characters. These find words in
    /// languages without spaces as well.
    private static let texts = """
        CREATE TABLE spoken_text (
            id           INTEGER PRIMARY KEY,
            conversation TEXT   NOT NULL,
            sequence     BIGINT NOT NULL,
            source       TEXT   NOT NULL DEFAULT '',
            translation  TEXT   NOT NULL DEFAULT '',
            UNIQUE (conversation, sequence),
            FOREIGN KEY (conversation, sequence) REFERENCES utterance (conversation, sequence) ON DELETE CASCADE
        );
        CREATE VIRTUAL TABLE text_index USING fts5 (
            source, translation, content = 'spoken_text', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
        );
        CREATE TRIGGER spoken_text_added AFTER INSERT ON spoken_text BEGIN
            INSERT INTO text_index (rowid, source, translation) VALUES (new.id, new.source, new.translation);
        END;
        CREATE TRIGGER spoken_text_removed AFTER DELETE ON spoken_text BEGIN
            INSERT INTO text_index (text_index, rowid, source, translation)
            VALUES ('delete', old.id, old.source, old.translation);
        END;
        CREATE TRIGGER spoken_text_changed AFTER UPDATE ON spoken_text BEGIN
            INSERT INTO text_index (text_index, rowid, source, translation)
            VALUES ('delete', old.id, old.source, old.translation);
            INSERT INTO text_index (rowid, source, translation) VALUES (new.id, new.source, new.translation);
        END;
        """

    /// NULL unless the recording is decoded differently now and another conversation was begun for that.
    private static let successors = "ALTER TABLE conversation ADD COLUMN successor TEXT;"

    /// An index for the search at every start: the number of conversations does not matter.
    private static let runningOnes = """
        CREATE INDEX conversation_running ON conversation (id) WHERE state = 'running';
        """

    /// NULL if no engine was called, or if the phrase is older than this column.
    private static let phraseKeys = """
        ALTER TABLE phrase ADD COLUMN translation_key TEXT;
        ALTER TABLE phrase ADD COLUMN speech_key TEXT;
        """

    /// JSON; NULL if no command makes any files, or an older version of the command ran.
    private static let files = """
        ALTER TABLE conversation ADD COLUMN files TEXT;
        ALTER TABLE conversation ADD COLUMN files_written BIGINT NOT NULL DEFAULT 0;
        """

    /// What answered calls cost, each once. Before this table, a stage's timing had the cost of its answer. If an answer never
    /// became that of an utterance, its cost was not stored. For older calls the table has that sum, as call number 0.
    private static let charges = """
        CREATE TABLE charge (
            conversation TEXT    NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
            sequence     BIGINT  NOT NULL, -- the utterance that bears it
            stage        TEXT    NOT NULL CHECK (stage IN ('recognition', 'translation', 'synthesis')),
            caller       BIGINT  NOT NULL, -- the utterance whose attempt the call was
            number       BIGINT  NOT NULL,
            purpose      TEXT    NOT NULL CHECK (purpose IN ('answer', 'summary')),
            provider     TEXT,
            model        TEXT,
            cost         BIGINT,           -- billionths of a US dollar; NULL where the price is not known
            usage        TEXT,             -- JSON; NULL where nothing is known of it
            calls        BIGINT  NOT NULL,
            PRIMARY KEY (conversation, sequence, stage, caller, number, purpose)
        ) WITHOUT ROWID;
        -- Versions that did not say who answered had engines of the same machine only, which charge nothing.
        INSERT INTO charge
            SELECT conversation, sequence, stage, sequence, 0, 'answer', provider, model,
                CASE WHEN provider IS NULL THEN COALESCE(cost, 0) ELSE cost END, usage, COALESCE(calls, 1 - reused)
            FROM timing
            WHERE COALESCE(calls, 1 - reused) > 0 OR usage IS NOT NULL OR COALESCE(cost, 1) <> 0;
        INSERT INTO charge
            SELECT conversation, sequence, 'translation', sequence, 0, 'summary', provider, model, cost, usage, calls
            FROM summary
            WHERE calls > 0 OR usage IS NOT NULL OR COALESCE(cost, 1) <> 0;
        ALTER TABLE timing DROP COLUMN cost;
        ALTER TABLE timing DROP COLUMN usage;
        ALTER TABLE summary DROP COLUMN cost;
        ALTER TABLE summary DROP COLUMN usage;
        """

    /// JSON; NULL if nothing is known about it, as for all rows that are older than this column.
    private static let consumed = """
        ALTER TABLE timing ADD COLUMN usage TEXT;
        ALTER TABLE summary ADD COLUMN usage TEXT;
        """

    /// JSON; also empty if the translation is older than this column: nothing was stored then.
    private static let refusals = "ALTER TABLE translation ADD COLUMN refused TEXT NOT NULL DEFAULT '[]';"

    /// JSON; also empty if the phrase is older than this column: nothing was stored then.
    private static let phraseFlags = "ALTER TABLE phrase ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';"

    /// From 0 to 1; NULL if no speech network was used, or if the utterance is older than this column.
    private static let probabilities = "ALTER TABLE utterance ADD COLUMN speech_probability DOUBLE PRECISION;"

    /// Summaries of what was said up to an utterance, if it was to be summarized. The text is finished work like a
    /// translation and is stored among the translations. It is NULL if no summary could be made, and that is final, too.
    /// Calls are attempts of the utterance.
    private static let summaries = """
        CREATE TABLE summary (
            conversation TEXT    NOT NULL,
            sequence     BIGINT  NOT NULL,
            key          TEXT    REFERENCES translation (key),
            queued_ms    DOUBLE PRECISION NOT NULL,
            total_ms     DOUBLE PRECISION NOT NULL,
            reused       INTEGER NOT NULL CHECK (reused IN (0, 1)),
            provider     TEXT,
            model        TEXT,
            cost         BIGINT, -- billionths of a US dollar; NULL where the price is not known
            calls        BIGINT  NOT NULL,
            PRIMARY KEY (conversation, sequence),
            FOREIGN KEY (conversation, sequence) REFERENCES utterance (conversation, sequence) ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX summary_by_key ON summary (key) WHERE key IS NOT NULL;
        """

    /// The answers that an utterance had before it was reopened. They are kept as finished work, and deleted with the
    /// conversation.
    private static let formerAnswers = """
        CREATE TABLE former_answer (
            conversation TEXT   NOT NULL,
            sequence     BIGINT NOT NULL,
            stage        TEXT   NOT NULL CHECK (stage IN ('recognition', 'translation', 'synthesis')),
            key          TEXT   NOT NULL,
            PRIMARY KEY (conversation, sequence, stage, key),
            FOREIGN KEY (conversation, sequence) REFERENCES utterance (conversation, sequence) ON DELETE CASCADE
        ) WITHOUT ROWID;
        """

    /// JSON; NULL if nothing was corrected.
    private static let corrections = "ALTER TABLE utterance ADD COLUMN correction TEXT;"

    /// All NULL for engines of the same machine.
    private static let connections = """
        ALTER TABLE timing ADD COLUMN connect_ms DOUBLE PRECISION;
        ALTER TABLE timing ADD COLUMN first_byte_ms DOUBLE PRECISION;
        ALTER TABLE timing ADD COLUMN connection_reused INTEGER;
        """

    /// NULL if it is one call, or none because finished work was reused.
    private static let calls = "ALTER TABLE timing ADD COLUMN calls BIGINT;"

    /// Money in billionths of a US dollar; NULL if the price is not known.
    private static let costs = """
        ALTER TABLE timing ADD COLUMN provider TEXT;
        ALTER TABLE timing ADD COLUMN model TEXT;
        ALTER TABLE timing ADD COLUMN cost BIGINT;
        ALTER TABLE transcript ADD COLUMN usage_cached_tokens BIGINT;
        ALTER TABLE translation ADD COLUMN usage_cached_tokens BIGINT;
        ALTER TABLE speech ADD COLUMN usage_cached_tokens BIGINT;
        """

    /// JSON.
    private static let flags = "ALTER TABLE translation ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';"

    /// Both are JSON; the signals are NULL if the recognizer gave none.
    private static let doubts = """
        ALTER TABLE transcript ADD COLUMN signals TEXT;
        ALTER TABLE utterance ADD COLUMN recognition_flags TEXT NOT NULL DEFAULT '[]';
        """

    /// The audio is NULL until a phrase has been spoken.
    private static let phrases = """
        CREATE TABLE phrase (
            id            TEXT   NOT NULL PRIMARY KEY,
            text          TEXT   NOT NULL,
            translation   TEXT   NOT NULL,
            language_from TEXT   NOT NULL,
            language_to   TEXT   NOT NULL,
            tags          TEXT   NOT NULL, -- JSON
            created_at    BIGINT NOT NULL,
            blob          TEXT, -- SHA-256 of the audio, a file below blobs/
            voice         TEXT,
            sample_rate   BIGINT CHECK (sample_rate >= 0),
            sample_count  BIGINT CHECK (sample_count >= 0),
            usage         TEXT, -- JSON
            CHECK (language_from <> language_to),
            CHECK ((blob IS NULL) = (voice IS NULL) AND (blob IS NULL) = (sample_rate IS NULL)
                AND (blob IS NULL) = (sample_count IS NULL) AND (blob IS NULL) = (usage IS NULL))
        ) WITHOUT ROWID;
        CREATE INDEX phrase_by_blob ON phrase (blob) WHERE blob IS NOT NULL;
        """

    /// JSON; NULL if the direction was known before the utterance was recognized.
    private static let directions = "ALTER TABLE utterance ADD COLUMN heard_direction TEXT;"

    /// In billionths of a US dollar, at most; NULL if nothing is charged for, or if an answer has come.
    private static let unansweredCosts = "ALTER TABLE attempt ADD COLUMN possible_cost BIGINT;"

    private static let conversations = """
        CREATE TABLE conversation (
            id            TEXT   NOT NULL PRIMARY KEY,
            title         TEXT   NOT NULL,
            created_at    BIGINT NOT NULL,
            origin_path   TEXT,            -- a file's absolute path and hash; both NULL for a stream
            origin_sha256 TEXT,
            source        TEXT   NOT NULL, -- JSON
            settings      TEXT   NOT NULL, -- JSON
            state         TEXT   NOT NULL CHECK (state IN ('running', 'interrupted', 'partial', 'complete')),
            CHECK ((origin_path IS NULL) = (origin_sha256 IS NULL))
        );
        CREATE INDEX conversation_by_age ON conversation (created_at);

        -- What the stages answered, named by everything that went into the question (ContentKey).

        CREATE TABLE transcript (
            key                 TEXT   NOT NULL PRIMARY KEY,
            text                TEXT   NOT NULL,
            language            TEXT   NOT NULL,
            confidence          DOUBLE PRECISION,
            words               TEXT   NOT NULL, -- JSON
            usage_audio_seconds DOUBLE PRECISION,
            usage_characters    BIGINT,
            usage_input_tokens  BIGINT,
            usage_output_tokens BIGINT
        ) WITHOUT ROWID;

        CREATE TABLE translation (
            key                 TEXT   NOT NULL PRIMARY KEY,
            text                TEXT   NOT NULL,
            language            TEXT   NOT NULL,
            notes               TEXT   NOT NULL, -- JSON
            usage_audio_seconds DOUBLE PRECISION,
            usage_characters    BIGINT,
            usage_input_tokens  BIGINT,
            usage_output_tokens BIGINT
        ) WITHOUT ROWID;

        CREATE TABLE speech (
            key                 TEXT   NOT NULL PRIMARY KEY,
            blob                TEXT   NOT NULL, -- SHA-256 of the audio, a file below blobs/
            voice               TEXT   NOT NULL,
            sample_rate         BIGINT NOT NULL CHECK (sample_rate >= 0),
            sample_count        BIGINT NOT NULL CHECK (sample_count >= 0),
            usage_audio_seconds DOUBLE PRECISION,
            usage_characters    BIGINT,
            usage_input_tokens  BIGINT,
            usage_output_tokens BIGINT
        ) WITHOUT ROWID;
        CREATE INDEX speech_by_blob ON speech (blob);

        CREATE TABLE utterance (
            conversation      TEXT    NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
            sequence          BIGINT  NOT NULL CHECK (sequence >= 1),
            speaker           TEXT    NOT NULL CHECK (speaker IN ('user', 'other')),
            lane              BIGINT  NOT NULL CHECK (lane >= 0),
            range_start       BIGINT  NOT NULL CHECK (range_start >= 0), -- samples on the speech clock
            range_end         BIGINT  NOT NULL,
            speech_start      BIGINT  NOT NULL CHECK (speech_start >= 0),
            speech_end        BIGINT  NOT NULL,
            language_from     TEXT    NOT NULL,
            language_to       TEXT    NOT NULL,
            direction_reason  TEXT    NOT NULL,
            voiced_ms         BIGINT  NOT NULL,
            rms_dbfs          DOUBLE PRECISION NOT NULL,
            peak_dbfs         DOUBLE PRECISION NOT NULL,
            snr_db            DOUBLE PRECISION NOT NULL,
            clipped_samples   BIGINT  NOT NULL,
            ended_by          TEXT    NOT NULL,
            audio_hash        TEXT    NOT NULL,
            audio             TEXT, -- SHA-256 of the kept audio, a file below blobs/
            outcome           TEXT    NOT NULL DEFAULT 'pending'
                CHECK (outcome IN ('pending', 'spoken', 'text-only', 'dropped', 'failed')),
            outcome_reason    TEXT,
            failed_stage      TEXT,
            failed_provider   TEXT,
            failure           TEXT,
            failure_message   TEXT,
            transcript_key    TEXT    REFERENCES transcript (key),
            translation_key   TEXT    REFERENCES translation (key),
            speech_key        TEXT    REFERENCES speech (key),
            PRIMARY KEY (conversation, sequence),
            CHECK (range_start <= range_end),
            CHECK (speech_start <= speech_end),
            CHECK (language_from <> language_to),
            CHECK ((outcome = 'dropped') = (outcome_reason IS NOT NULL)),
            CHECK ((outcome = 'failed') = (failed_stage IS NOT NULL))
        ) WITHOUT ROWID;
        CREATE INDEX utterance_by_transcript ON utterance (transcript_key) WHERE transcript_key IS NOT NULL;
        CREATE INDEX utterance_by_translation ON utterance (translation_key) WHERE translation_key IS NOT NULL;
        CREATE INDEX utterance_by_speech ON utterance (speech_key) WHERE speech_key IS NOT NULL;
        CREATE INDEX utterance_by_audio ON utterance (audio) WHERE audio IS NOT NULL;

        -- One row per finished stage of an utterance.
        CREATE TABLE timing (
            conversation     TEXT    NOT NULL,
            sequence         BIGINT  NOT NULL,
            stage            TEXT    NOT NULL CHECK (stage IN ('recognition', 'translation', 'synthesis')),
            queued_ms        DOUBLE PRECISION NOT NULL,
            first_partial_ms DOUBLE PRECISION,
            total_ms         DOUBLE PRECISION NOT NULL,
            reused           INTEGER NOT NULL CHECK (reused IN (0, 1)),
            PRIMARY KEY (conversation, sequence, stage),
            FOREIGN KEY (conversation, sequence) REFERENCES utterance (conversation, sequence) ON DELETE CASCADE
        ) WITHOUT ROWID;

        -- One row per call of a provider, written before the call is made: one that never ended was cut short by a crash.
        CREATE TABLE attempt (
            conversation TEXT   NOT NULL,
            sequence     BIGINT NOT NULL,
            stage        TEXT   NOT NULL CHECK (stage IN ('recognition', 'translation', 'synthesis')),
            number       BIGINT NOT NULL CHECK (number >= 1),
            provider     TEXT   NOT NULL,
            model        TEXT   NOT NULL,
            parameters   TEXT   NOT NULL, -- JSON
            key          TEXT   NOT NULL,
            started_at   BIGINT NOT NULL,
            ended_at     BIGINT,
            failure      TEXT,
            message      TEXT,
            PRIMARY KEY (conversation, sequence, stage, number),
            FOREIGN KEY (conversation, sequence) REFERENCES utterance (conversation, sequence) ON DELETE CASCADE,
            CHECK (failure IS NULL OR ended_at IS NOT NULL)
        ) WITHOUT ROWID;

        -- Append-only. Positions are dense from 1. `run` tells the runs of a conversation apart where an event belongs to
        -- the run: `conversation.started` opens run n, `conversation.finished` closes it. What happened to an utterance
        -- happens once, whichever run it was in, and has run 0.
        CREATE TABLE event (
            conversation TEXT   NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
            position     BIGINT NOT NULL CHECK (position >= 1),
            name         TEXT   NOT NULL,
            utterance    BIGINT NOT NULL CHECK (utterance >= 0), -- 0 where it is about none
            run          BIGINT NOT NULL CHECK (run >= 0),
            payload      TEXT   NOT NULL, -- JSON, the whole event
            PRIMARY KEY (conversation, position),
            UNIQUE (conversation, name, utterance, run)
        ) WITHOUT ROWID;
        """
}
