import Foundation
import Testing

/// A store on a disk without room: a small file system in memory, which only a namespace of the test's own sees.
@Suite(
    "A full disk", .timeLimit(.minutes(5)),
    .enabled("needs the right to mount a file system in a namespace of its own") {
        let probe = try? Process.run(
            URL(filePath: "/bin/sh"),
            arguments: ["-c", "unshare -rm mount -t tmpfs -o size=1m tmpfs /mnt 2>/dev/null"])
        probe?.waitUntilExit()
        return probe?.terminationStatus == 0
    })
struct FullDiskCommandTests {
    /// Runs a script with such a file system at `disk`, which `fill` fills to the last block.
    private func script(_ text: String, megabytes: Int = 24) async throws -> Product.Ended {
        let product = try Product()
        defer { product.remove() }
        try """
        set -u
        mkdir disk && mount -t tmpfs -o size=\(megabytes)m tmpfs disk
        export VERBIO_STORE_PATH=$PWD/disk/store
        translated() {
            seq $2 | sed "s/^/This is sentence $1 of /" >$1.txt
            "$VERBIO" text $1.txt --from en --to es --mt sim:instant >/dev/null 2>&1 || echo "text: $?"
        }
        fill() { dd if=/dev/zero of=disk/filling bs=4k 2>/dev/null; }
        ids() { "$VERBIO" conversations list --json | grep -o '"id":"c[a-z0-9]*"' | cut -d'"' -f4; }
        \(text)
        """.write(to: product.folder.appending(path: "script"), atomically: true, encoding: .utf8)
        return try await product.shell("unshare -rm sh script")
    }

    @Test("Given a store on a full disk, when conversations are listed and deleted, then both work")
    func deleted() async throws {
        let ended = try await script(
            """
            translated first 5; translated second 100
            fill
            for id in $(ids); do "$VERBIO" conversations delete $id || echo "delete: $?"; done
            echo "left: $(ids | wc -l)"
            """)
        #expect(ended.output.contains("second.txt") && ended.output.contains("first.txt"), "\(ended.errors)")
        #expect(ended.output.hasSuffix("left: 0\n"), "\(ended.output) \(ended.errors)")
    }

    @Test(
        "Given a full disk whose room others take again and again, when conversations are listed and deleted, then all works"
    )
    func filledAgain() async throws {
        let ended = try await script(
            """
            for name in one two three; do translated $name 5; done
            again() { dd if=/dev/zero of=disk/more$1 bs=4k 2>/dev/null; }
            fill; "$VERBIO" conversations list >/dev/null || echo "list: $?"
            again 1; "$VERBIO" conversations list >/dev/null || echo "list: $?"
            again 2; all=$(ids)
            for id in $all; do again $id; "$VERBIO" conversations delete $id || echo "delete: $?"; done
            again 3; echo "left: $(ids | wc -l)"
            """)
        #expect(
            !ended.output.contains("list: ") && !ended.output.contains("delete: "), "\(ended.output) \(ended.errors)")
        #expect(
            ended.output.contains("three.txt") && ended.output.hasSuffix("left: 0\n"), "\(ended.output) \(ended.errors)"
        )
    }

    @Test("Given a store whose log has filled the disk, when the conversation is deleted, then there is room again")
    func log() async throws {
        let ended = try await script(
            """
            translated large 400 | head -1
            for id in $(ids); do "$VERBIO" conversations delete $id || echo "delete: $?"; done
            translated small 2; ids | wc -l
            """, megabytes: 16)
        #expect(ended.output.hasPrefix("text: 6\n"), "the disk was full: \(ended.output)")
        #expect(ended.output.contains("deleted ") && ended.output.hasSuffix("\n1\n"), "\(ended.output) \(ended.errors)")
    }

    @Test("Given a server whose disk is full, when it is asked, then it is not ready, and it still deletes")
    func served() async throws {
        let ended = try await script(
            """
            translated one 1
            export VERBIO_PROVIDERS_STT=sim:instant VERBIO_PROVIDERS_MT=sim:instant VERBIO_PROVIDERS_TTS=sim:instant
            "$VERBIO" serve --port 0 2>log & server=$!
            until port=$(grep -o '127.0.0.1:[0-9]*' log | cut -d: -f2) && [ -n "$port" ]; do sleep 0.02; done
            api=http://127.0.0.1:$port/api
            ask() { curl -s -o answer -w '%{http_code}\\n' "$@"; }
            ask -X POST $api/phrases -H 'content-type: application/json' -d '{"text":"Hello","from":"en","to":"es"}'
            phrase=$(grep -o '"id":"p[a-z0-9]*"' answer | cut -d'"' -f4)
            fill
            until [ "$(ask $api/health/ready)" = 503 ]; do sleep 0.1; done
            cat answer; echo
            ask -X DELETE $api/phrases/$phrase
            ask -X DELETE $api/conversations/$(ids)
            ask $api/conversations; cat answer
            kill $server; wait $server
            """)
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6, "\(ended.output) \(ended.errors)")
        guard lines.count == 6 else { return }
        #expect(lines[0] == "200" || lines[0] == "201")
        #expect(lines[1].contains(#""problem":"store.full""#) && lines[1].contains(#""status":"store""#))
        #expect(Array(lines[2...4]) == ["204", "204", "200"])
        #expect(lines[5].contains(#""conversations":[]"#))
    }

    @Test("Given a live session on a full disk, when it is resumed with room, then list and captions say what is lost")
    func live() async throws {
        let sample = Product.sample("welcome.wav").path
        let ended = try await script(
            """
            speech() { tail -c +45 '\(sample)'; }
            # More sound than the room that is kept for erasing can take.
            (speech | head -c 300000; until [ -e heard ]; do sleep 0.05; done; fill
                for part in 1 2 3 4 5 6 7 8; do speech; done) |
                "$VERBIO" live --raw s16le --from en --to es --stt sim:instant --mt sim:instant --title talk --json \\
                    >events 2>errors & live=$!
            until grep -qs utterance.translated events; do sleep 0.05; done; touch heard
            wait $live; echo "live: $?"
            rm disk/filling
            "$VERBIO" resume --formats srt -o out >/dev/null 2>errors; echo "resume: $?"
            cat errors out/*.srt
            "$VERBIO" conversations list
            """)
        #expect(ended.output.contains("live: 6\nresume: 0\n"), "\(ended.output) \(ended.errors)")
        #expect(ended.output.contains("what was said after this up to 3:49 is not stored"), "\(ended.output)")
        #expect(ended.output.contains("[speech lost: the disk was full]"), "\(ended.output)")
        #expect(ended.output.contains("complete (speech lost: the disk was full)"), "\(ended.output)")
    }
}
