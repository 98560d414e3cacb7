package orm

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"framework/engine/problem"
)

// Options configure Open.
type Options struct {
	// Datastores are the open stores by name.
	Datastores map[string]Adapter
	// Rules are the rules of a release; nil means Classic(Switches{}).
	Rules Rules
	// Undefined leaves the datastores' tables as they are: the models can be
	// looked at and their migrations planned, but not used before ORM.Define.
	Undefined bool
	// Meter is called after each query; nil for nobody.
	Meter Meter
}

// ORM is the set of models of one project, linked to each other and bound to
// their datastores.
type ORM struct {
	models   map[string]*Model
	order    []*Model
	stores   map[string]Adapter
	rules    Rules
	switches Switches // those of rules
	warnings []problem.Problem
	meter    Meter
}

// Warnings are problems of the definitions that do not prevent their use.
func (o *ORM) Warnings() []problem.Problem { return o.warnings }

// Model returns the model with that identity, nil when there is none.
func (o *ORM) Model(identity string) *Model { return o.models[identity] }

// Models returns all models, generated join models included, in a stable order.
func (o *ORM) Models() []*Model { return o.order }

// Define makes the datastores ready for the models, as each one's migration
// says.
func (o *ORM) Define(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(o.stores)) {
		models := o.in(name)
		if len(models) == 0 {
			continue
		}
		if err := o.stores[name].Define(ctx, models); err != nil {
			return fmt.Errorf("datastore %s: %w", name, err)
		}
	}
	return nil
}

// Forget notifies the datastores that nothing uses the models any more.
func (o *ORM) Forget() {
	for name, store := range o.stores {
		if f, ok := store.(Forgetter); ok {
			f.Forget(o.in(name))
		}
	}
}

// in lists the models of a datastore.
func (o *ORM) in(datastore string) []*Model {
	var models []*Model
	for _, m := range o.order {
		if m.Datastore == datastore {
			models = append(models, m)
		}
	}
	return models
}
