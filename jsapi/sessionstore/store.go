package sessionstore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/dop251/goja"

	"framework/engine/session"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

//go:embed store.js
var source string

var program = sync.OnceValue(func() *goja.Program { return goja.MustCompile("framework:store.js", source, true) })

// callTimeout bounds one call of a store, which may never call back.
const callTimeout = 10 * time.Second

// Store is a session.Store that calls an object of the project.
type Store struct {
	iso    *jsapi.Isolate
	object *goja.Object // on the loop only
	parts  *goja.Object
	gone   *session.Memory // ids of destroyed sessions, for a minute; the store itself may store these again
}

var _ session.Store = (*Store)(nil)

// Adapter is an adapter that makes a store, as the session hook of Sails uses
// it.
type Adapter struct {
	Function goja.Value // (express-session), which returns a class
	Config   goja.Value // the argument of the constructor
	// Construct is config.session.handleConstructingSessionStore, which makes
	// the store instead of the constructor; undefined for none.
	Construct goja.Value
}

// New makes a Store of an object of the project, which has to be a store; call
// it on the loop.
func New(r *jsapi.Realm, iso *jsapi.Isolate, require, object goja.Value) (*Store, error) {
	s := &Store{iso: iso, gone: session.NewMemory(0, nil)}
	if err := s.prepare(r, require); err != nil {
		return nil, err
	}
	return s, s.use(r, object)
}

// Make makes a Store with an adapter; call it on the loop.
func Make(r *jsapi.Realm, iso *jsapi.Isolate, require goja.Value, a Adapter) (*Store, error) {
	s := &Store{iso: iso, gone: session.NewMemory(0, nil)}
	if err := s.prepare(r, require); err != nil {
		return nil, err
	}
	object, err := s.part(r, "make", a.Function, a.Config, a.Construct)
	if err != nil {
		return nil, err
	}
	return s, s.use(r, object)
}

// prepare runs the script in the realm.
func (s *Store) prepare(r *jsapi.Realm, require goja.Value) error {
	load, ok := goja.AssertFunction(require)
	if !ok {
		return errors.New("a session store needs a require function")
	}
	emitter, err := load(goja.Undefined(), r.Runtime().ToValue("events"))
	if err != nil {
		return r.Wrap(err)
	}
	factory, err := r.Runtime().RunProgram(program())
	if err != nil {
		return r.Wrap(err)
	}
	start, ok := goja.AssertFunction(factory)
	if !ok {
		return errors.New("store.js gives no function")
	}
	gone := func(id string) bool {
		_, err := s.gone.Get(context.Background(), id)
		return err != nil
	}
	parts, err := start(goja.Undefined(), emitter, r.Runtime().ToValue(gone))
	if err != nil {
		return r.Wrap(err)
	}
	s.parts = parts.ToObject(r.Runtime())
	return nil
}

func (s *Store) use(r *jsapi.Realm, v goja.Value) error {
	known, err := s.part(r, "known", v)
	if err != nil {
		return err
	}
	if !known.ToBoolean() {
		return session.ErrUnfit
	}
	s.object = v.ToObject(r.Runtime())
	return nil
}

// part calls a function of the script.
func (s *Store) part(r *jsapi.Realm, name string, args ...goja.Value) (goja.Value, error) {
	fn, ok := goja.AssertFunction(s.parts.Get(name))
	if !ok {
		return nil, fmt.Errorf("store.js has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	if err != nil {
		return nil, r.Wrap(err)
	}
	return v, nil
}

// callStore calls a method of the store and waits for its callback.
func (s *Store) callStore(ctx context.Context, name, id string, values ...any) (any, error) {
	ctx, free := context.WithTimeoutCause(ctx, callTimeout, fmt.Errorf("the store did not call back in %s", callTimeout))
	defer free()
	v, err := s.iso.CallNodeback(ctx, func(r *jsapi.Realm, done goja.Value) error {
		args := []goja.Value{s.object, r.Runtime().ToValue(id)}
		for _, v := range values {
			args = append(args, r.ToJS(v))
		}
		_, err := s.part(r, name, append(args, done)...)
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) && context.Cause(ctx) != nil {
		err = context.Cause(ctx)
	}
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, jsapi.ErrOverloaded) {
		return v, err
	}
	return nil, &router.Error{
		Status: http.StatusServiceUnavailable, Code: "E_SESSION_STORE",
		Message: "The session store cannot be reached. Try again in a moment.",
		// As text: an error of the project's own JavaScript would be answered with 500.
		Err: fmt.Errorf("%s of the session store (config/session.js): %v", name, err), //nolint:errorlint
	}
}

// Get implements session.Store.
func (s *Store) Get(ctx context.Context, id string) (*session.Record, error) {
	if _, err := s.gone.Get(ctx, id); err != nil {
		return nil, err
	}
	v, err := s.callStore(ctx, "get", id)
	if err == nil {
		_, err = s.gone.Get(ctx, id) // it may have been destroyed while the store was read
	}
	all, ok := v.(*value.Map)
	if err != nil || !ok {
		return nil, err
	}
	return session.FromExpress(all), nil
}

// Set implements session.Store; the store itself decides how long it keeps the
// session.
func (s *Store) Set(ctx context.Context, id string, record session.Record, _ time.Duration) error {
	_, err := s.callStore(ctx, "set", id, record.Express(time.Now()))
	return err
}

// Update implements session.Store. Stores of express-session cannot write only
// if the session still exists, so it is read right before the write. What this
// Store destroys meanwhile stays destroyed; what another process destroys
// between the two may come back.
func (s *Store) Update(ctx context.Context, id string, record session.Record, _ time.Duration) (bool, error) {
	v, err := s.callStore(ctx, "update", id, record.Express(time.Now()))
	found, _ := v.(bool)
	return found, err
}

// Touch implements session.Store.
func (s *Store) Touch(ctx context.Context, id string, _ time.Duration) error {
	_, err := s.callStore(ctx, "touch", id)
	return err
}

// Destroy implements session.Store.
func (s *Store) Destroy(ctx context.Context, id string) error {
	_ = s.gone.Set(ctx, id, session.Record{Data: value.New(0)}, time.Minute) // memory does not fail
	_ = s.gone.Destroy(ctx, id)
	_, err := s.callStore(ctx, "destroy", id)
	return err
}
