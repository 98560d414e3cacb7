package web

import (
	"net/http"
	"testing"
	"time"
)

func TestRangesAreThoseOfExpress(t *testing.T) {
	for asked, want := range map[string]string{
		"bytes=0-3": "bytes=0-3", "bytes=4-": "bytes=4-9", "bytes=-3": "bytes=7-9", "bytes=-30": "bytes=0-9", "bytes=0-100": "bytes=0-9",
		"bytes=0-1,1-5": "bytes=0-5", "bytes=0-1,abc": "bytes=0-1", "bytes=0-1,20-30": "bytes=0-1", "bytes=1.5-3": "bytes=1-3",
		"bytes=-0": "bytes=10-", "bytes=5-2": "bytes=10-", "bytes=20-30": "bytes=10-", "bytes=": "bytes=10-", "bytes=abc": "bytes=10-",
		"bytes=0-1,4-5": "", "items=0-3": "", "0-3": "", "bytes=99999999999999999999999-": "bytes=10-",
	} {
		h := http.Header{"Range": {asked}}
		setRange(h, asked, 10)
		if got := h.Get("Range"); got != want {
			t.Errorf("%s: got %q, want %q", asked, got, want)
		}
	}
}

func TestIfRangeNamesTheCurrentVersion(t *testing.T) {
	modified := time.Date(2020, 1, 2, 3, 4, 5, 600, time.UTC)
	for held, want := range map[string]bool{
		`W/"5-1"`: true, `"5-1"`: false, `"other"`: false, "nonsense": false,
		modified.Format(http.TimeFormat): true, modified.Add(time.Hour).Format(http.TimeFormat): true, modified.Add(-time.Hour).Format(http.TimeFormat): false,
	} {
		if got := current(held, `W/"5-1"`, modified); got != want {
			t.Errorf("%s: got %v, want %v", held, got, want)
		}
	}
}
