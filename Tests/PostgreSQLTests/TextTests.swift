import Testing

@testable import PostgreSQL

@Suite("The SQL of both databases, for PostgreSQL") struct TextTests {
    @Test(
        "given a statement with places for values, when it is translated, then they are numbered as SQLite counts them",
        arguments: [
            ("SELECT 1", "SELECT 1"),
            ("SELECT ?, ?", "SELECT $1, $2"),
            ("SELECT ?2, ?, ?1, ?", "SELECT $2, $3, $1, $4"),
            ("a = ?12 AND b = ?", "a = $12 AND b = $13"),
            ("SELECT '?', \"?\", ? -- ?\n, ?", "SELECT '?', \"?\", $1 -- ?\n, $2"),
            ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
            ("SELECT E'\\'?', e'?\\\\', ?", "SELECT E'\\'?', e'?\\\\', $1"),
            ("SELECT like'\\', ?", "SELECT like'\\', $1"),
            ("SELECT /* ? /* ? */ ? */ ?", "SELECT /* ? /* ? */ ? */ $1"),
            ("SELECT $$?$$, $a$ ? $$ $a$, ?", "SELECT $$?$$, $a$ ? $$ $a$, $1"),
            ("SELECT 'é?', ?", "SELECT 'é?', $1"),
            ("SELECT '?", "SELECT '?"), ("SELECT /* ?", "SELECT /* ?"), ("SELECT $$ ?", "SELECT $$ ?"),
        ])
    func places(sql: String, expected: String) {
        #expect(PostgreSQLText.translated(sql, isScoped: false) == expected)
    }

    @Test(
        "given a statement for tables with scopes, when it is translated, then the keys of its conflicts begin with the scope",
        arguments: [
            ("INSERT … ON CONFLICT (a, b) DO NOTHING", "INSERT … ON CONFLICT (scope, a, b) DO NOTHING"),
            ("INSERT … on\n  conflict(a) DO UPDATE", "INSERT … on\n  conflict(scope, a) DO UPDATE"),
            ("INSERT … ON CONFLICT DO NOTHING", "INSERT … ON CONFLICT DO NOTHING"),
            ("SELECT 'ON CONFLICT (a)' -- ON CONFLICT (a)", "SELECT 'ON CONFLICT (a)' -- ON CONFLICT (a)"),
            ("SELECT season conflict (a)", "SELECT season conflict (a)"), ("ON CONFLICT", "ON CONFLICT"),
            ("ONCONFLICT (a)", "ONCONFLICT (a)"), ("on", "on"),
        ])
    func conflicts(sql: String, expected: String) {
        #expect(PostgreSQLText.translated(sql, isScoped: true) == expected)
        #expect(PostgreSQLText.translated(sql, isScoped: false) == sql)
    }

    @Test(
        "given statements in one text, when it is split, then texts and comments stay whole",
        arguments: [
            ("a; b", ["a", " b"]), ("a;;\n ; b;", ["a", " b"]), ("", []), ("-- a; b\n", []),
            ("a ';' \";\" /* ; */; b", ["a ';' \";\" /* ; */", " b"]),
            ("DO $$ BEGIN a; b; END $$; c", ["DO $$ BEGIN a; b; END $$", " c"]),
        ] as [(String, [String])])
    func statements(sql: String, expected: [String]) {
        #expect(PostgreSQLText.statements(of: sql) == expected)
    }
}
