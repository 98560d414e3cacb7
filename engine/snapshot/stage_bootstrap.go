package snapshot

import (
	"context"
	"fmt"
	"time"

	"framework/jsapi"
)

// bootstrap runs config.bootstrap before the first request. What it returns
// serves the routes as well that the bootstrap bound.
func bootstrap(ctx context.Context, b *build, rt realm, c configuration, hooks hookSet, bound routing, served serving) (serving, error) {
	if b.opts.Inspect || b.opts.LoadOnly {
		return served, nil
	}
	slow := time.AfterFunc(c.set.BootstrapTimeout, func() {
		b.log.Warn(fmt.Sprintf("config/bootstrap.js has not finished after %v: does it call its callback?", c.set.BootstrapTimeout))
	})
	defer slow.Stop()
	_, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { rt.js.Bootstrap(op) }).Wait()
	if err != nil {
		return served, err
	}
	table, err := rebind(ctx, b, c, rt, bound)
	if err != nil {
		return served, err
	}
	if table != bound.table {
		served.table = table
		if served.requests, err = served.requests.WithTable(table); err != nil {
			return served, err
		}
		b.gateway.update(func(f *finished) { f.requests = served.requests })
	}
	return served, hooks.lift(ctx, rt)
}
