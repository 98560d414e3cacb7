package snapshot

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"framework/engine/overlay"
	"framework/engine/querylog"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// noteFailure records for a browser why a request has failed.
func noteFailure(x *router.Exchange, err error) {
	overlay.Note(x.Context(), func() overlay.Failure { return describeFailure(x, err) })
}

func describeFailure(x *router.Exchange, err error) overlay.Failure {
	f := overlay.Failure{Name: "Error", Message: err.Error()}
	if script, ok := errors.AsType[*jsapi.ScriptError](err); ok {
		f.Name, f.Message, f.Hint, f.Excerpt = script.Name, script.Message, script.Hint, strings.TrimRight(script.Excerpt, "\n")
		if script.File != "" {
			f.Place = fmt.Sprintf("%s:%d:%d", script.File, script.Line, script.Column)
		}
		for _, frame := range script.Frames {
			if frame.Builtin() {
				continue
			}
			f.Stack = append(f.Stack, overlay.Frame{Function: frame.Function, Place: frame.Place(), Project: frame.Project()})
		}
	}
	f.Sections = slices.DeleteFunc([]overlay.Section{
		{Title: "Request", Rows: requestRows(x)},
		{Title: "Route", Rows: routeRows(x)},
		{Title: "Queries, the last ones first", Rows: queryRows(x.Context())},
		{Title: "Parameters of the path", Rows: rows(x.Params)},
		{Title: "Query", Rows: rows(x.Request.Query)},
		{Title: "Body", Rows: bodyRows(x.Request.Body)},
		{Title: "Session", Rows: sessionRows(x.Context(), x.Session)},
	}, func(s overlay.Section) bool { return len(s.Rows) == 0 })
	return f
}

// shownQueries is how many statements the page shows besides the one that failed.
const shownQueries = 5

// queryRows are the statements that the request has run: the one that failed, and the last
// ones.
func queryRows(ctx context.Context) []overlay.Row {
	log := querylog.Of(ctx)
	var out []overlay.Row
	failed := log.Failed()
	if failed != nil {
		out = append(out, overlay.Row{Name: "failed", Value: failed.Text + "\n" + failed.Err.Error()})
	}
	last := log.Last()
	slices.Reverse(last)
	for _, s := range last[:min(len(last), shownQueries)] {
		if failed == nil || s != *failed {
			out = append(out, overlay.Row{Name: s.Took.Round(10 * time.Microsecond).String(), Value: s.Text})
		}
	}
	return out
}

func requestRows(x *router.Exchange) []overlay.Row {
	out := []overlay.Row{{Name: x.Request.Method, Value: x.Request.Path}, {Name: "id, in the log", Value: x.ID()}}
	for _, name := range []string{"Accept", "Content-Type", "Referer"} {
		if v := x.Request.Header.Get(name); v != "" {
			out = append(out, overlay.Row{Name: name, Value: v})
		}
	}
	return out
}

// routeRows say which route the request has matched, where it comes from, and what runs
// in front of it.
func routeRows(x *router.Exchange) []overlay.Row {
	b := x.Binding
	if b == nil {
		return nil
	}
	out := []overlay.Row{{Name: "matched", Value: b.Address.String()}, {Name: "target", Value: b.Target}}
	if b.Source != "" {
		out = append(out, overlay.Row{Name: "from", Value: b.Source})
	}
	out = append(out, overlay.Row{Name: "kind", Value: string(b.Family)})
	if b.Guard != nil && len(b.Guard.Policies) > 0 {
		out = append(out, overlay.Row{Name: "policies", Value: strings.Join(b.Guard.Policies, ", ")})
	}
	return out
}

func bodyRows(body any) []overlay.Row {
	switch body := body.(type) {
	case *value.Map:
		return rows(body)
	case []any:
		return []overlay.Row{{Name: "list", Value: shorten(value.Append(nil, body))}}
	}
	return nil
}

func sessionRows(ctx context.Context, session router.Session) []overlay.Row {
	if session == nil {
		return nil
	}
	data, err := session.Load(ctx)
	if err != nil {
		return []overlay.Row{{Name: "error", Value: err.Error()}}
	}
	return rows(data)
}

// rows are the members of an object, without what is probably secret.
func rows(m *value.Map) []overlay.Row {
	var out []overlay.Row
	for name, v := range m.All() {
		text := "(hidden)"
		if !secretName.MatchString(name) {
			text = shorten(value.Append(nil, v))
		}
		out = append(out, overlay.Row{Name: name, Value: text})
	}
	return out
}

var secretName = regexp.MustCompile(`(?i)pass|secret|token|csrf|credit|card|auth`)

// maxShown is how many bytes of a value the page shows.
const maxShown = 1000

func shorten(text []byte) string {
	if len(text) <= maxShown {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:maxShown]), "") + " …"
}
