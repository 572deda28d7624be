"""A server on loopback that answers as feeds on the web do, and as they should not.

feed_server.py FEED LOG [CERTIFICATE KEY]: prints its port, appends a line a request to LOG.
"""

import gzip
import http.server
import ssl
import sys
import threading
import time

LAST_MODIFIED = "Fri, 20 Nov 2026 08:00:00 GMT"


class Handler(http.server.BaseHTTPRequestHandler):
    """One method a path; what a path stands for is in its name."""

    protocol_version = "HTTP/1.1"
    feed = b""
    log_path = ""
    asked: dict[str, int] = {}
    lock = threading.Lock()

    def do_GET(self):
        path = self.path.split("?")[0]
        with self.lock:
            count = self.asked.get(path, 0) + 1
            self.asked[path] = count
            with open(self.log_path, "a", encoding="utf-8") as log:
                log.write(
                    f"{path} match={self.headers.get('If-None-Match')}"
                    f" since={self.headers.get('If-Modified-Since')}"
                    f" agent={self.headers.get('User-Agent')}\n"
                )
        name = path.strip("/").split("/")[0].split(".")[0].replace("-", "_")
        getattr(self, f"path_{name}", self.path_missing)(count)

    def answer(self, code, body=b"", **headers):
        """Answers with a body and its length."""
        self.send_response(code)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        if code != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def broken_off(self):
        """Ends the connection at once, whatever was promised."""
        self.wfile.flush()
        self.close_connection = True

    def path_missing(self, _):
        self.answer(404, b"no such feed\n")

    def path_gone(self, _):
        self.answer(410, b"gone\n")

    def path_secret(self, _):
        self.answer(401, b"who are you?\n")

    def path_home(self, _):
        if self.headers.get("If-None-Match") == '"v1"':
            self.answer(304, ETag='"v1"')
        else:
            self.answer(200, self.feed, ETag='"v1"', Last_Modified=LAST_MODIFIED)

    def path_dated(self, _):
        if self.headers.get("If-Modified-Since") == LAST_MODIFIED:
            self.answer(304)
        else:
            self.answer(200, self.feed, Last_Modified=LAST_MODIFIED)

    def path_plain(self, _):
        self.answer(200, self.feed)

    def path_moved(self, _):
        self.answer(301, Location="/home.ndjson", ETag='"of the redirect"')

    def path_loop(self, count):
        self.answer(302, Location=f"/loop?{count}")

    def path_to_file(self, _):
        self.answer(302, Location="file:///etc/hostname")

    def path_to_ftp(self, _):
        self.answer(302, Location="ftp://127.0.0.1/feed")

    def path_to_http(self, _):
        self.answer(302, Location="http://127.0.0.1:9/feed")

    def path_flaky(self, count):
        if count == 1:
            self.answer(500, b"not now\n", ETag='"of the failure"')
        else:
            self.answer(200, self.feed, ETag='"flaky"')

    def path_down(self, _):
        self.answer(503, b"not now\n")

    def path_cut(self, _):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.feed) * 2))
        self.send_header("ETag", '"cut"')
        self.end_headers()
        self.wfile.write(self.feed)
        self.broken_off()

    def path_cut_chunks(self, _):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(self.feed), self.feed))
        self.broken_off()

    def path_half(self, _):
        # Whole for HTTP, but not for JSON.
        self.answer(200, b'[{"id":"a","title":"A"},{"id":"b","ti')

    def path_large(self, _):
        self.answer(200, b"x" * 300_000)

    def path_endless(self, _):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for _ in range(4000):
                self.wfile.write(b"4000\r\n%s\r\n" % (b"x" * 0x4000))
        except OSError:
            pass
        self.broken_off()

    def path_bomb(self, _):
        self.answer(200, gzip.compress(b" " * 50_000_000), Content_Encoding="gzip")

    def path_packed(self, _):
        self.answer(200, gzip.compress(self.feed), Content_Encoding="gzip", ETag='"packed"')

    def path_empty(self, _):
        self.answer(200)

    def path_no_content(self, _):
        self.send_response(204)
        self.end_headers()

    def path_never_changed(self, _):
        self.answer(304)

    def headed(self, *lines):
        """Answers with header lines that no library would write."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"".join(line + b"\r\n" for line in lines) + b"\r\n")
        self.wfile.write(self.feed)
        self.broken_off()

    def path_bad_length(self, _):
        self.headed(b"Content-Length: many")

    def path_nul_header(self, _):
        self.headed(b"Content-Length: %d" % len(self.feed), b"ETag: \"a\0b\"")

    def path_long_header(self, _):
        self.headed(b"X-Long: " + b"x" * 4_000_000)

    def path_no_http(self, _):
        self.wfile.write(b"\x00\x01 neither HTTP nor a feed\r\n\r\n")
        self.broken_off()

    def path_to_nowhere(self, _):
        self.answer(302, Location="http://[::bad/feed")

    def path_slow(self, _):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.feed)))
        self.end_headers()
        self.wfile.write(self.feed[:10])
        self.wfile.flush()
        time.sleep(30)
        self.broken_off()

    def log_message(self, *_):
        """Requests are in the log file; standard error stays quiet."""


class Server(http.server.ThreadingHTTPServer):
    """Clients that hang up early are part of the tests."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


def main():
    feed, log = sys.argv[1:3]
    with open(feed, "rb") as file:
        Handler.feed = file.read()
    Handler.log_path = log
    server = Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) > 4:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3], sys.argv[4])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
