package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// entry is what app.js, with which Node starts a project, came to: what stage Enter
// makes. It is empty for a project without that file.
type entry struct {
	settings *value.Map // with which it called sails.lift
	environ  []string   // the environment that it left; nil means that of the process
	lifted   func()     // calls back
}

// entryFile is that of every generated project.
const entryFile = "app.js"

// enter runs app.js until it calls sails.lift. A project whose app.js fails, or does not
// call it, is served as sails lift serves it, which does not run the file.
func enter(ctx context.Context, b *build, src source, rt realm, call *liftCall) error {
	b.entry.lifted = call.end
	file := filepath.Join(src.tree.Root, entryFile)
	if text, err := os.ReadFile(file); err != nil || !app.Lifts(text) {
		return nil //nolint:nilerr // there is none
	}
	b.step("waits for app.js to call sails.lift")
	op := rt.iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		call.open(r, op)
		if err := rt.js.Start(file); err != nil {
			op.Settle(nil, err)
		}
	})
	limit := time.AfterFunc(src.profile.HookTimeout, func() {
		op.Settle(nil, fmt.Errorf("app.js did not call sails.lift within %v", src.profile.HookTimeout))
	})
	settings, err := op.Wait()
	limit.Stop()
	call.close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, jsapi.ErrClosed):
		return err
	case err != nil:
		b.warn(problem.In("app.js", "it is left out, as sails lift leaves it out: %v", err))
	default:
		b.entry.settings, _ = settings.(*value.Map)
	}
	return rt.iso.Do(ctx, func(*jsapi.Realm) error {
		b.entry.environ = rt.js.Environ()
		return nil
	})
}

// processSettings are the settings that no file of the project holds, merged.
func (b *build) processSettings(src source) (*value.Map, error) {
	layers, err := b.started().Layers(src.tree.Root, src.profile.Config)
	if err != nil {
		return nil, err
	}
	return config.Merge(layers, src.profile.Config).Values, nil
}

// liftCall is the call of sails.lift in app.js, which lasts until the project is lifted.
// Other calls return at once.
type liftCall struct {
	mutex  sync.Mutex
	op     *jsapi.Op       // settled by the call; nil where none is expected
	closed context.Context // ends with the realm
	over   chan struct{}
	ended  sync.Once
}

func newLiftCall() *liftCall { return &liftCall{over: make(chan struct{})} }

// open expects the call, close does not any more.
func (c *liftCall) open(r *jsapi.Realm, op *jsapi.Op) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.op, c.closed = op, r.Lifetime()
}

func (c *liftCall) close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.op = nil
}

// lift is a liftFunc.
func (c *liftCall) lift(_ context.Context, settings *value.Map, _ bool) error {
	c.mutex.Lock()
	op, closed := c.op, c.closed
	c.mutex.Unlock()
	if op == nil || !op.Settle(settings, nil) {
		return nil
	}
	select {
	case <-c.over:
		return nil
	case <-closed.Done():
		return jsapi.ErrClosed
	}
}

// end lets the call return.
func (c *liftCall) end() { c.ended.Do(func() { close(c.over) }) }
