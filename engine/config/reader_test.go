package config_test

import (
	"testing"
	"time"

	"framework/engine/config"
)

func TestReader(t *testing.T) {
	c := config.Merge([]config.Layer{
		layer(t, "config/x.js", `{"x":{"text":"a","on":true,"number":3,"pause":250,"broken":"many","wrong":{}}}`),
	}, config.Options{})
	r := config.Reader{Config: c}
	if got := r.Text("x.text", ""); got != "a" {
		t.Errorf("text: %q", got)
	}
	if got := r.Text("x.none", "default"); got != "default" {
		t.Errorf("text that is not set: %q", got)
	}
	if !r.Bool("x.on", false) {
		t.Error("boolean is false")
	}
	if got := r.Int("x.number"); got != 3 {
		t.Errorf("number: %d", got)
	}
	if got := r.Milliseconds("x.pause"); got != 250*time.Millisecond {
		t.Errorf("milliseconds: %v", got)
	}
	if got := r.Seconds("x.number"); got != 3*time.Second {
		t.Errorf("seconds: %v", got)
	}
	if r.Err() != nil {
		t.Fatalf("settings that can be used: %v", r.Err())
	}
	r.Int("x.broken")
	first := r.Err()
	r.Text("x.wrong", "")
	if first == nil || r.Err() != first { //nolint:errorlint // the very same
		t.Errorf("the error is %v, not that of the first setting %v", r.Err(), first)
	}
}
