package window

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"framework/engine/orm"
	"framework/router"
)

// model is a model as the page shows it.
type model struct {
	Identity   string      `json:"identity"`
	Name       string      `json:"name"`
	Table      string      `json:"table"`
	Datastore  string      `json:"datastore"`
	Key        string      `json:"key"`
	Attributes []attribute `json:"attributes"`
	// Routes are those of the default actions, by the names of these in lower case.
	Routes map[string]actionRoute `json:"routes"`
}

type attribute struct {
	Name       string `json:"name"`
	Type       string `json:"type,omitempty"`
	Model      string `json:"model,omitempty"`
	Collection string `json:"collection,omitempty"`
	Via        string `json:"via,omitempty"`
	Through    string `json:"through,omitempty"`
	Key        bool   `json:"key,omitempty"`
	Unique     bool   `json:"unique,omitempty"`
	Required   bool   `json:"required,omitempty"`
	// Automatic: the server gives it its value.
	Automatic bool `json:"automatic,omitempty"`
	Hidden    bool `json:"hidden,omitempty"` // in no answer
	// Route is that of the records at the other end, nil for none.
	Route *actionRoute `json:"route,omitempty"`
}

// actionRoute is the route of a default action.
type actionRoute struct {
	Verb     string   `json:"verb"`
	Path     string   `json:"path"`
	Policies []string `json:"policies"`
	family   router.Family
}

// serveModels answers with all models but those that are made for associations.
func (h *Handler) serveModels(p *Project, w http.ResponseWriter, _ *http.Request) error {
	routes, populates := actionRoutes(p)
	out := []model{}
	for _, m := range p.ORM.Models() {
		if m.Junction {
			continue
		}
		of := model{
			Identity: m.Identity, Name: m.GlobalID, Table: m.Table, Datastore: m.Datastore, Key: m.PrimaryKey,
			Attributes: []attribute{}, Routes: routes[m.Identity],
		}
		for _, a := range m.Attributes {
			of.Attributes = append(of.Attributes, attribute{
				Route: populates[m.Identity+"."+a.Name],
				Name:  a.Name, Type: a.Type, Model: a.Model, Collection: a.Collection, Via: a.Via, Through: a.Through, Key: a.PrimaryKey || a.Name == m.PrimaryKey,
				Unique: a.Unique, Required: required(a), Automatic: a.AutoIncrement || a.AutoCreatedAt || a.AutoUpdatedAt || a.Clock, Hidden: a.Protected,
			})
		}
		out = append(out, of)
	}
	return writeJSON(w, out)
}

// required reports whether a record has to have the attribute.
func required(a *orm.Attribute) bool {
	if a.Required {
		return true
	}
	for _, rule := range a.Rules {
		if on, ok := rule.Arg.(bool); rule.Name == "required" && (!ok || on) {
			return true
		}
	}
	return false
}

// actionRoutes are the routes of the default actions of each model. Those of the project
// come first, then RESTful ones. populates are those of the records of an association, by
// the identity of the model and the name of the attribute.
func actionRoutes(p *Project) (out map[string]map[string]actionRoute, populates map[string]*actionRoute) {
	out, populates = map[string]map[string]actionRoute{}, map[string]*actionRoute{}
	for _, b := range p.Table.Bindings() {
		if b.Default == "" || b.Options == nil || b.Address.Regexp != "" {
			continue
		}
		identity, _ := b.Options.Value("model").(string)
		identity = strings.ToLower(identity)
		routes := out[identity]
		if routes == nil {
			routes = map[string]actionRoute{}
			out[identity] = routes
		}
		if known, ok := routes[b.Default]; ok && b.Default != "populate" && (known.family != router.Shortcut || b.Family != router.REST) {
			continue
		}
		of := actionRoute{Verb: b.Address.Verb, Path: b.Address.Path, Policies: []string{}, family: b.Family}
		if b.Guard != nil {
			of.Policies = list(b.Guard.Policies)
		}
		if _, rest, ok := strings.Cut(b.Address.Path, "/:parentid/"); ok && b.Default == "populate" {
			alias, _, _ := strings.Cut(rest, "/")
			populates[identity+"."+alias] = &of
		}
		routes[b.Default] = of
	}
	return out, populates
}

// Migration is what a datastore needs to fit the models.
type Migration struct {
	Datastore string
	Plan      *orm.Plan
}

type migrationStep struct {
	Datastore string `json:"datastore"`
	Model     string `json:"model"`
	Table     string `json:"table"`
	SQL       string `json:"sql"`
	Why       string `json:"why"`
	Loses     string `json:"loses,omitempty"`
	Optional  bool   `json:"optional,omitempty"`
}

// servePlan answers with what the databases need to fit the models. Nothing is changed.
func (h *Handler) servePlan(p *Project, w http.ResponseWriter, r *http.Request) error {
	all, err := p.Plan(r.Context())
	if err != nil {
		return err
	}
	out := []migrationStep{}
	for _, m := range all {
		for i := range m.Plan.Steps {
			s := &m.Plan.Steps[i]
			out = append(out, migrationStep{m.Datastore, s.Model, s.Table, s.SQL, s.Why, s.Loses, s.Optional})
		}
	}
	return writeJSON(w, out)
}

// column is a column of a table: what the model declares, and what the database has.
type column struct {
	Name      string `json:"name"`
	Attribute string `json:"attribute,omitempty"`
	Declared  string `json:"declared,omitempty"`
	Found     string `json:"found,omitempty"`
	Flags     string `json:"flags,omitempty"` // in the database
}

// serveSchema answers with the columns of a model beside those of its table.
func (h *Handler) serveSchema(p *Project, w http.ResponseWriter, r *http.Request) error {
	m := p.ORM.Model(strings.ToLower(r.URL.Query().Get("model")))
	if m == nil {
		return &badRequest{errors.New("there is no such model")}
	}
	columns, exists, err := compareSchema(r.Context(), m)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]any{"table": m.Table, "exists": exists, "columns": columns})
}

func compareSchema(ctx context.Context, m *orm.Model) (out []column, exists bool, err error) {
	found, err := m.Describe(ctx)
	if err != nil {
		return nil, false, err
	}
	byName := map[string]*orm.Column{}
	for i := range found {
		byName[found[i].Name] = &found[i]
	}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		c := column{Name: a.Column, Attribute: a.Name, Declared: a.Type}
		if a.Model != "" {
			c.Declared = "key of " + a.Model
		}
		if has := byName[a.Column]; has != nil {
			c.Found, c.Flags = has.Type, flags(has)
			if c.Found == "" {
				c.Found = "yes"
			}
			delete(byName, a.Column)
		}
		out = append(out, c)
	}
	for i := range found {
		if has := &found[i]; byName[has.Name] != nil {
			out = append(out, column{Name: has.Name, Found: has.Type, Flags: flags(has)})
		}
	}
	return out, len(found) > 0, nil
}

func flags(c *orm.Column) string {
	var out []string
	for _, f := range []struct {
		on   bool
		name string
	}{{c.PrimaryKey, "primary key"}, {c.AutoIncrement, "numbered"}, {c.Unique, "unique"}, {c.Indexed, "index"}} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, ", ")
}
