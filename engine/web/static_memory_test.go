package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/engine/web"
	"framework/router"
)

// TestLargeFilesTakeNoMemory compares what is allocated for a file with what is allocated
// for one that is 64 times as large, plain and compressed. Who held the file would
// allocate its size; encoders leave some garbage for each block.
func TestLargeFilesTakeNoMemory(t *testing.T) {
	testenv.Slow(t)
	const small, large, most = 1 << 20, 64 << 20, 32 << 20
	dir := t.TempDir()
	for name, size := range map[string]int64{"small.txt": small, "large.txt": large} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
	}
	files, err := web.NewStatic(web.StaticOptions{Dirs: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	compressed := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x, err := web.OpenExchange(w, r, defaults)
		if err != nil {
			t.Error(err)
			return
		}
		web.AllowCompression(w.Header())
		if verdict, err := files.Serve(x); verdict != router.Answered || err != nil {
			t.Errorf("%v, %v", verdict, err)
		}
	}))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paced, done := web.PaceWriter(w, time.Minute)
		defer done()
		compressed.ServeHTTP(paced, r)
	}))
	t.Cleanup(server.Close)
	for _, accept := range []string{"identity", "gzip", "br", "zstd"} {
		allocated := func(name string, size int64) uint64 {
			t.Helper()
			r, err := http.NewRequest(http.MethodGet, server.URL+"/"+name, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", accept)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			res, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if err != nil || accept == "identity" && n != size || accept != "identity" && n >= size/10 {
				t.Fatalf("%s, %s: %d bytes, %v", accept, name, n, err)
			}
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		allocated("small.txt", small) // makes the encoder
		few, many := allocated("small.txt", small), allocated("large.txt", large)
		if many > few+most {
			t.Errorf("%s: %d bytes were allocated for the small file, %d for the large one", accept, few, many)
		}
	}
}
