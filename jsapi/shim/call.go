package shim

import (
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// CallWithRequest calls fn(req) for an exchange that Go handles, and returns the
// result as a value of package value. The function must not answer, and has to
// return at once. Changes of req are copied to the exchange.
func (s *Shim) CallWithRequest(iso *jsapi.Isolate, x *router.Exchange, fn goja.Callable) (any, error) {
	var out any
	err := iso.Do(x.Context(), func(r *jsapi.Realm) error {
		e := s.prepare(x)
		v, err := fn(goja.Undefined(), e.req)
		if err != nil {
			return s.exception(r.Wrap(err))
		}
		if out, err = r.FromJS(v); err != nil {
			return err
		}
		return e.copyBack()
	})
	return out, err
}

// SyncExchange returns the exchange of a req, with the changes that JavaScript has
// made to it so far. Call it on the loop.
func (s *Shim) SyncExchange(req goja.Value) (*router.Exchange, error) {
	x, ok := s.Exchange(req)
	if !ok {
		return nil, errors.New("expected the req of an action")
	}
	e, ok := x.Script.(*exchange)
	if !ok {
		return x, nil
	}
	return x, e.copyBack()
}

// Forward lets h answer the exchange of req instead of the running function. Call
// it on the loop. It fails if the exchange is answered.
func (s *Shim) Forward(req goja.Value, h router.Handler) error {
	x, err := s.SyncExchange(req)
	if err != nil {
		return err
	}
	e, ok := x.Script.(*exchange)
	if !ok || !e.serving() || e.response.sent {
		return router.ErrCommitted
	}
	t := e.invocation
	e.invocation = nil
	t.settle(responseFunc(func() (router.Verdict, error) { return h.Serve(x) }), nil)
	return nil
}
