package shim

import (
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// Ask calls fn(req) for an exchange that is Go's and returns what it returns,
// as a value of package value. The function answers nothing: it has to return
// at once. What it changes of req is there afterwards.
func (s *Shim) Ask(iso *jsapi.Isolate, x *router.Exchange, fn goja.Callable) (any, error) {
	var out any
	err := iso.Do(x.Context(), func(r *jsapi.Realm) error {
		e := s.enter(x)
		v, err := fn(goja.Undefined(), e.req)
		if err != nil {
			return s.thrown(r.Wrap(err))
		}
		if out, err = r.FromJS(v); err != nil {
			return err
		}
		return e.leave()
	})
	return out, err
}

// Settle finds the exchange of a req, as it is for JavaScript at this moment.
// Call it on the loop.
func (s *Shim) Settle(req goja.Value) (*router.Exchange, error) {
	x, ok := s.Exchange(req)
	if !ok {
		return nil, errors.New("expected the req of an action")
	}
	e, ok := x.Script.(*exchange)
	if !ok {
		return x, nil
	}
	return x, e.leave()
}

// HandOver has h answer the exchange that req stands for, in the place of the
// function that has it now; call it on the loop. It fails where the exchange is
// answered.
func (s *Shim) HandOver(req goja.Value, h router.Handler) error {
	x, err := s.Settle(req)
	if err != nil {
		return err
	}
	e, ok := x.Script.(*exchange)
	if !ok || e.turn == nil || e.turn.done || e.sent {
		return router.ErrCommitted
	}
	t := e.turn
	e.turn = nil
	t.settle(delivery(func() (router.Verdict, error) { return h.Serve(x) }), nil)
	return nil
}
