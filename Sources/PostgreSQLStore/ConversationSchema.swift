internal import ConversationTables
internal import PostgreSQL
internal import SQL

/// The tables of conversations in PostgreSQL: those of `SQLiteStore` after all of its migrations, with the scope as the first column of
/// each key.
///
/// A statement never names the scope. The default of the column and row security take it from the setting `verbio.scope` of the
/// transaction.
///
/// A step is never edited after a release: a change is a new step. `SQLiteStore` receives the same change as a migration.
enum ConversationSchema {
    static let schema = PostgreSQLSchema(
        "conversations",
        [
            PostgreSQLSchema.Step("1 conversations", all), PostgreSQLSchema.Step("2 wanted leases", wanted),
            PostgreSQLSchema.Step("3 audio in S3", objects),
        ])

    /// The tables with a scope, each after those that it refers to.
    static let tables = StoredTable.all.map(\.copy.table) + sounds
    /// Audio and spools, which are files for SQLite.
    private static let sounds = ["blob", "spool", "spool_event"]

    /// The tables of the first step. Those of later steps are made with their row security.
    private static let firstTables =
        [
            "conversation", "transcript", "translation", "speech", "utterance", "timing", "attempt", "charge",
            "summary",
            "former_answer", "event", "spoken_text", "phrase", "request", "single_call",
        ] + sounds

    private static let all =
        ([answers, conversations, utterances, work, texts, others, sound, owners]
        + firstTables.map(PostgreSQLSchema.rowSecurity)).joined(separator: "\n")

    private static let scope = """
        scope TEXT COLLATE "C" NOT NULL DEFAULT current_setting('verbio.scope')
        """

    private static let usage = """
        usage_audio_seconds DOUBLE PRECISION, usage_characters BIGINT, usage_input_tokens BIGINT,
        usage_output_tokens BIGINT, usage_cached_tokens BIGINT
        """

    /// What the stages answered, named by everything that went into the question (ContentKey).
    private static let answers = """
        CREATE TABLE transcript (
            \(scope), key TEXT COLLATE "C" NOT NULL, text TEXT NOT NULL, language TEXT NOT NULL,
            confidence DOUBLE PRECISION, words TEXT NOT NULL, signals TEXT, \(usage),
            PRIMARY KEY (scope, key)
        );
        CREATE TABLE translation (
            \(scope), key TEXT COLLATE "C" NOT NULL, text TEXT NOT NULL, language TEXT NOT NULL, notes TEXT NOT NULL,
            flags TEXT NOT NULL DEFAULT '[]', refused TEXT NOT NULL DEFAULT '[]', \(usage),
            PRIMARY KEY (scope, key)
        );
        CREATE TABLE speech (
            \(scope), key TEXT COLLATE "C" NOT NULL, blob TEXT COLLATE "C" NOT NULL, voice TEXT NOT NULL,
            sample_rate BIGINT NOT NULL CHECK (sample_rate >= 0),
            sample_count BIGINT NOT NULL CHECK (sample_count >= 0), \(usage),
            PRIMARY KEY (scope, key)
        );
        CREATE INDEX speech_by_blob ON speech (scope, blob);
        """

    private static let conversations = """
        CREATE TABLE conversation (
            \(scope), id TEXT COLLATE "C" NOT NULL, title TEXT NOT NULL, created_at BIGINT NOT NULL,
            origin_path TEXT, origin_sha256 TEXT, origin_upload TEXT, source TEXT NOT NULL, settings TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'partial', 'complete')),
            files TEXT, files_written BIGINT NOT NULL DEFAULT 0, successor TEXT, lost_speech TEXT,
            kind TEXT NOT NULL DEFAULT 'heard', caption_head TEXT, caption_file TEXT, persons TEXT,
            PRIMARY KEY (scope, id), CHECK ((origin_path IS NULL) = (origin_sha256 IS NULL))
        );
        CREATE INDEX conversation_by_age ON conversation (scope, created_at);
        CREATE INDEX conversation_running ON conversation (scope, id) WHERE state = 'running';
        """

