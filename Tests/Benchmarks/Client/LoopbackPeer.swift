import Foundation

/// A program in C, compiled while the benchmark runs: a server that answers at once, and a loop over libcurl's multi
/// interface as its manual shows it.
struct LoopbackPeer {
    private let folder: URL
    private let program: String
    private let server = Process()
    /// Held open: the server ends when it is closed.
    private let serverInput = Pipe()
    let port: Int

    struct Failed: Error { let what: String }

    init() throws {
        guard let compiler = ChildRun.find("cc") else { throw Failed(what: "no C compiler") }
        folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appending(path: "peer.c").path
        program = folder.appending(path: "peer").path
        try Self.source.write(toFile: source, atomically: true, encoding: .utf8)
        guard try ChildRun.of(compiler, ["-O2", "-o", program, source, "-lcurl"]).status == 0 else {
            throw Failed(what: "the peer does not compile")
        }
        let output = Pipe()
        server.executableURL = URL(filePath: program)
        server.arguments = ["serve"]
        server.standardOutput = output
        server.standardInput = serverInput
        try server.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.filter(\.isNumber)) else { throw Failed(what: "the server does not start") }
        self.port = port
    }

    var url: String { "http://127.0.0.1:\(port)/" }

    /// Seconds that the C client takes for so many requests, so many at a time.
    func seconds(requests: Int, atATime: Int) throws -> Double {
        let client = Process()
        let output = Pipe()
        client.executableURL = URL(filePath: program)
        client.arguments = ["ask", url, "\(requests)", "\(atATime)"]
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

    private static let source = #"""
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <curl/curl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/epoll.h>
        #include <sys/socket.h>
        #include <netinet/tcp.h>
        #include <time.h>
        #include <unistd.h>

        static const char answer[] =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!";

        static int serve(void) {
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
                    char buffer[65536];
                    if (fd == 0) return 0;
                    if (fd == listener) {
                        event.data.fd = accept(listener, NULL, NULL);
                        setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                        epoll_ctl(set, EPOLL_CTL_ADD, event.data.fd, &event);
                        continue;
                    }
                    ssize_t got = read(fd, buffer, sizeof buffer);
                    if (got <= 0) {
                        close(fd);
                        continue;
                    }
                    for (char *p = buffer; (p = memmem(p, buffer + got - p, "\r\n\r\n", 4)); p += 4)
                        if (write(fd, answer, sizeof answer - 1) < 0) break;
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

        int main(int count, char **arguments) {
            if (count == 5) return ask(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
            return serve();
        }
        """#
}
