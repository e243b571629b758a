import Foundation

/// A program in C, compiled while the benchmark runs. It has a server that answers at once, and a loop over libcurl's multi
/// interface as in libcurl's manual.
struct LoopbackPeer {
    private let folder: URL
    private let program: String
    private let server = Process()
    /// Held open: the server ends when it is closed.
    private let serverInput = Pipe()
    let port: Int

    struct Failed: Error { let what: String }

    /// - Parameter answer: what the server answers to each request, head and body; empty for a silent server.
    init(answer: String = Self.hello) throws {
        guard let compiler = ChildRun.find("cc") else { throw Failed(what: "no C compiler") }
        folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appending(path: "peer.c").path
        program = folder.appending(path: "peer").path
        try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
        guard try ChildRun.of(compiler, ["-O2", "-o", program, source, "-lcurl", "-pthread"]).status == 0 else {
            throw Failed(what: "the peer does not compile")
        }
        let output = Pipe()
        server.executableURL = URL(filePath: program)
        let answerFile = folder.appending(path: "answer").path
        try answer.write(toFile: answerFile, atomically: true, encoding: .utf8)
        server.arguments = ["serve", answerFile]
        server.standardOutput = output
        server.standardInput = serverInput
        try server.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.filter(\.isNumber)) else { throw Failed(what: "the server does not start") }
        self.port = port
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// Seconds that the C client takes for so many requests, so many at a time.
    ///
    /// - Parameter across: whether the callers are on another thread than the loop.
    func seconds(requests: Int, atATime: Int, across: Bool = false) throws -> Double {
        let client = Process()
        let output = Pipe()
        client.executableURL = URL(filePath: program)
        client.arguments = [across ? "ask-across" : "ask", url, "\(requests)", "\(atATime)"]
        client.standardOutput = output
        try client.run()
        client.waitUntilExit()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let seconds = Double(line.filter { !$0.isWhitespace }) else { throw Failed(what: "the C client failed") }
        return seconds
    }

    func stop() {
        try? serverInput.fileHandleForWriting.close()
        server.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Thirteen bytes of text.
    static let hello = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!"

    /// An answer with a document.
    static func json(_ document: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(document.utf8.count)\r\n\r\n\(document)"
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <curl/curl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        #include <sys/epoll.h>
        #include <sys/socket.h>
        #include <netinet/tcp.h>
        #include <pthread.h>
        #include <time.h>
        #include <unistd.h>

        /* What a connection has sent of a request that is not whole yet. */
        static struct { char bytes[65536]; size_t count; } held[4096];

        /* How long the first request in the bytes is, or 0 while it is not whole. */
        static size_t request_length(const char *bytes, size_t count) {
            const char *end = memmem(bytes, count, "\r\n\r\n", 4);
            if (!end) return 0;
            size_t head = end + 4 - bytes, body = 0;
            for (const char *line = bytes; line < end; line = (const char *)memmem(line, end + 2 - line, "\r\n", 2) + 2)
                if (!strncasecmp(line, "content-length:", 15)) body = strtoul(line + 15, NULL, 10);
            return head + body <= count ? head + body : 0;
        }

        static int serve(const char *path) {
            static char answer[65536];
            FILE *file = fopen(path, "rb");
            if (!file) return 1;
            ssize_t answer_length = fread(answer, 1, sizeof answer, file);
            fclose(file);
            int listener = socket(AF_INET, SOCK_STREAM, 0), set = epoll_create1(0), on = 1;
            struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
            socklen_t length = sizeof address;
            if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) return 1;
            getsockname(listener, (struct sockaddr *)&address, &length);
            printf("%d\n", ntohs(address.sin_port));
            fflush(stdout);
            struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
            epoll_ctl(set, EPOLL_CTL_ADD, listener, &event);
            event.data.fd = 0;
            epoll_ctl(set, EPOLL_CTL_ADD, 0, &event);
            for (;;) {
                int count = epoll_wait(set, events, 256, -1);
                for (int i = 0; i < count; i++) {
                    int fd = events[i].data.fd;
                    if (fd == 0) return 0;
                    if (fd == listener) {
                        event.data.fd = accept(listener, NULL, NULL);
                        if (event.data.fd < 0) continue;
                        if (event.data.fd >= 4096) return 1;
                        held[event.data.fd].count = 0;
                        setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                        epoll_ctl(set, EPOLL_CTL_ADD, event.data.fd, &event);
                        continue;
                    }
                    char *bytes = held[fd].bytes;
                    ssize_t got = read(fd, bytes + held[fd].count, sizeof held[fd].bytes - held[fd].count);
                    if (got <= 0) {
                        close(fd);
                        continue;
                    }
                    held[fd].count += got;
                    size_t whole;
                    while ((whole = request_length(bytes, held[fd].count))) {
                        memmove(bytes, bytes + whole, held[fd].count -= whole);
                        if (answer_length && write(fd, answer, answer_length) < 0) break;
                    }
                }
            }
        }

        static size_t take(char *bytes, size_t size, size_t count, void *total) {
            *(size_t *)total += size * count;
            return size * count;
        }

        static int ask(const char *url, int requests, int at_a_time) {
            CURLM *multi = curl_multi_init();
            size_t total = 0;
            int begun = 0, ended = 0, running, left;
            struct timespec start, end;
            curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 256L);
            clock_gettime(CLOCK_MONOTONIC, &start);
            for (; begun < at_a_time; begun++) {
                CURL *easy = curl_easy_init();
                curl_easy_setopt(easy, CURLOPT_URL, url);
                curl_easy_setopt(easy, CURLOPT_USERAGENT, "verbio");
                curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
                curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
                curl_easy_setopt(easy, CURLOPT_WRITEDATA, &total);
                curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
                curl_multi_add_handle(multi, easy);
            }
            while (ended < requests) {
                curl_multi_perform(multi, &running);
                CURLMsg *message;
                while ((message = curl_multi_info_read(multi, &left))) {
                    CURL *easy = message->easy_handle;
                    if (message->data.result != CURLE_OK) return 1;
                    curl_multi_remove_handle(multi, easy);
                    ended++;
                    if (begun < requests) {
                        curl_multi_add_handle(multi, easy);
                        begun++;
                    }
                }
                if (ended < requests) curl_multi_poll(multi, NULL, 0, 1000, NULL);
            }
            clock_gettime(CLOCK_MONOTONIC, &end);
            if (total != 13 * (size_t)requests) return 1;
            printf("%f\n", end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9);
            return 0;
        }

