package httpd

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"framework/engine/admission"
	"framework/engine/budget"
	"framework/engine/csrf"
	"framework/engine/observe"
	"framework/engine/response"
	"framework/engine/session"
	"framework/engine/web"
	"framework/router"
)

// Options say how the requests of one version of a project are answered.
type Options struct {
	Log        *slog.Logger
	Switches   Switches
	Production bool
	// Web says how requests are read; Budget bounds what clients have sent and not
	// yet been answered.
	Web          web.Options
	Budget       *budget.Budget
	WriteTimeout time.Duration
	PoweredBy    string // the header, "" for none
	Headers      Headers
	Middleware   Middleware
	// Files answer where no route does, Favicon at its place in the order of middleware;
	// nil for none.
	Files    []router.Handler
	Favicon  router.Handler
	Sessions *session.Manager // nil when switched off
	Guards   Guards
	Table    router.Table
	Merge    router.OptionsMerge
	// Matched serves each matching binding in front of its handler, which is called if it
	// passes; nil for none.
	Matched   router.Handler
	Responses *response.Set
	Events    Events
	// Finished is called with each exchange that was answered, once.
	Finished    func(x *router.Exchange)
	Observation Observation
	// Busy is what a request fails with that the project's JavaScript has no time
	// for. TurnAway notes that a request was refused for lack of time.
	Busy     error
	TurnAway func(method, path string, why error)
}

// Events are what the project may listen to.
type Events struct{ Request, Route, NotFound, Failed Event }

// Event is fired for a request: its function has the project's listeners called.
type Event struct {
	Listened func() bool
	Function
}

func (e Event) listened() bool { return e.Listened != nil && e.Listened() }

// Pipeline answers requests. It is safe for concurrent use.
type Pipeline struct {
	opts       Options
	log        *slog.Logger
	failures   failures
	compressed bool
	poweredBy  []string // the header, which all answers share; nil for none
	handler    http.Handler
}

// New makes the pipeline of a version.
func New(opts Options) (*Pipeline, error) {
	p := &Pipeline{
		opts: opts, log: opts.Log,
		compressed: opts.Production && opts.Middleware.compress,
		failures: failures{
			log: opts.Log, hideBody: opts.Production && opts.Switches.HideBodyErrors, emptyBody: opts.Switches.EmptyBodyErrors,
			responses: opts.Responses, event: opts.Events.Failed, busy: opts.Busy, turnAway: opts.TurnAway,
		},
	}
	if opts.PoweredBy != "" && !opts.Middleware.noPower {
		p.poweredBy = []string{opts.PoweredBy}
	}
	p.handler = http.HandlerFunc(p.serve)
	if p.compressed {
		p.handler = web.Compress(p.handler)
	}
	return p, nil
}

// CSRF is the protection of requests; nil when switched off.
func (p *Pipeline) CSRF() *csrf.Protection { return p.opts.Guards.CSRF }

// Responses are those that requests are answered with.
func (p *Pipeline) Responses() *response.Set { return p.opts.Responses }

// Finished says that an exchange was answered; the pipeline says it of its own.
func (p *Pipeline) Finished(x *router.Exchange) { p.opts.Finished(x) }

// ServeHTTP implements http.Handler.
func (p *Pipeline) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	paced, done := web.PaceWriter(w, p.opts.WriteTimeout)
	defer done()
	p.handler.ServeHTTP(paced, r)
}

func (p *Pipeline) serve(w http.ResponseWriter, r *http.Request) {
	if !web.KnownMethod(r.Method) {
		w.Header().Set("Connection", "close") // as Node, which reads no such request
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	x, err := web.OpenExchange(w, r, p.opts.Web)
	p.opts.Headers.announce(w.Header(), x.Request.Protocol == "https")
	ctx := attend(p.begin(admission.Arrive(x.Context()), x, observe.HTTP))
	defer ctx.finish()
	x.SetContext(ctx)
	if err != nil {
		p.failures.answer(x, p.failures.unreadable(x, err))
		p.end(x, err)
		return
	}
	v := &visit{x: x, w: w, r: r}
	defer v.end(p)
	err = p.run(v)
	p.failures.answer(x, err)
	p.end(x, err)
	p.Finished(x)
	if r.Context().Err() != nil && web.Incomplete(r) && !x.Response.Committed() {
		// The client has gone, or its body was too slow: without this net/http says 200.
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusRequestTimeout)
	}
}

// passedOn reports whether an error of the router is for the middleware behind it:
// one that code of the project has thrown or given to next. Default actions answer for
// theirs.
func passedOn(x *router.Exchange, failed error) bool {
	_, script := errors.AsType[response.PayloadError](failed)
	return script && x.Binding != nil && x.Binding.Default == ""
}

// run takes a request through the steps. After an error only those steps are
// asked that recover from errors; one that no step recovered from is returned.
func (p *Pipeline) run(v *visit) error {
	var failed error
	for i := range p.opts.Middleware.steps {
		s := &p.opts.Middleware.steps[i]
		var verdict router.Verdict
		switch {
		case failed == nil && s.serve != nil:
			verdict, failed = s.serve(p, v)
		case failed != nil && s.recover != nil:
			verdict, failed = s.recover(p, v.x, failed)
		default:
			continue
		}
		if failed == nil && verdict == router.Answered {
			return nil
		}
		if failed != nil && errors.Is(failed, p.opts.Busy) {
			return failed // there is no time left to recover from it
		}
		if failed != nil && (v.x.Response.Committed() || s.name == "router" && !passedOn(v.x, failed)) {
			return failed
		}
	}
	if failed != nil {
		return failed
	}
	_, err := p.notFound(v.x)
	return err
}