    private static let utterances = """
        CREATE TABLE utterance (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL CHECK (sequence >= 1),
            speaker TEXT NOT NULL CHECK (speaker IN ('user', 'other')), lane BIGINT NOT NULL CHECK (lane >= 0),
            range_start BIGINT NOT NULL CHECK (range_start >= 0), range_end BIGINT NOT NULL,
            speech_start BIGINT NOT NULL CHECK (speech_start >= 0), speech_end BIGINT NOT NULL,
            language_from TEXT NOT NULL, language_to TEXT NOT NULL, direction_reason TEXT NOT NULL,
            voiced_ms BIGINT NOT NULL, rms_dbfs DOUBLE PRECISION NOT NULL, peak_dbfs DOUBLE PRECISION NOT NULL,
            snr_db DOUBLE PRECISION NOT NULL, clipped_samples BIGINT NOT NULL, ended_by TEXT NOT NULL,
            speech_probability DOUBLE PRECISION, audio_hash TEXT NOT NULL, audio TEXT COLLATE "C",
            outcome TEXT NOT NULL DEFAULT 'pending'
                CHECK (outcome IN ('pending', 'spoken', 'text-only', 'dropped', 'failed')),
            outcome_reason TEXT, failed_stage TEXT, failed_provider TEXT, failure TEXT, failure_message TEXT,
            transcript_key TEXT COLLATE "C", translation_key TEXT COLLATE "C", speech_key TEXT COLLATE "C",
            heard_direction TEXT, recognition_flags TEXT NOT NULL DEFAULT '[]', correction TEXT, cues TEXT,
            PRIMARY KEY (scope, conversation, sequence),
            FOREIGN KEY (scope, conversation) REFERENCES conversation (scope, id) ON DELETE CASCADE,
            FOREIGN KEY (scope, transcript_key) REFERENCES transcript (scope, key),
            FOREIGN KEY (scope, translation_key) REFERENCES translation (scope, key),
            FOREIGN KEY (scope, speech_key) REFERENCES speech (scope, key),
            CHECK (range_start <= range_end), CHECK (speech_start <= speech_end), CHECK (language_from <> language_to),
            CHECK ((outcome = 'dropped') = (outcome_reason IS NOT NULL)),
            CHECK ((outcome = 'failed') = (failed_stage IS NOT NULL))
        ) WITH (fillfactor = 80);
        CREATE INDEX utterance_by_transcript ON utterance (scope, transcript_key) WHERE transcript_key IS NOT NULL;
        CREATE INDEX utterance_by_translation ON utterance (scope, translation_key) WHERE translation_key IS NOT NULL;
        CREATE INDEX utterance_by_speech ON utterance (scope, speech_key) WHERE speech_key IS NOT NULL;
        CREATE INDEX utterance_by_audio ON utterance (scope, audio) WHERE audio IS NOT NULL;
        """

    private static let stage = "stage TEXT NOT NULL CHECK (stage IN ('recognition', 'translation', 'synthesis'))"
    private static let ofUtterance = """
        FOREIGN KEY (scope, conversation, sequence) REFERENCES utterance (scope, conversation, sequence)
            ON DELETE CASCADE
        """
    private static let ofConversation = """
        FOREIGN KEY (scope, conversation) REFERENCES conversation (scope, id) ON DELETE CASCADE
        """

