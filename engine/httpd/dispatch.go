package httpd

import (
	"net/http"

	"framework/router"
)

// allMethods is the answer to OPTIONS: classic projects accept every verb at
// every path, and decide later.
const allMethods = "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS"

// dispatch takes a request past the guards and through the table.
func (p *Pipeline) dispatch(x *router.Exchange) (router.Verdict, error) {
	if p.opts.Switches.DecodePaths {
		if err := router.DecodePath(x.Request.Path); err != nil {
			return router.Answered, refuse(x, err)
		}
	}
	if passed, err := p.opts.Guards.admit(x, p.opts.Responses); !passed {
		return router.Answered, err
	}
	x.Matched = p.opts.Matched
	if on := p.opts.Events.Route; on.listened() {
		x.Matched = on.Handler
	}
	verdict, err := router.Dispatch(p.opts.Table, x, p.opts.Merge)
	if err != nil || verdict == router.Answered {
		return verdict, err
	}
	if x.Request.Method == http.MethodOptions {
		x.Response.Header().Set("Allow", allMethods)
		x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
		return router.Answered, x.Response.Commit(http.StatusOK, []byte(allMethods))
	}
	return router.Pass, nil
}
