package snapshot

import (
	"context"
	"fmt"
	"time"

	"framework/jsapi"
)

// bootstrap runs config.bootstrap before the first request. From here on code of the
// project binds routes by late.
func bootstrap(ctx context.Context, b *build, rt realm, c configuration, late *lateRoutes) error {
	if b.opts.Inspect || b.opts.LoadOnly {
		return nil
	}
	if err := rt.iso.Do(ctx, func(*jsapi.Realm) error { return rt.js.SetRouter(late) }); err != nil {
		return err
	}
	b.bootstraps.Store(true)
	slow := time.AfterFunc(c.set.BootstrapTimeout, func() {
		b.log.Warn(fmt.Sprintf("config/bootstrap.js has not finished after %v: does it call its callback?", c.set.BootstrapTimeout))
	})
	defer slow.Stop()
	_, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { rt.js.Bootstrap(op) }).Wait()
	if err != nil {
		return err
	}
	if err := late.hooks.lift(ctx, rt); err != nil {
		return err
	}
	b.warn(late.finish()...)
	return nil
}