    private static let work = """
        CREATE TABLE timing (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, \(stage),
            queued_ms DOUBLE PRECISION NOT NULL, first_partial_ms DOUBLE PRECISION, total_ms DOUBLE PRECISION NOT NULL,
            reused INTEGER NOT NULL CHECK (reused IN (0, 1)), provider TEXT, model TEXT, calls BIGINT,
            connect_ms DOUBLE PRECISION, first_byte_ms DOUBLE PRECISION, connection_reused INTEGER,
            PRIMARY KEY (scope, conversation, sequence, stage), \(ofUtterance)
        );
        CREATE TABLE attempt (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, \(stage),
            number BIGINT NOT NULL CHECK (number >= 1), provider TEXT NOT NULL, model TEXT NOT NULL,
            parameters TEXT NOT NULL, key TEXT COLLATE "C" NOT NULL, started_at BIGINT NOT NULL, ended_at BIGINT,
            failure TEXT, message TEXT, possible_cost BIGINT,
            PRIMARY KEY (scope, conversation, sequence, stage, number), \(ofUtterance),
            CHECK (failure IS NULL OR ended_at IS NOT NULL)
        ) WITH (fillfactor = 80);
        CREATE TABLE charge (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, \(stage),
            caller BIGINT NOT NULL, number BIGINT NOT NULL,
            purpose TEXT NOT NULL CHECK (purpose IN ('answer', 'summary')),
            provider TEXT, model TEXT, cost BIGINT, usage TEXT, calls BIGINT NOT NULL,
            PRIMARY KEY (scope, conversation, sequence, stage, caller, number, purpose), \(ofConversation)
        );
        CREATE TABLE summary (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, key TEXT COLLATE "C",
            queued_ms DOUBLE PRECISION NOT NULL, total_ms DOUBLE PRECISION NOT NULL,
            reused INTEGER NOT NULL CHECK (reused IN (0, 1)), provider TEXT, model TEXT, calls BIGINT NOT NULL,
            PRIMARY KEY (scope, conversation, sequence), \(ofUtterance),
            FOREIGN KEY (scope, key) REFERENCES translation (scope, key)
        );
        CREATE INDEX summary_by_key ON summary (scope, key) WHERE key IS NOT NULL;
        CREATE TABLE former_answer (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, \(stage),
            key TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY (scope, conversation, sequence, stage, key), \(ofUtterance)
        );
        CREATE TABLE event (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, position BIGINT NOT NULL CHECK (position >= 1),
            name TEXT NOT NULL, utterance BIGINT NOT NULL CHECK (utterance >= 0), run BIGINT NOT NULL CHECK (run >= 0),
            payload TEXT NOT NULL,
            PRIMARY KEY (scope, conversation, position), UNIQUE (scope, conversation, name, utterance, run),
            \(ofConversation)
        );
        """

    private static let texts = """
        CREATE TABLE spoken_text (
            \(scope), id BIGINT GENERATED BY DEFAULT AS IDENTITY, conversation TEXT COLLATE "C" NOT NULL,
            sequence BIGINT NOT NULL, source TEXT NOT NULL DEFAULT '', translation TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (scope, conversation, sequence), \(ofUtterance)
        );
        CREATE INDEX spoken_text_by_age ON spoken_text (scope, id);
        """

    private static let others = """
        CREATE TABLE phrase (
            \(scope), id TEXT COLLATE "C" NOT NULL, text TEXT NOT NULL, translation TEXT NOT NULL,
            language_from TEXT NOT NULL, language_to TEXT NOT NULL, tags TEXT NOT NULL, created_at BIGINT NOT NULL,
            flags TEXT NOT NULL DEFAULT '[]', translation_key TEXT, speech_key TEXT, blob TEXT COLLATE "C", voice TEXT,
            sample_rate BIGINT CHECK (sample_rate >= 0), sample_count BIGINT CHECK (sample_count >= 0), usage TEXT,
            PRIMARY KEY (scope, id), CHECK (language_from <> language_to),
            CHECK ((blob IS NULL) = (voice IS NULL) AND (blob IS NULL) = (sample_rate IS NULL)
                AND (blob IS NULL) = (sample_count IS NULL) AND (blob IS NULL) = (usage IS NULL))
        );
        CREATE INDEX phrase_by_blob ON phrase (scope, blob) WHERE blob IS NOT NULL;
        CREATE TABLE request (
            \(scope), key TEXT COLLATE "C" NOT NULL, fingerprint TEXT NOT NULL, conversation TEXT,
            created_at BIGINT NOT NULL, PRIMARY KEY (scope, key)
        );
        CREATE INDEX request_by_age ON request (scope, created_at);
        CREATE TABLE single_call (
            \(scope), id TEXT COLLATE "C" NOT NULL, started_at BIGINT NOT NULL, provider TEXT, stage TEXT NOT NULL,
            calls BIGINT NOT NULL, cost BIGINT NOT NULL, unpriced BIGINT NOT NULL, possible_cost BIGINT NOT NULL,
            PRIMARY KEY (scope, id)
        );
        CREATE INDEX single_call_by_age ON single_call (scope, started_at);
        """

