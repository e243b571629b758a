internal import PostgreSQL
internal import SQLiteFile

/// The tables of accounts. A step is never edited afterwards. Times are in milliseconds since 1970.
enum AccountSchema {
    static let steps = [
        SQLiteFile.Step("1 accounts", accounts), SQLiteFile.Step("2 revocations", revocations),
        SQLiteFile.Step("3 billing", billing), SQLiteFile.Step("4 device logins", deviceLogins),
        SQLiteFile.Step("5 ended sessions", endedSessions), SQLiteFile.Step("6 heirs of guests", heirs),
    ]

    /// The same tables in PostgreSQL.
    static let postgreSQL = PostgreSQLSchema(
        "accounts", steps.map { PostgreSQLSchema.Step($0.name, translated($0.sql)) })

    /// The types of PostgreSQL for those of SQLite. Names are in the order of their bytes.
    private static func translated(_ sql: String) -> String {
        sql.replacing(" STRICT, WITHOUT ROWID;", with: ";").replacing(" STRICT;", with: ";")
            .replacing(" BLOB", with: " BYTEA").replacing(" INTEGER", with: " BIGINT")
            .replacing(" TEXT ", with: " TEXT COLLATE \"C\" ")
    }

    /// Which account takes over what a guest has, who has signed in to it. The guest is being erased.
    private static let heirs = """
        CREATE TABLE heir (
            guest   TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX heir_by_account ON heir (account);
        """

    private static let endedSessions = """
        CREATE INDEX session_by_ending ON session (ended) WHERE ended IS NOT NULL;
        CREATE INDEX session_by_idleness ON session (idle_until);
        DROP INDEX token_by_session;
        CREATE INDEX token_by_use ON token (session, used);
        ALTER TABLE subscription ADD COLUMN owned INTEGER; -- the latest notice that says whose it is
        """

    private static let accounts = """
        CREATE TABLE account (
            id           TEXT PRIMARY KEY,
            created      INTEGER NOT NULL,
            state        TEXT    NOT NULL CHECK (state IN ('active', 'disabled', 'erasing')),
            tier         TEXT    NOT NULL,
            email_lookup BLOB,             -- keyed hash of the address; NULL without one
            sealed       BLOB    NOT NULL  -- address and profile
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_by_email ON account (email_lookup) WHERE email_lookup IS NOT NULL;
        CREATE INDEX account_by_state ON account (state) WHERE state <> 'active';

        CREATE TABLE identity (
            lookup  BLOB PRIMARY KEY, -- keyed hash of issuer and subject
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed  BLOB NOT NULL     -- issuer and subject
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identity_by_account ON identity (account);

        CREATE TABLE session (
            id           TEXT PRIMARY KEY,
            account      TEXT    NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            created      INTEGER NOT NULL,
            used         INTEGER NOT NULL,
            idle_until   INTEGER NOT NULL,
            expires      INTEGER NOT NULL,
            ended        INTEGER,
            label        BLOB,    -- sealed; NULL without one
            replay_hash  BLOB,    -- the token that was used last; NULL if its successor has been used
            replay_token BLOB,    -- its successor, sealed with it
            replay_until INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_account ON session (account, created);
        CREATE INDEX session_by_end ON session (expires);

        CREATE TABLE token (
            hash    BLOB PRIMARY KEY,
            session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
            used    INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX token_by_session ON token (session);

        CREATE TABLE audit (
            number  INTEGER PRIMARY KEY,
            time    INTEGER NOT NULL,
            event   TEXT    NOT NULL,
            account TEXT,             -- stays when the account has been erased
            detail  TEXT    NOT NULL,
            hash    BLOB    NOT NULL
        ) STRICT;

        CREATE TABLE nonce (digest BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX nonce_by_end ON nonce (expires);

        CREATE TABLE sealed_value (name TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID;
        """

    private static let billing = """
        CREATE TABLE billing_notice (id TEXT PRIMARY KEY, time INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX billing_notice_by_time ON billing_notice (time);

        CREATE TABLE subscription (
            lookup  BLOB PRIMARY KEY, -- keyed hash of its name
            account TEXT REFERENCES account (id) ON DELETE CASCADE,
            tier    TEXT,
            until   INTEGER,          -- NULL if it has ended
            changed INTEGER NOT NULL,
            settled INTEGER NOT NULL,
            sealed  BLOB    NOT NULL  -- its name
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX subscription_by_account ON subscription (account);
        CREATE INDEX subscription_by_end ON subscription (until) WHERE settled = 0;

        CREATE TABLE purchase_token (
            token   TEXT PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    private static let revocations = """
        CREATE TABLE revocation (
            id       TEXT PRIMARY KEY,
            due      INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            sealed   BLOB    NOT NULL  -- issuer, client and token
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revocation_by_time ON revocation (due);
        """

    private static let deviceLogins = """
        CREATE TABLE device_login (
            code    BLOB PRIMARY KEY, -- hash of the code that the device keeps
            lookup  BLOB    NOT NULL UNIQUE, -- keyed hash of the code that a person types
            expires INTEGER NOT NULL,
            views   INTEGER NOT NULL,
            account TEXT REFERENCES account (id) ON DELETE CASCADE, -- NULL until one has approved it
            denied  INTEGER NOT NULL,
            label   BLOB     -- sealed; NULL without one
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX device_login_by_end ON device_login (expires);
        CREATE INDEX audit_by_account ON audit (account, number) WHERE account IS NOT NULL;
        """
}
