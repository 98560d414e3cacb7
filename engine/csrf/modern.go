package csrf

import (
	"fmt"

	"framework/engine/value"
	"framework/router"
)

// modern are the rules of 1.x: protection is on or off for all routes, and
// inverted for some.
type modern struct {
	on bool
	// others are the routes whose option csrf differs from the general setting.
	others router.Table
	// strict answers requests without a session with a plain 403; otherwise the
	// error explains what to do.
	strict bool
}

// NewModern parses config.security.csrf of 1.x and the option csrf of bindings.
// It returns nil if no route is protected. In production, errors about routes
// without a session have no explanation.
func NewModern(setting any, bindings []*router.Binding, production bool, opts Options) (*Protection, error) {
	m := &modern{strict: production}
	switch v := setting.(type) {
	case nil, value.Undefined:
	case bool:
		m.on = v
	case *value.Map:
		for _, row := range settingTable() {
			if row.gone && v.Has(row.key) {
				return nil, fmt.Errorf("config.security.csrf.%s was removed in 1.0: set csrf: false in a route of config/routes.js, and give the action security/grant-csrf-token a route of its own", row.key)
			}
		}
		m.on = true
	default:
		return nil, fmt.Errorf("config.security.csrf: expected true or false, got %s", value.Append(nil, v))
	}
	var others []*router.Binding
	for _, b := range bindings {
		v, ok := b.Options.Get("csrf")
		if !ok {
			continue
		}
		on, isBool := v.(bool)
		if !isBool {
			return nil, fmt.Errorf("route %s: csrf: expected true or false, got %s", b.Address, value.Append(nil, v))
		}
		if on != m.on {
			others = append(others, &router.Binding{Address: b.Address, Options: value.New(0)})
		}
	}
	if !m.on && len(others) == 0 {
		return nil, nil
	}
	var err error
	if m.others, err = router.NewTable(others, router.TableOptions{}); err != nil {
		return nil, err
	}
	return &Protection{opts: opts, rules: m}, nil
}

// covers reports whether a request is protected.
func (m *modern) covers(x *router.Exchange) bool {
	for range m.others.Lookup(x.Request.Method, x.Request.Path) {
		return !m.on
	}
	return m.on
}

// grants is for every page: the token comes from an action, which has a route.
func (*modern) grants(*router.Exchange) bool { return true }

func (m *modern) decide(x *router.Exchange) (proceeds, refused bool, err error) {
	switch {
	case !m.covers(x):
		return true, false, nil
	case x.Session == nil:
		return false, true, m.withoutSession(x)
	}
	return false, false, nil
}

func (m *modern) withoutSession(x *router.Exchange) error {
	if m.strict {
		return nil
	}
	return fmt.Errorf("%s %s is protected against forged requests, but has no session: switch the session on for it, or write csrf: false behind its route", x.Request.Method, x.Request.Path)
}
