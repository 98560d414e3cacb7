package observe

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"framework/engine/querylog"
)

// Transport is how a request came in.
type Transport string

// The transports. Internal requests are those that the project makes of itself.
const (
	HTTP     Transport = "http"
	Socket   Transport = "socket"
	Internal Transport = "internal"
)

// Kind is what a step of a request is.
type Kind string

// The kinds of steps. Waiting is for JavaScript, which is busy with something else;
// Response is the time in which the answer is written.
const (
	Waiting  Kind = "waiting"
	Policy   Kind = "policy"
	Action   Kind = "action"
	Response Kind = "response"
)

// Step is a part of the time of a request.
type Step struct {
	Kind   Kind
	Name   string // of the policy or action, "" for others
	Source string // project file, "" where it is none
	// At is when it began, since the beginning of the request.
	At, Took time.Duration
}

// Request is the record of a request. Its fields do not change once it was handed to
// observers; before that they belong to the goroutine that answers the request. The
// methods of a nil Request do nothing, and are safe for concurrent use.
type Request struct {
	Transport Transport
	// Method and Path are those of the request; the path is undecoded and without the
	// query.
	Method, Path string
	Started      time.Time
	Trace        Trace // zero where traces are not followed
	// Queries are the statements that ran; their texts are kept where an observer
	// wants them.
	Queries *querylog.Log

	ID string
	// Route is the address of the binding that answered, "" for none: "GET /pet/:id".
	Route string
	// Target, Family and Source are those of the binding.
	Target, Family, Source string
	Status                 int // 0 where nothing was answered
	Bytes                  int64
	Took                   time.Duration
	User                   string // if the project says who
	Socket                 string // id of the socket
	// Err is why the request failed, nil if it did not.
	Err error
	// Content is what the client has sent, nil where nobody wants it.
	Content *Content

	mu        sync.Mutex
	over      bool
	steps     []Step
	published []Publication
	room      [4]Step
}

// Content is what a client has sent. Its parts belong to the request: who wants to keep them
// copies them in Observe.
type Content struct {
	URL    string // path and query
	Header http.Header
	Body   any // as it was parsed, nil for none
}

// Publication is an event that was emitted to sockets.
type Publication struct {
	Event string
	Rooms []string // nil for all sockets
	// Sockets is how many got it on this server.
	Sockets int
	At      time.Duration // since the beginning of the request
}

// maxPublished is how many publications are kept.
const maxPublished = 50

type requestKey struct{}

// With returns a context of the request.
func With(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// Of is the request of a context, nil where none is recorded.
func Of(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}

// Pattern is the path of the route that answered, without the verb that it may have; "" for none.
func (r *Request) Pattern() string {
	if _, path, ok := strings.Cut(r.Route, " "); ok {
		return path
	}
	return r.Route
}

// Step begins a step, and ends the one before.
func (r *Request) Step(kind Kind, name, source string) {
	if r == nil {
		return
	}
	at := time.Since(r.Started)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return // code of the project goes on after the answer
	}
	r.endStep(at)
	if r.steps == nil {
		r.steps = r.room[:0]
	}
	r.steps = append(r.steps, Step{Kind: kind, Name: name, Source: source, At: at})
}

func (r *Request) endStep(at time.Duration) {
	if n := len(r.steps); n > 0 && r.steps[n-1].Took == 0 {
		r.steps[n-1].Took = at - r.steps[n-1].At
	}
}

// Publish records that an event was emitted to the sockets of rooms.
func (r *Request) Publish(event string, rooms []string, sockets int) {
	if r == nil {
		return
	}
	at := time.Since(r.Started)
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over && len(r.published) < maxPublished {
		r.published = append(r.published, Publication{event, slices.Clone(rooms), sockets, at})
	}
}

// Published are the first events that were emitted until the request was answered.
func (r *Request) Published() []Publication {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.published)
}

// Finish ends the record: no further step is added.
func (r *Request) Finish() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.over = true
	r.Took = time.Since(r.Started)
	r.endStep(r.Took)
}

// Steps are those so far, in their order.
func (r *Request) Steps() []Step {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.steps)
}

// Spent is how long the steps of a kind took together.
func (r *Request) Spent(kind Kind) time.Duration {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var sum time.Duration
	for i := range r.steps {
		if r.steps[i].Kind == kind {
			sum += r.steps[i].Took
		}
	}
	return sum
}

// Routing is the time until the first step: reading the request, its session and its
// body, and finding its route.
func (r *Request) Routing() time.Duration {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.steps) == 0 {
		return r.Took
	}
	return r.steps[0].At
}
