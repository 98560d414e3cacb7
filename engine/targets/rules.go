package targets

import (
	"net/http"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
)

// Switches are the behaviour of actions and policies in one release of Sails;
// engine/profile sets them.
type Switches struct {
	// DenyPlainly answers for the policy false with the bare status (0.10, 0.11)
	// instead of the project's forbidden response.
	DenyPlainly bool
	// PolicyPaths: config/policies.js names actions by their paths (1.x).
	PolicyPaths bool
	// PoliciesExport: each file of api/policies exports a function (1.x). Otherwise
	// one that does not is no policy.
	PoliciesExport bool
	// ActionsEnd: an action of the project cannot pass a request on (1.x).
	ActionsEnd bool
	// GrantAction: the action that grants CSRF tokens has a shadow route if the
	// actions of the project have one (1.x).
	GrantAction bool
	// Rules are the differences that are more than a value; nil stands for Classic().
	Rules Rules
}

// Rules are the requests for default actions in one release of Sails. Classic and
// Modern make them; they are chosen once, in Switches.
type Rules interface {
	// update is the method of a request that changes a record.
	update() string
	// options are those of a request for an action of a model that has no route.
	options(actions *blueprints.Set, m *orm.Model, controller, action string) *value.Map
}

func (s Switches) rules() Rules {
	if s.Rules == nil {
		return Classic()
	}
	return s.Rules
}

// Classic are the rules of 0.10 to 0.12: an action belongs to a controller.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) update() string { return http.MethodPut }

func (classic) options(actions *blueprints.Set, m *orm.Model, controller, action string) *value.Map {
	return actions.ControllerOptions(controller, action, m)
}

// Modern are the rules of 1.x: an action has an identity.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) update() string { return http.MethodPatch }

func (modern) options(actions *blueprints.Set, m *orm.Model, _, action string) *value.Map {
	out := actions.TargetOptions(m, value.New(0))
	out.Set("action", joinIdentity(m.Identity, action))
	return out
}
