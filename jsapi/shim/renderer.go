package shim

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// scriptValue is a JavaScript value that Go passes on to a view or a custom
// response. It may be read on the loop only.
type scriptValue struct{ value goja.Value }

// pages renders the views of Go responses in the realm.
type pages struct {
	shim *Shim
	iso  *jsapi.Isolate
}

// Pages returns a renderer of views for responses of Go. It renders on the loop of
// iso, and is safe for concurrent use.
func (s *Shim) Pages(iso *jsapi.Isolate) response.ViewRenderer {
	return &pages{shim: s, iso: iso}
}

// Exists implements response.ViewRenderer.
func (p *pages) Exists(name string) bool {
	return p.shim.opts.Views != nil && p.shim.opts.Views.Exists(name)
}

// Render implements response.ViewRenderer.
func (p *pages) Render(x *router.Exchange, name string, locals any) ([]byte, error) {
	if p.shim.opts.Views == nil {
		return nil, errors.New("this project has no views")
	}
	uses := p.shim.viewUsage(name)
	session := uses.preload(x)
	op := p.iso.Begin(x.Context(), func(_ *jsapi.Realm, op *jsapi.Op) {
		s := p.shim
		e := s.prepare(x)
		e.session.begin(uses, session)
		e.page(name, s.localsToJS(locals), func(html string, err error) {
			if err != nil {
				op.Settle(nil, s.viewError(err))
				return
			}
			// A CSRF token in the page is valid only if its session is stored.
			op.Settle([]byte(html), e.session.store())
		})
	})
	html, err := op.Wait()
	if err != nil {
		return nil, err
	}
	page, _ := html.([]byte)
	return page, nil
}

// viewUsage returns the usage of a view that Go answers with.
func (s *Shim) viewUsage(name string) *usage {
	u, _ := s.views.LoadOrStore(name, new(usage))
	return u.(*usage)
}

// localsToJS makes the locals of a view from those of a Go response.
func (s *Shim) localsToJS(locals any) goja.Value {
	o := s.rt.NewObject()
	switch locals := locals.(type) {
	case *scriptValue:
		if !goja.IsUndefined(locals.value) {
			_ = o.Set("data", locals.value) // does not fail on a new object
		}
	case *value.Map:
		for k, v := range locals.All() {
			_ = o.Set(k, s.dataToJS(v))
		}
	}
	return o
}

// viewError marks an error of a view, which is never shown as a page, because that
// page might fail in the same way.
func (s *Shim) viewError(err error) error {
	err = s.exception(err)
	var p response.Payload
	var t *exception
	if errors.As(err, &t) {
		p, err = *t.payload, t.err
	} else {
		p = *s.opts.Responses.Payload(err)
	}
	p.FromView = true
	return &exception{err: err, payload: &p}
}
