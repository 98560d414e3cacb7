package httpd

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"framework/engine/logging"
	"framework/engine/observe"
	"framework/engine/querylog"
	"framework/engine/value"
	"framework/router"
)

// Observation is what is recorded of requests.
type Observation struct {
	// Observers get each request that was answered; nil for none.
	Observers *observe.Observers
	// Own get each request of this version.
	Own []observe.Observer
	// Statements keeps the texts of statements for these.
	Statements bool
	// Trace takes the trace of each request from its headers, or begins one. Sample
	// decides which of the latter are recorded; nil for all.
	Trace  bool
	Sample func() bool
	// Log has each request logged at the level info, and not at verbose.
	Log bool
	// User is a path of names in the session that leads to who has made a request;
	// nil for unknown.
	User []string
}

// begin starts the record of a request where somebody wants it, and has its statements
// recorded where somebody may see them: in development, and where each request is logged.
func (p *Pipeline) begin(ctx context.Context, x *router.Exchange, transport observe.Transport) context.Context {
	o := &p.opts.Observation
	wants, observed := o.Observers.Wanted()
	verbose := p.log.Enabled(ctx, logging.Verbose)
	shown := verbose || !p.opts.Production
	if !observed && len(o.Own) == 0 && !o.Log && !o.Trace {
		if shown && transport != observe.Internal { // whose statements are those of the request that makes it
			ctx, _ = querylog.Begin(ctx)
		}
		return ctx
	}
	in := x.Request
	r := &observe.Request{Transport: transport, Method: in.Method, Path: in.Path, Started: in.Received, ID: x.ID(), Socket: in.Socket}
	if o.Trace || wants.Trace {
		r.Trace = observe.NewTrace(in.Header.Get("Traceparent"), in.Header.Get("Tracestate"), o.Sample)
	}
	if shown || wants.Statements || o.Statements {
		ctx, r.Queries = querylog.Begin(ctx)
	} else {
		ctx, r.Queries = querylog.Count(ctx)
	}
	if wants.Content {
		r.Content = &observe.Content{}
		ctx = querylog.WithLines(ctx)
	}
	x.Record = r
	return observe.With(ctx, r)
}

// end finishes the record of a request that was answered, and logs the request.
func (p *Pipeline) end(x *router.Exchange, failed error) {
	if r := x.Record; r != nil {
		p.complete(r, x)
		r.Err = failed
		r.Finish()
		for _, o := range p.opts.Observation.Own {
			o.Observe(r)
		}
		p.opts.Observation.Observers.Observe(r)
	}
	p.logVisit(x)
}

// answered is what can be known of an answer.
type answered interface {
	Status() int
	Sent() int64
}

// complete records what is known at the end only.
func (p *Pipeline) complete(r *observe.Request, x *router.Exchange) {
	r.Method = x.Request.Method // it may have been replaced
	if of, ok := x.Response.(answered); ok {
		r.Status, r.Bytes = of.Status(), of.Sent()
	}
	if b := x.Binding; b != nil {
		r.Route, r.Target, r.Family, r.Source = b.Address.String(), b.Target, string(b.Family), b.Source
	}
	r.User = p.user(x)
	if in := x.Request; r.Content != nil {
		*r.Content = observe.Content{URL: in.URL, Header: in.Header, Body: in.Body}
	}
}

// user is who has made a request, if the project says so and the session was read.
func (p *Pipeline) user(x *router.Exchange) string {
	path := p.opts.Observation.User
	if path == nil || x.Session == nil {
		return ""
	}
	if of, ok := x.Session.(interface{ Loaded() bool }); !ok || !of.Loaded() {
		return ""
	}
	data, err := x.Session.Load(x.Context())
	if err != nil {
		return ""
	}
	var v any = data
	for _, name := range path {
		m, ok := v.(*value.Map)
		if !ok {
			return ""
		}
		v = m.Value(name)
	}
	switch v := v.(type) {
	case string:
		return v
	case int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}

// logVisit logs an answered request: at the level info where the project wants all of
// them, else at verbose. Its statements are logged at silly.
func (p *Pipeline) logVisit(x *router.Exchange) {
	ctx := x.Context()
	level := logging.Verbose
	if p.opts.Observation.Log {
		level = logging.Info
	}
	if !p.log.Enabled(ctx, level) {
		return
	}
	if p.opts.Observation.Log && logging.Structured(p.log) {
		p.logStructured(ctx, x.Record)
	} else {
		p.logLine(ctx, level, x)
	}
	if !p.log.Enabled(ctx, logging.Silly) {
		return
	}
	for _, s := range querylog.Of(ctx).Last() {
		args := []any{"took", s.Took.Round(10 * time.Microsecond), "parameters", s.Args, "request", x.ID()}
		if s.Err != nil {
			args = append(args, "error", s.Err)
		}
		p.log.Log(ctx, logging.Silly, s.Text, args...)
	}
}

// logLine logs a request for people.
func (p *Pipeline) logLine(ctx context.Context, level slog.Level, x *router.Exchange) {
	status := 0
	if of, ok := x.Response.(interface{ Status() int }); ok {
		status = of.Status()
	}
	route := "none"
	if x.Binding != nil {
		route = x.Binding.Address.String() + " (" + x.Binding.Target + ")"
	}
	count, took := querylog.Of(ctx).Total()
	attrs := [7]slog.Attr{
		slog.Duration("took", time.Since(x.Request.Received).Round(10*time.Microsecond)), slog.String("route", route),
		slog.Int("queries", count), slog.Duration("query_time", took.Round(10*time.Microsecond)), slog.String("request", x.ID()),
	}
	n := 5
	if r := x.Record; r != nil {
		attrs[n] = slog.Int64("bytes", r.Bytes)
		n++
		if r.User != "" {
			attrs[n] = slog.String("user", r.User)
			n++
		}
	}
	p.logRecord(ctx, level, x.Request.Method+" "+x.Request.Path+" "+strconv.Itoa(status), attrs[:n])
}

// logRecord logs as a logger does that is enabled, without looking for the caller.
func (p *Pipeline) logRecord(ctx context.Context, level slog.Level, message string, attrs []slog.Attr) {
	r := slog.NewRecord(time.Now(), level, message, 0)
	r.AddAttrs(attrs...)
	_ = p.log.Handler().Handle(ctx, r) // there is nobody to say it to
}

// logStructured logs a request for programs. The id of the request and of its trace are
// added to every line of the log.
func (p *Pipeline) logStructured(ctx context.Context, r *observe.Request) {
	count, took := r.Queries.Total()
	attrs := [12]slog.Attr{
		slog.String("method", r.Method), slog.String("path", r.Path), slog.String("route", r.Route), slog.Int("status", r.Status),
		slog.Float64("ms", milliseconds(r.Took)), slog.Int("queries", count), slog.Float64("query_ms", milliseconds(took)),
		slog.Int64("bytes", r.Bytes), slog.String("transport", string(r.Transport)),
	}
	n := 9
	if r.User != "" {
		attrs[n] = slog.String("user", r.User)
		n++
	}
	if r.Err != nil {
		attrs[n] = slog.String("error", r.Err.Error())
		n++
	}
	p.logRecord(ctx, logging.Info, "request", attrs[:n])
}

// milliseconds are exact to a microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
