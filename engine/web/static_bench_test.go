package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/engine/web"
)

// BenchmarkStatic compares the processor time of a file with that of http.FileServer, in
// turns: static/net/http is the ratio. The client, which is the same for both, is part of
// it.
func BenchmarkStatic(b *testing.B) {
	dir := b.TempDir()
	for name, size := range map[string]int{"small.js": 2 << 10, "large.js": 256 << 10} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Repeat("x", size)), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	files, err := web.NewStatic(web.StaticOptions{Dirs: []string{dir}})
	if err != nil {
		b.Fatal(err)
	}
	defer files.Close() //nolint:errcheck // of a benchmark
	serve := func(w http.ResponseWriter, r *http.Request) {
		paced, done := web.PaceWriter(w, 30*time.Second)
		defer done()
		x, err := web.OpenExchange(paced, r, defaults)
		if err == nil {
			_, err = files.Serve(x)
		}
		if err != nil {
			b.Error(err)
		}
	}
	plain := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer plain.Close()
	own := httptest.NewServer(http.HandlerFunc(serve))
	defer own.Close()
	compressing := httptest.NewServer(web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.AllowCompression(w.Header())
		serve(w, r)
	})))
	defer compressing.Close()
	for _, name := range []string{"small.js", "large.js"} {
		b.Run(name, func(b *testing.B) {
			const turns = 10
			each := max(b.N/turns, 1)
			servers := []string{plain.URL, own.URL, compressing.URL}
			var total [3]time.Duration
			for turn := range turns + 1 {
				for i, url := range servers {
					before := testenv.ProcessorTime(b)
					fetch(b, strings.TrimPrefix(url, "http://"), name, each)
					if turn > 0 { // the first one warms
						total[i] += testenv.ProcessorTime(b) - before
					}
				}
			}
			b.ReportMetric(float64(total[0].Microseconds())/float64(each*turns), "net/http-µs")
			b.ReportMetric(float64(total[1])/float64(total[0]), "static/net/http")
			b.ReportMetric(float64(total[2])/float64(total[0]), "with-compress/net/http")
		})
	}
}

// fetch asks for a file n times over one connection, as a client that takes no compressed
// answer.
func fetch(b *testing.B, address, name string, n int) {
	b.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // all was read
	in := bufio.NewReaderSize(c, 64<<10)
	text := []byte(fmt.Sprintf("GET /%s HTTP/1.1\r\nHost: %s\r\n\r\n", name, address))
	for range n {
		if _, err := c.Write(text); err != nil {
			b.Fatal(err)
		}
		var size int64
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				b.Fatal(err)
			}
			if len(line) <= 2 {
				break
			}
			if rest, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
				if _, err := fmt.Sscan(rest, &size); err != nil {
					b.Fatal(err)
				}
			}
		}
		if size == 0 {
			b.Fatal("an empty answer")
		}
		if _, err := io.CopyN(io.Discard, in, size); err != nil {
			b.Fatal(err)
		}
	}
}
