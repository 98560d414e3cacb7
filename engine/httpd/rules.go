package httpd

import (
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/router"
)

// Switches are the differences between the releases of Sails in how requests are
// answered; a profile fills them in.
type Switches struct {
	// DecodePaths refuses paths with broken escapes before any route sees them
	// (0.11 and later).
	DecodePaths bool
	// HideBodyErrors says in production only the status of a broken body (0.12);
	// EmptyBodyErrors says not even that (1.x).
	HideBodyErrors, EmptyBodyErrors bool
	// Order is that of config.http.middleware.order, where a project says nothing.
	Order []string
	// Caching is about the headers of assets.
	Caching Caching
	// ServerSections are the paths of the options of Node's servers, the last one wins.
	ServerSections []string
	// Rules are those of the release; nil stands for Classic().
	Rules Rules
}

func (s Switches) rules() Rules {
	if s.Rules == nil {
		return Classic()
	}
	return s.Rules
}

// Rules are what guards and middleware do in one release of Sails, where the
// difference is more than a value. Classic and Modern make them; they are chosen
// once, in Switches.
type Rules interface {
	// csrf reads how requests are protected; nil for not at all.
	csrf(r *guardReader) (*csrf.Protection, error)
	// cors reads which sites may read answers. own are the routes of the
	// server.
	cors(r *guardReader, own []*router.Binding) (*cors.Set, error)
	// order is that of the middleware, as a project or the release has it.
	order(order []string) []string
	// check refuses settings of config.http.
	check(m *middlewareReader, order []string) error
}
