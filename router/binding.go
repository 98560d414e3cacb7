package router

import (
	"iter"

	"framework/engine/value"
)

// Family is the origin of a binding.
type Family string

// The families in the order in which a classic project binds them.
const (
	Before   Family = "before"   // hooks' routes.before
	Explicit Family = "explicit" // config/routes.js
	Action   Family = "action"   // shadow route of a controller's function
	Index    Family = "index"    // shadow route of a controller's index
	Shortcut Family = "shortcut" // shadow shortcut of a blueprint
	REST     Family = "rest"     // shadow RESTful route of a blueprint
	After    Family = "after"    // hooks' routes.after
)

// Binding ties one address to one handler.
type Binding struct {
	Address Address
	Handler Handler
	// Options are defaults of req.options for this binding; never changed
	// after the table is built.
	Options *value.Map
	Family  Family
	// Target describes the handler: "pet.find", "{response: notFound}".
	Target string
	// Script lists the reasons why the binding needs JavaScript ("custom action",
	// "policy isLoggedIn", "lifecycle callback beforeCreate"); it is empty if it
	// runs in Go only.
	Script []string
	// Source is the project file, with line if known, that declares the binding.
	Source string
	// Guard describes the policies of an action; nil for everything else: views,
	// redirects, responses, policies.
	Guard *Guard
	// Default is the name of the default action in lower case, or empty.
	Default string
	// Ends says that the binding answers or fails, and never passes on to the
	// next.
	Ends bool
	// SkipAssets makes the binding ignore paths that look like files.
	SkipAssets bool
	// MatchOnTimeout makes the binding match if its expression takes too long, so that a
	// policy cannot be bypassed by a path that is slow to match.
	MatchOnTimeout bool
	// Skip are expressions; the binding ignores URLs that match one of them.
	Skip []*Expression
}

// Table is an immutable ordered set of bindings.
type Table interface {
	// Lookup yields the bindings that match, in declaration order. The path
	// is the undecoded one of the request.
	Lookup(method, path string) iter.Seq2[*Binding, Params]
	// Methods returns the verbs that any binding accepts at path, in no
	// particular order.
	Methods(path string) []string
	// Bindings returns all bindings in order.
	Bindings() []*Binding
}
