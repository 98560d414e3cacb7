package snapshot

import (
	"context"

	"framework/jsapi"
	"framework/jsapi/console"
)

// Shown is what a person sees of what an input of the console came to.
type Shown = console.Shown

// ErrIncomplete says that an input may be finished on its next line.
var ErrIncomplete = console.ErrIncomplete

type consoleKey struct{}

// Evaluate runs text, as a person types it, in the current version of the
// project: its globals are there, require and the app object. Promises and queries are waited
// for. What is declared stays until the project is loaded again. The error is
// ErrIncomplete, that of ctx, or says what is wrong with the text; what the
// project throws is Shown.
func (h *Host) Evaluate(ctx context.Context, text string, colours bool) (Shown, error) {
	in, err := console.Read(text)
	if err != nil {
		return Shown{}, err
	}
	s, release, err := h.acquireFirst()
	if err != nil {
		return Shown{}, err
	}
	defer release()
	out, err := s.isolate.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		c, err := s.console(r)
		if err != nil {
			op.Settle(nil, err)
			return
		}
		c.Run(op, in, colours)
	}).Wait()
	if err != nil {
		return Shown{}, err
	}
	return out.(Shown), nil //nolint:errcheck,forcetypeassert // it is what Run settles with
}

// Complete lists what the name prefix may go on to, which is a member of the
// last of the names in of, or a global.
func (h *Host) Complete(ctx context.Context, of []string, prefix string) (names []string, err error) {
	s, release, err := h.acquireFirst()
	if err != nil {
		return nil, err
	}
	defer release()
	err = s.isolate.Do(ctx, func(r *jsapi.Realm) error {
		c, err := s.console(r)
		if err == nil {
			names, err = c.Complete(of, prefix)
		}
		return err
	})
	return names, err
}

// console is that of the version, made when it is first used.
func (s *Snapshot) console(r *jsapi.Realm) (*console.Console, error) {
	if c, ok := r.Slot(consoleKey{}).(*console.Console); ok {
		return c, nil
	}
	c, err := console.New(r, s.js.Require(), map[string]jsapi.Value{"framework": s.js.Object(), "sails": s.js.Object()})
	if err == nil {
		r.SetSlot(consoleKey{}, c)
	}
	return c, err
}
