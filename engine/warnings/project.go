package warnings

import (
	"framework/blueprints"
	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/policy"
)

// Project is what is looked at. It is not changed.
type Project struct {
	Rules       Rules
	Config      *config.Config
	ORM         *orm.ORM
	Policies    *policy.Set
	Controllers []blueprints.Pair
	// Blueprints are the names of those below api/blueprints, ServerActions the
	// identities of actions of the server's own (1.x); lower case.
	Blueprints, ServerActions []string
}

func (p *Project) controller(identity string) *blueprints.Pair {
	for i := range p.Controllers {
		if p.Controllers[i].Controller == identity {
			return &p.Controllers[i]
		}
	}
	return nil
}
