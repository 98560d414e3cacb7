package shim

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// seen is a JavaScript value that travels through Go to a view or a response
// of the project; only the loop looks into it.
type seen struct{ value goja.Value }

// pages renders the views of Go responses in the realm.
type pages struct {
	shim *Shim
	iso  *jsapi.Isolate
}

// Pages is how Go answers with views: it renders them as turns of iso. Its
// Exists and Render are safe for concurrent use.
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
	session := uses.before(x)
	op := p.iso.Begin(x.Context(), func(r *jsapi.Realm, op *jsapi.Op) {
		s := p.shim
		e := s.enter(x)
		e.begin(uses, session)
		all, err := s.viewLocals(e, s.localsToJS(locals))
		if err != nil {
			op.Settle(nil, s.viewError(err))
			return
		}
		s.opts.Views.RenderJS(r, name, all, func(html string, err error) {
			if err != nil {
				op.Settle(nil, s.viewError(err))
				return
			}
			// The token in a page is good only with the session that it was made of.
			op.Settle([]byte(html), e.storeSession())
		})
	})
	html, err := op.Wait()
	if err != nil {
		return nil, err
	}
	page, _ := html.([]byte)
	return page, nil
}

// viewUsage is what is known about a view that Go answers with.
func (s *Shim) viewUsage(name string) *usage {
	u, _ := s.views.LoadOrStore(name, new(usage))
	return u.(*usage)
}

// localsToJS makes the locals of a view from those of a Go response.
func (s *Shim) localsToJS(locals any) goja.Value {
	o := s.rt.NewObject()
	switch locals := locals.(type) {
	case *seen:
		if !goja.IsUndefined(locals.value) {
			_ = o.Set("data", locals.value) // a fresh object takes it
		}
	case *value.Map:
		for k, v := range locals.All() {
			_ = o.Set(k, s.dataToJS(v))
		}
	}
	return o
}

// viewError marks an error as one that is never shown as a page, for the page
// might fail the same way.
func (s *Shim) viewError(err error) error {
	err = s.thrown(err)
	var p response.Payload
	var t *thrown
	if errors.As(err, &t) {
		p, err = *t.payload, t.err
	} else {
		p = *s.opts.Responses.Payload(err)
	}
	p.FromView = true
	return &thrown{err: err, payload: &p}
}
