package sessionstore_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/session"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/sessionstore"
)

// held is a store whose next call of one kind waits until it is released.
const held = `({
  all: {}, hold: '', release: null,
  later(name, then) {
    if (this.hold !== name) { return then(); }
    this.hold = '';
    this.release = then;
    reached();
  },
  get(id, done) { const text = this.all[id]; this.later('get', () => done(null, text && JSON.parse(text))); },
  set(id, data, done) { this.later('set', () => { this.all[id] = JSON.stringify(data); done(); }); },
  touch(id, data, done) { this.later('touch', () => { this.all[id] = JSON.stringify(data); done(); }); },
  destroy(id, done) { delete this.all[id]; done(); }
})`

// TestDestroyedWhileTheStoreIsBusy destroys a session at every point of what
// another request does with it: it does not come back.
func TestDestroyedWhileTheStoreIsBusy(t *testing.T) {
	record := session.Record{Data: value.Of("user", "ann")}
	update := func(ctx context.Context, s *sessionstore.Store) (any, error) {
		return s.Update(ctx, "id", record, time.Hour)
	}
	touch := func(ctx context.Context, s *sessionstore.Store) (any, error) {
		return nil, s.Touch(ctx, "id", time.Hour)
	}
	get := func(ctx context.Context, s *sessionstore.Store) (any, error) {
		r, err := s.Get(ctx, "id")
		if errors.Is(err, session.ErrDestroyed) {
			return r == nil, nil
		}
		return false, err
	}
	for _, c := range []struct {
		name, hold, without string
		run                 func(ctx context.Context, s *sessionstore.Store) (any, error)
		want                any
	}{
		{"update reads", "get", "", update, false},
		{"update writes", "set", "", update, false},
		{"touch reads", "get", "", touch, nil},
		{"touch writes", "touch", "", touch, nil},
		{"touch of a store that cannot", "set", "touch", touch, nil},
		{"get", "get", "", get, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := t.Context()
			iso, err := jsapi.New(jsapi.Options{Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := iso.Close(context.Background()); err != nil {
					t.Error(err)
				}
			})
			reached := make(chan struct{}, 1)
			var object *goja.Object
			var store *sessionstore.Store
			on := func(do func(r *jsapi.Realm) (any, error)) any {
				t.Helper()
				v, err := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) { op.Settle(do(r)) }).Wait()
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			on(func(r *jsapi.Realm) (any, error) {
				if err := r.Runtime().Set("reached", func() { reached <- struct{}{} }); err != nil {
					return nil, err
				}
				v, err := r.Runtime().RunString(held)
				if err != nil {
					return nil, err
				}
				object = v.ToObject(r.Runtime())
				if c.without != "" {
					if err := object.Set(c.without, goja.Undefined()); err != nil {
						return nil, err
					}
				}
				require, err := r.Runtime().RunString("(function () { return function () {}; })")
				if err != nil {
					return nil, err
				}
				store, err = sessionstore.New(r, iso, require, object)
				return nil, err
			})
			if err := store.Set(ctx, "id", record, time.Hour); err != nil {
				t.Fatal(err)
			}
			on(func(*jsapi.Realm) (any, error) { return nil, object.Set("hold", c.hold) })
			type outcome struct {
				v   any
				err error
			}
			ended := make(chan outcome, 1)
			go func() {
				v, err := c.run(ctx, store)
				ended <- outcome{v, err}
			}()
			<-reached
			if err := store.Destroy(ctx, "id"); err != nil {
				t.Fatal(err)
			}
			on(func(*jsapi.Realm) (any, error) {
				release, _ := goja.AssertFunction(object.Get("release"))
				_, err := release(object)
				return nil, err
			})
			if got := <-ended; got.v != c.want || got.err != nil {
				t.Errorf("got %v, %v", got.v, got.err)
			}
			if left := on(func(r *jsapi.Realm) (any, error) {
				return int64(len(object.Get("all").ToObject(r.Runtime()).Keys())), nil
			}); left != int64(0) {
				t.Error("the session is back in the store")
			}
			if found, err := store.Update(ctx, "id", record, time.Hour); found || err != nil {
				t.Errorf("a later update: %v, %v", found, err)
			}
		})
	}
}