        /* The same, with those who ask on another thread than the loop, as they are in any service. */
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
        static CURL *asked[4096], *done[4096];
        static int asked_count, done_count, wanted;
        static CURLM *shared;

        static void *loop(void *unused) {
            CURL *mine[4096];
            int running, left, ended = 0;
            while (ended < wanted) {
                pthread_mutex_lock(&lock);
                int count = asked_count;
                memcpy(mine, asked, count * sizeof *mine);
                asked_count = 0;
                pthread_mutex_unlock(&lock);
                for (int i = 0; i < count; i++) curl_multi_add_handle(shared, mine[i]);
                curl_multi_perform(shared, &running);
                CURLMsg *message;
                int news = 0;
                while ((message = curl_multi_info_read(shared, &left))) {
                    CURL *easy = message->easy_handle;
                    curl_multi_remove_handle(shared, easy);
                    pthread_mutex_lock(&lock);
                    done[done_count++] = easy;
                    pthread_mutex_unlock(&lock);
                    ended++, news = 1;
                }
                if (news) pthread_cond_signal(&answered);
                if (ended < wanted) curl_multi_poll(shared, NULL, 0, 1000, NULL);
            }
            return unused;
        }

        static int ask_across(const char *url, int requests, int at_a_time) {
            shared = curl_multi_init();
            size_t total = 0;
            int begun = 0, ended = 0;
            struct timespec start, end;
            pthread_t thread;
            wanted = requests;
            curl_multi_setopt(shared, CURLMOPT_MAXCONNECTS, 256L);
            clock_gettime(CLOCK_MONOTONIC, &start);
            for (; begun < at_a_time; begun++) {
                CURL *easy = asked[asked_count++] = curl_easy_init();
                curl_easy_setopt(easy, CURLOPT_URL, url);
                curl_easy_setopt(easy, CURLOPT_USERAGENT, "verbio");
                curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
                curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
                curl_easy_setopt(easy, CURLOPT_WRITEDATA, &total);
                curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
            }
            pthread_create(&thread, NULL, loop, NULL);
            while (ended < requests) {
                pthread_mutex_lock(&lock);
                while (!done_count) pthread_cond_wait(&answered, &lock);
                int news = 0;
                for (; done_count; ended++)
                    if (done_count--, begun < requests) asked[asked_count++] = done[done_count], begun++, news = 1;
                pthread_mutex_unlock(&lock);
                if (news) curl_multi_wakeup(shared);
            }
            pthread_join(thread, NULL);
            clock_gettime(CLOCK_MONOTONIC, &end);
            if (total != 13 * (size_t)requests) return 1;
            printf("%f\n", end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9);
            return 0;
        }

        int main(int count, char **arguments) {
            if (count == 5 && !strcmp(arguments[1], "ask-across"))
                return ask_across(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
            if (count == 5) return ask(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
            return serve(arguments[2]);
        }
        """#
}
