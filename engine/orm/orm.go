package orm

// Options tell Open about everything around the models.
type Options struct {
	// Datastores are the open stores by name.
	Datastores map[string]Adapter
	Switches   Switches
}

// ORM is the set of models of one project, linked to each other and bound to
// their datastores.
type ORM struct {
	models   map[string]*Model
	order    []*Model
	switches Switches
}

// Model returns the model with that identity, nil when there is none.
func (o *ORM) Model(identity string) *Model { return o.models[identity] }

// Models returns all models, generated join models included, in a stable order.
func (o *ORM) Models() []*Model { return o.order }
