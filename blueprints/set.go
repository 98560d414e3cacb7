package blueprints

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// Options configure the default actions of a project.
type Options struct {
	ORM       *orm.ORM
	Responses Responses
	// Publisher may be nil: nothing is published.
	Publisher Publisher
	// Access runs the policies of the models that a request reaches through
	// associations; nil if none are run.
	Access Access
	// Why says why events of a model enter JavaScript; nil where none does.
	Why func(m *orm.Model) []string
	// AutoWatch are the settings autoWatch of models, by identity; with false,
	// requests do not subscribe their sockets to new records.
	AutoWatch map[string]bool
	Settings  Settings
	Switches  Switches
	Log       *slog.Logger
	// Indent is the indentation of JSON answers.
	Indent string
	// FastOK says that nothing looks at the records of an answer, so that they
	// may go to the client as the database wrote them.
	FastOK bool
	// Encoded makes a response's data of JSON text.
	Encoded func(body []byte) any
	// Parser is the project's parseBlueprintOptions (1.x), opaque here; nil for
	// none. Parse calls it, or the one of a route, for the plan of an action.
	Parser any
	Parse  func(x *router.Exchange, parser any) (*value.Map, error)
	// Scripts take the place of default actions; nil for none.
	Scripts Scripts
	// Production leaves advice to developers out of errors (1.x).
	Production bool
	// Admit, if set, is called before anything is done for a request that may
	// need JavaScript. It returns an error if the request is refused because
	// too many wait.
	Admit func(ctx context.Context) error
	// ToJSON writes a record, or orm.Records, whose model overrides toJSON.
	ToJSON func(ctx context.Context, dst []byte, v any, prefix, indent string) ([]byte, error)
}

// Set holds the default actions. Safe for concurrent use.
type Set struct {
	opts    Options
	release Rules
	actions map[string]*action // by their names in lower case

	script sync.Map // of *orm.Model, whether it is scripted
}

// ActionNames are the default actions of the classic releases as the
// documentation writes them.
func ActionNames() []string {
	return []string{"find", "findOne", "create", "update", "destroy", "populate", "add", "remove"}
}

// ModernActionNames are those of 1.x.
func ModernActionNames() []string { return append(ActionNames(), "replace") }

// New returns the default actions of a project.
func New(opts Options) *Set {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Set{opts: opts, release: opts.Switches.release()}
	s.actions = s.release.actions(s)
	return s
}

// Handler is the default action of that name, in any case, for one binding; nil for
// none. What it is about, and its settings, are in the options of the binding.
func (s *Set) Handler(name string) router.Handler {
	a := s.actions[strings.ToLower(name)]
	if a == nil {
		return nil
	}
	return &handler{set: s, action: a}
}

// Script says why the default actions of a model enter JavaScript.
func (s *Set) Script(m *orm.Model) []string {
	why := m.Script()
	if s.opts.Access != nil {
		for _, a := range m.Associations {
			if target := s.opts.ORM.Model(a.Target); slices.ContainsFunc([]string{"find", "findone", "create", "update"}, func(action string) bool { return s.opts.Access.Guarded(target, action) }) {
				why = append(why, "policies of "+a.Target)
			}
		}
	}
	if s.opts.Why == nil {
		return why
	}
	return append(why, s.opts.Why(m)...)
}

// scripted reports whether the default actions of a model may enter JavaScript.
func (s *Set) scripted(m *orm.Model) bool {
	if known, ok := s.script.Load(m); ok {
		return known.(bool)
	}
	known := len(s.Script(m)) > 0 || slices.ContainsFunc(m.Associations, func(a *orm.Association) bool {
		t := s.opts.ORM.Model(a.Target)
		return t != nil && len(s.Script(t)) > 0
	})
	s.script.Store(m, known)
	return known
}

// request is what the plan of an action is made of: the parameters, and what the
// options of the route say of them.
type request struct {
	set    *Set
	x      *router.Exchange
	target *target
	model  *orm.Model
	params *value.Map // computed on first access
	deep   bool       // the request populates more than one level of associations
	// planShown says that the project sees the plan that is being made.
	planShown bool
}

// call is one default action at work.
type call struct {
	request
	access
	events
	ctx  context.Context // of the transaction, while one is open
	plan *plan
	made plan // what plan points to
}

func (s *Set) newCall(x *router.Exchange) *call {
	c := &call{request: request{set: s, x: x}, ctx: x.Context()}
	c.access.req, c.events.req, c.events.access = &c.request, &c.request, &c.access
	return c
}

// admit refuses the request if it may need JavaScript and too many wait for
// that.
func (c *call) admit() error {
	if c.set.opts.Admit == nil || c.set.opts.FastOK && !c.set.scripted(c.model) {
		return nil
	}
	return c.set.opts.Admit(c.ctx)
}

func (s *Set) notFound() router.Handler {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return s.opts.Responses.Respond(x, "notFound", value.Undefined{})
	})
}

func (c *call) respond(name string, data any) (router.Verdict, error) {
	return c.set.opts.Responses.Respond(c.x, name, data)
}

// ok answers with a record or with orm.Records.
func (c *call) ok(name string, data any) (router.Verdict, error) {
	if c.overridesJSON() && c.set.opts.ToJSON != nil {
		body, err := c.set.opts.ToJSON(c.ctx, nil, data, "", c.set.opts.Indent)
		if err != nil {
			return router.Answered, err
		}
		data = c.set.opts.Encoded(body)
	}
	return c.respond(name, data)
}

// overridesJSON reports whether a record of the answer may have a toJSON of its
// own.
func (c *call) overridesJSON() bool {
	if c.deep {
		return slices.ContainsFunc(c.set.opts.ORM.Models(), func(m *orm.Model) bool { return m.Definition != nil && m.Definition.ToJSON })
	}
	if c.model.Definition != nil && c.model.Definition.ToJSON {
		return true
	}
	for _, a := range c.model.Associations {
		if t := c.set.opts.ORM.Model(a.Target); t != nil && t.Definition != nil && t.Definition.ToJSON {
			return true
		}
	}
	return false
}