    /// Audio is named after its contents. Until `expected_until`, a row that refers to it may still come. Sound of live conversations
    /// has 32-bit samples, little-endian, in frames of one sample for each lane.
    private static let sound = """
        CREATE TABLE blob (
            \(scope), id TEXT COLLATE "C" NOT NULL, bytes BYTEA NOT NULL, expected_until TIMESTAMPTZ,
            PRIMARY KEY (scope, id)
        );
        ALTER TABLE blob ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE TABLE spool (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, start BIGINT NOT NULL CHECK (start >= 0),
            count BIGINT NOT NULL CHECK (count > 0), lanes BIGINT NOT NULL CHECK (lanes > 0), samples BYTEA NOT NULL,
            PRIMARY KEY (scope, conversation, start)
        );
        ALTER TABLE spool ALTER COLUMN samples SET STORAGE EXTERNAL;
        CREATE TABLE spool_event (
            \(scope), conversation TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, event TEXT NOT NULL,
            PRIMARY KEY (scope, conversation, number)
        );
        """

    /// The scopes that have a store, and the owners of conversations and of work. Fences only grow.
    private static let owners = """
        CREATE TABLE scope (name TEXT COLLATE "C" NOT NULL PRIMARY KEY, created_at TIMESTAMPTZ NOT NULL DEFAULT now());
        CREATE SEQUENCE fence;
        CREATE TABLE lease (
            scope TEXT COLLATE "C" NOT NULL, subject TEXT COLLATE "C" NOT NULL, fence BIGINT NOT NULL,
            owner TEXT NOT NULL, machine TEXT NOT NULL, process BIGINT NOT NULL, expires_at TIMESTAMPTZ NOT NULL,
            PRIMARY KEY (scope, subject)
        ) WITH (fillfactor = 50);
        CREATE INDEX lease_by_owner ON lease (owner);
        """

    /// A process asks the owner of a lease to hand over.
    private static let wanted = "ALTER TABLE lease ADD COLUMN wanted BOOLEAN NOT NULL DEFAULT false"

    /// Audio in S3: its objects, the folders of each scope, what is to be removed, and the one bucket and prefix that has all of it.
    private static let objects = """
        ALTER TABLE blob ALTER COLUMN bytes DROP NOT NULL;
        ALTER TABLE blob ADD COLUMN object TEXT COLLATE "C";
        ALTER TABLE blob ADD CHECK ((bytes IS NULL) <> (object IS NULL));
        CREATE INDEX blob_expected ON blob (scope, expected_until) WHERE expected_until IS NOT NULL;
        CREATE TABLE audio_folder (name TEXT COLLATE "C" NOT NULL PRIMARY KEY, scope TEXT COLLATE "C" NOT NULL);
        CREATE INDEX audio_folder_by_scope ON audio_folder (scope);
        CREATE TABLE removed_object (
            name TEXT COLLATE "C" NOT NULL PRIMARY KEY, is_prefix BIGINT NOT NULL CHECK (is_prefix IN (0, 1)),
            since TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        );
        CREATE TABLE audio_place (
            number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1), place TEXT COLLATE "C" NOT NULL
        );
        """
}
