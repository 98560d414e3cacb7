package warnings

import (
	"framework/blueprints"
	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/policy"
)

// Project is what is looked at. It is not changed.
type Project struct {
	// Scripts is where messages find the lines of keys, and what scripts read; may be nil.
	Scripts     *Scripts
	Rules       Rules
	Config      *config.Config
	ORM         *orm.ORM
	Policies    *policy.Set
	Controllers []blueprints.Pair
	// Blueprints are the names of those below api/blueprints; lower case.
	Blueprints []string
	// Actions lists the identities of all actions of the project and its models,
	// ServerActions are those of the server's own (1.x); lower case.
	Actions       func() []string
	ServerActions []string
}

func (p *Project) controller(identity string) *blueprints.Pair {
	for i := range p.Controllers {
		if p.Controllers[i].Controller == identity {
			return &p.Controllers[i]
		}
	}
	return nil
}
