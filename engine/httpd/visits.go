package httpd

import (
	"context"
	"fmt"
	"time"

	"framework/engine/logging"
	"framework/engine/querylog"
	"framework/router"
)

// observe has the statements of a request recorded where somebody may see them: in
// development, and where each request is logged.
func (p *Pipeline) observe(ctx context.Context) context.Context {
	if p.opts.Production && !p.log.Enabled(ctx, logging.Verbose) {
		return ctx
	}
	ctx, _ = querylog.Begin(ctx)
	return ctx
}

// logVisit logs an answered request at the level verbose, and its statements at silly.
func (p *Pipeline) logVisit(x *router.Exchange) {
	ctx := x.Context()
	if !p.log.Enabled(ctx, logging.Verbose) {
		return
	}
	status := 0
	if of, ok := x.Response.(interface{ Status() int }); ok {
		status = of.Status()
	}
	route := "none"
	if x.Binding != nil {
		route = x.Binding.Address.String() + " (" + x.Binding.Target + ")"
	}
	queries := querylog.Of(ctx)
	count, took := queries.Total()
	p.log.Log(ctx, logging.Verbose, fmt.Sprintf("%s %s %d", x.Request.Method, x.Request.Path, status),
		"took", time.Since(x.Request.Received).Round(10*time.Microsecond), "route", route,
		"queries", count, "query_time", took.Round(10*time.Microsecond), "request", x.ID())
	if !p.log.Enabled(ctx, logging.Silly) {
		return
	}
	for _, s := range queries.Last() {
		args := []any{"took", s.Took.Round(10 * time.Microsecond), "parameters", s.Args, "request", x.ID()}
		if s.Err != nil {
			args = append(args, "error", s.Err)
		}
		p.log.Log(ctx, logging.Silly, s.Text, args...)
	}
}
