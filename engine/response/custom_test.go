package response_test

import (
	"errors"
	"fmt"
	"testing"

	"framework/engine/orm"
	"framework/engine/response"
	"framework/engine/value"
	"framework/router"
)

// TestCustom: a response of the project takes the place of the built-in one of its name,
// also where that is chosen for an error; the built-in one stays within reach.
func TestCustom(t *testing.T) {
	away := fmt.Errorf("finding: %w", &orm.UnavailableError{})
	broken := errors.New("broken")
	for _, tt := range []struct {
		name string // of the response, "fail" for that of an error
		data any
		own  string // which the project has
		want string
	}{
		{"ok", "text", "ok", "own ok text"},
		{"ok", "text", "notFound", "200 text/html; charset=utf-8|text"},
		{"teapot", int64(418), "teapot", "own teapot 418"},
		{"teapot", int64(418), "ok", "no such response"},
		{"negotiate", &router.Error{Status: 404, Message: "gone"}, "notFound", "own notFound gone"},
		{"negotiate", &router.Error{Status: 404, Message: "gone"}, "negotiate", "own negotiate gone"},
		{"serverError", away, "serverError", "503 |"}, // it is not the server's
		{"serverError", away, "unavailable", "own unavailable finding: " + (&orm.UnavailableError{}).Error()},
		{"serverError", "text", "unavailable", "500 |"},
		{"fail", broken, "serverError", "own serverError broken"},
	} {
		x, rec := exchange("*/*")
		got, asked := "", ""
		set := response.New(response.Options{Switches: sails12, Production: true, Custom: func(at *router.Exchange, name string, data any) (router.Verdict, error, bool) {
			asked += name + " "
			if name != tt.own {
				return router.Pass, nil, false
			}
			if at != x {
				t.Errorf("%s: it is called for another request", tt.name)
			}
			got = fmt.Sprint("own ", name, " ", data)
			return router.Pass, broken, true
		}})
		respond := func() (router.Verdict, error) { return set.Respond(x, tt.name, tt.data) }
		if tt.name == "fail" {
			respond = func() (router.Verdict, error) { return set.Fail(x, tt.data.(error)) }
		}
		verdict, err := respond()
		switch {
		case got != "":
			if verdict != router.Pass || !errors.Is(err, broken) {
				t.Errorf("%s: the verdict of the project's response is lost: %v, %v", tt.name, verdict, err)
			}
		case err != nil:
			got = "no such response"
		default:
			got = rec.String()
		}
		if tt.own == "notFound" && tt.name == "negotiate" && asked != "negotiate notFound " {
			t.Errorf("the project is asked for %s", asked)
		}
		if got != tt.want {
			t.Errorf("%s(%v), where the project has %s: got %s, want %s", tt.name, tt.data, tt.own, got, tt.want)
		}
	}
	x, rec := exchange("*/*")
	set := response.New(response.Options{Switches: sails12, Custom: func(*router.Exchange, string, any) (router.Verdict, error, bool) {
		t.Error("the project's response is called by the built-in one")
		return router.Answered, nil, true
	}})
	if _, err := set.RespondBuiltin(x, "ok", "text"); err != nil || rec.String() != "200 text/html; charset=utf-8|text" {
		t.Errorf("the built-in response: %s, %v", rec, err)
	}
}

// known is an error that brings its own members.
type known struct{ error }

func (known) Members() *value.Map { return value.Of("known", true) }

// TestExplain: errors that bring nothing to show are explained before any response sees
// them, and no others.
func TestExplain(t *testing.T) {
	for _, tt := range []struct {
		data any
		want string
	}{
		{errors.New("plain"), "explained plain"},
		{known{errors.New("known")}, "known"},
		{"text", "text"},
	} {
		x, _ := exchange("*/*")
		seen := ""
		set := response.New(response.Options{
			Switches: sails12,
			Explain:  func(_ *router.Exchange, err error) error { return fmt.Errorf("explained %w", err) },
			Custom: func(_ *router.Exchange, _ string, data any) (router.Verdict, error, bool) {
				seen = fmt.Sprint(data)
				return router.Answered, nil, true
			},
		})
		if _, err := set.Respond(x, "serverError", tt.data); err != nil || seen != tt.want {
			t.Errorf("%v: got %s, %v", tt.data, seen, err)
		}
	}
}
