package web_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"framework/engine/web"
)

// plainFile is the information of a file that is only in memory.
type plainFile struct{ fs.FileInfo }

func (plainFile) Size() int64        { return 26 }
func (plainFile) ModTime() time.Time { return time.UnixMilli(1_400_000_000_000) }

// FuzzConditions: what a client says that it has, and which part it wants, gives
// the file, a part of it, 304, 412 or 416, and never bytes that it does not have.
func FuzzConditions(f *testing.F) {
	for _, s := range []string{"bytes=0-4", "bytes=-1", "bytes=5-", "bytes=0-0,2-3", "bytes=9-1", "lines=1", "bytes=99999999999999999999-", "bytes=0-,0-,0-"} {
		f.Add(s, `W/"1a-145f680ce00", "x"`, "Tue, 13 May 2014 16:53:20 GMT", "*")
	}
	const content = "abcdefghijklmnopqrstuvwxyz"
	f.Fuzz(func(t *testing.T, span, tags, date, unless string) {
		r := request(http.MethodGet, "/", "", "", "Range", span, "If-None-Match", tags, "If-Modified-Since", date, "If-Range", unless, "If-Match", unless)
		w := httptest.NewRecorder()
		res := web.NewResponder(w, r, web.ResponderOptions{})
		if err := res.CommitFile(bytes.NewReader([]byte(content)), plainFile{}); err != nil {
			t.Fatal(err)
		}
		body := w.Body.String()
		switch w.Code {
		case http.StatusOK:
			if body != content {
				t.Errorf("%q: got %q", span, body)
			}
		case http.StatusPartialContent:
			single := w.Header().Get("Content-Range") != ""
			if single && !strings.Contains(content, body) || len(body) > 1<<16 {
				t.Errorf("%q: got %d bytes, %q", span, len(body), body)
			}
		case http.StatusNotModified, http.StatusPreconditionFailed, http.StatusRequestedRangeNotSatisfiable:
		default:
			t.Errorf("%q %q: %d", span, tags, w.Code)
		}
	})
}
