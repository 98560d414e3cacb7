package snapshot

import (
	"context"
	"net/http"
	"strings"

	"framework/engine/httpd"
	"framework/engine/observe"
	"framework/engine/routes"
	"framework/engine/window"
	"framework/router"
)

// rehearsals run the policies that a request has to pass, for the development page: the
// middleware of the project and its sessions are those of any request, what is behind the
// policies is not run.
type rehearsals struct{ pipeline *httpd.Pipeline }

// rehearsal is what has become known of a request.
type rehearsal struct {
	record *observe.Request
	last   *router.Binding // the one that was matched last
	passed bool
}

type rehearsalKey struct{}

// windowRehearsals makes the rehearsals of a version, nil where it has no page.
func windowRehearsals(c configuration, opts httpd.Options) (*rehearsals, error) {
	if !c.set.Observe.Window.On {
		return nil, nil
	}
	recorded := new(observe.Observers)
	recorded.Add(observe.Func(func(*observe.Request) {}), observe.Wants{})
	opts.Guards.CSRF, opts.Files, opts.Events = nil, nil, httpd.Events{}
	opts.Observation = httpd.Observation{Observers: recorded}
	opts.Matched = router.HandlerFunc(rehearse)
	pipeline, err := httpd.New(opts)
	return &rehearsals{pipeline}, err
}

// rehearse lets policies and the handlers of hooks in front of the routes serve, and runs no
// other handler.
func rehearse(x *router.Exchange) (router.Verdict, error) {
	of, _ := x.Context().Value(rehearsalKey{}).(*rehearsal)
	b := x.Binding
	of.record, of.last = x.Record, b
	if b.Family == router.Before || strings.HasPrefix(b.Target, routes.PolicyTarget) {
		return router.Pass, nil
	}
	if b.Guard != nil && b.Guard.Front != nil {
		if verdict, err := b.Guard.Front.Serve(x); err != nil || verdict == router.Answered {
			return verdict, err
		}
	}
	of.passed = true
	return router.Answered, x.Response.Commit(http.StatusNoContent, nil)
}

// rehearse says what the policies say about a request.
func (h *rehearsals) rehearse(w http.ResponseWriter, r *http.Request) window.Rehearsal {
	of := &rehearsal{}
	answer := &heldAnswer{header: http.Header{}}
	h.pipeline.ServeHTTP(answer, r.WithContext(context.WithValue(r.Context(), rehearsalKey{}, of)))
	answer.giveCookies(w)
	out := window.Rehearsal{Passed: of.passed, Status: answer.status, Body: answer.body.String(), Location: answer.header.Get("Location")}
	if of.last != nil {
		out.Target = of.last.Target
	}
	if of.record == nil {
		return out
	}
	out.Err = of.record.Err
	for _, s := range of.record.Steps() {
		if s.Kind == observe.Policy {
			out.Said = append(out.Said, window.Said{Policy: s.Name, Source: s.Source, Took: s.Took, Passed: true})
		}
	}
	if n := len(out.Said); n > 0 && !of.passed {
		out.Said[n-1].Passed = false // it was the last one that ran
	}
	return out
}
