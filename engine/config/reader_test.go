package config_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"framework/engine/config"
)

func TestReader(t *testing.T) {
	c := config.Merge([]config.Layer{
		layer(t, "config/x.js", `{"x":{"text":"a","on":true,"number":3,"pause":250,"broken":"many","wrong":{},"none2":"soon","many":[]}}`),
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
	for key, got := range map[string]any{"text": r.Text("x.none", ""), "boolean": r.Bool("x.none", false), "number": r.Int("x.none"), "milliseconds": r.Milliseconds("x.none"), "seconds": r.Seconds("x.none")} {
		if !reflect.ValueOf(got).IsZero() {
			t.Errorf("%s that is not set: %v", key, got)
		}
	}
	for key, read := range map[string]func(r *config.Reader){
		"x.wrong": func(r *config.Reader) { r.Text("x.wrong", "") },
		"x.text":  func(r *config.Reader) { r.Bool("x.text", false) },
		"x.on":    func(r *config.Reader) { r.Int("x.on") },
		"x.none2": func(r *config.Reader) { r.Milliseconds("x.none2") },
		"x.many":  func(r *config.Reader) { r.Seconds("x.many") },
	} {
		r := config.Reader{Config: c}
		read(&r)
		first := r.Err()
		var ce *config.Error
		if !errors.As(first, &ce) || ce.Key != key {
			t.Errorf("%s: got %v", key, first)
		}
		r.Int("x.broken")
		r.Text("x.text", "")
		if r.Err() != first { //nolint:errorlint // the very same
			t.Errorf("%s: the error is %v, not that of the first setting", key, r.Err())
		}
	}
}
