package warnings

import (
	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/policy"
	"framework/engine/value"
)

// Project is what is looked at. It is not changed.
type Project struct {
	Rules       Rules
	Config      *config.Config
	ORM         *orm.ORM
	Policies    *policy.Set
	Controllers []Controller
	// Blueprints are the names of those below api/blueprints, ServerActions the
	// identities of actions of the server's own (1.x); lower case.
	Blueprints, ServerActions []string
}

// Controller is one of the project.
type Controller struct {
	File     string // as people write it
	Identity string
	Actions  []string
	Config   *value.Map // its member _config; nil for none
}

func (p *Project) controller(identity string) *Controller {
	for i := range p.Controllers {
		if p.Controllers[i].Identity == identity {
			return &p.Controllers[i]
		}
	}
	return nil
}
