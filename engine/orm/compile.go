package orm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/engine/problem"
	"framework/engine/spelling"
)

// Open compiles the definitions, links their associations, makes the join
// models that many-to-many needs, and has every datastore define its tables.
// Its errors are *DefinitionError (joined, all of them at once) or come from
// an adapter.
func Open(ctx context.Context, defs []*Definition, opts Options) (*ORM, error) {
	rules := opts.Rules
	if rules == nil {
		rules = Classic(Switches{})
	}
	c := &compiler{
		orm:    &ORM{models: make(map[string]*Model, len(defs)), stores: opts.Datastores, rules: rules, switches: rules.values(), meter: opts.Meter},
		stores: opts.Datastores,
	}
	for _, d := range defs {
		c.model(d)
	}
	rules.declare(c)
	c.link()
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	if opts.Undefined {
		return c.orm, nil
	}
	if err := c.orm.Define(ctx); err != nil {
		return nil, err
	}
	return c.orm, nil
}

// compiler turns definitions into models.
type compiler struct {
	orm    *ORM
	stores map[string]Adapter
	errs   []error
	// references are the foreign keys and the models whose keys they hold.
	references map[*Attribute]*Model
}

func (c *compiler) fail(d *Definition, attr, hint, format string, args ...any) {
	c.errs = append(c.errs, &DefinitionError{
		Source: d.Source, Model: d.GlobalID, Attribute: attr,
		Reason: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// ownTables begins the names of the tables that the server makes for itself.
const ownTables = "_framework_"

// model compiles one definition, all but its associations.
func (c *compiler) model(d *Definition) {
	if d.Identity == "" {
		c.fail(d, "", "", "the model has no identity")
		return
	}
	if other := c.orm.models[d.Identity]; other != nil {
		c.fail(d, "", "rename one of the files", "the identity %q is taken by %s", d.Identity, other.Definition.Source)
		return
	}
	m := &Model{
		Identity: d.Identity, GlobalID: d.GlobalID, Table: d.Table, Datastore: d.Datastore,
		Definition: d, orm: c.orm,
	}
	if m.Table == "" {
		m.Table = d.Identity
	}
	if strings.HasPrefix(strings.ToLower(m.Table), ownTables) {
		c.fail(d, "", "call the table otherwise", "the table %q cannot be one of a model: the server keeps its own records in tables whose names begin with %q", m.Table, ownTables)
	}
	c.register(m)
	m.adapter = c.stores[d.Datastore]
	m.queries = queries(m.adapter, c.orm.meter)
	switch {
	case m.adapter == nil:
		c.fail(d, "", c.storesHint(d.Datastore), "there is no datastore called %q", d.Datastore)
	case d.Schema == nil:
		m.Schema = m.adapter.Traits().Schema
	}
	if d.Schema != nil {
		m.Schema = *d.Schema
	}
	m.byName = make(map[string]*Attribute, len(d.Attributes)+3)
	m.byColumn = make(map[string]*Attribute, len(d.Attributes)+3)
	for i := range d.Attributes {
		c.attribute(m, d.Attributes[i])
	}
	c.timestamp(m, d.CreatedAt)
	c.timestamp(m, d.UpdatedAt)
	c.primaryKey(m)
}

// register adds a model to the set.
func (c *compiler) register(m *Model) {
	c.orm.models[m.Identity] = m
	c.orm.order = append(c.orm.order, m)
}

func (c *compiler) storesHint(name string) string {
	if near := spelling.Nearest(name, maps.Keys(c.stores)); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(c.stores) == 0 {
		return "the configuration names no datastore"
	}
	return "the configuration has " + strings.Join(slices.Sorted(maps.Keys(c.stores)), ", ")
}

// attribute compiles one attribute; associations are linked later.
func (c *compiler) attribute(m *Model, def AttributeDef) {
	d := m.Definition
	switch {
	case def.Name == "" || strings.ContainsAny(def.Name, ".\x00"):
		c.fail(d, def.Name, "", "an attribute's name has to be some text without dots")
		return
	case m.byName[def.Name] != nil:
		c.fail(d, def.Name, "", "the attribute is declared twice")
		return
	case def.Model != "" && def.Collection != "" && !c.orm.rules.modelWins(c, d, &def):
		c.fail(d, def.Name, "model is for one record, collection for many", "an association has either model or collection")
		return
	}
	if def.Column == "" {
		def.Column = def.Name
	}
	if def.PrimaryKey {
		def.Unique = true
	}
	if m.adapter != nil && m.adapter.Traits().Sparse {
		def.NotNull = false // it is about columns, which such a store has none of
	}
	if m.hasObjectIDs() && (def.PrimaryKey || def.Name == "id") && (def.AutoIncrement || def.Type == "integer") {
		def.AutoIncrement, def.Type = false, "string"
	}
	a := &Attribute{AttributeDef: def, Kind: kindOf(&def), Stored: def.Collection == ""}
	if a.Stored {
		if other := m.byColumn[def.Column]; other != nil {
			c.fail(d, def.Name, "set columnName", "the column %q is taken by the attribute %s", def.Column, other.Name)
			return
		}
		m.byColumn[def.Column] = a
	} else if def.PrimaryKey {
		c.fail(d, def.Name, "", "a collection cannot be the primary key")
		return
	}
	c.orm.rules.attribute(c, m.Definition, a)
	m.byName[def.Name] = a
	m.Attributes = append(m.Attributes, a)
	m.hasProtected = m.hasProtected || def.Protected
	m.hasSensitive = m.hasSensitive || def.Protected || def.Sensitive
	m.hasEncrypted = m.hasEncrypted || def.Encrypt
}

// timestamp adds the attribute that holds when a record was made or changed,
// unless the model declares it itself.
func (c *compiler) timestamp(m *Model, name string) {
	if name == "" || m.byName[name] != nil {
		return
	}
	c.attribute(m, AttributeDef{Name: name, Type: "datetime"})
	if a := m.byName[name]; a != nil {
		a.Clock = true
	}
}

// primaryKey finds the primary key or adds the automatic one.
func (c *compiler) primaryKey(m *Model) {
	d := m.Definition
	for _, a := range m.Attributes {
		switch {
		case !a.PrimaryKey:
		case m.PrimaryKey == "":
			m.PrimaryKey = a.Name
		default:
			// Sails finds records by the first; the others have to be unique.
			a.PrimaryKey = false
			c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: the primary key is %s already: the values of this one have to be unique",
				d.GlobalID, a.Name, m.PrimaryKey).Advise("mark it unique").Of(a.Name))
		}
	}
	if m.PrimaryKey != "" {
		return
	}
	id := m.byName["id"]
	switch {
	case id != nil && !id.Stored:
		c.fail(d, "id", "", "a collection cannot be the primary key")
	case id != nil:
		id.PrimaryKey, id.Unique = true, true
		m.PrimaryKey = "id"
		c.orm.rules.impliedKey(c, m, id)
	case d.AutoPK || c.orm.rules.keyless(c, d):
		c.attribute(m, m.automaticKey())
		m.PrimaryKey = "id"
	default:
		c.fail(d, "", "mark an attribute primaryKey: true, or remove autoPK: false", "the model has no primary key")
	}
}

// automaticKey is the attribute that autoPK adds.
func (m *Model) automaticKey() AttributeDef {
	if m.hasObjectIDs() {
		return AttributeDef{Name: "id", Type: "string", PrimaryKey: true, Unique: true}
	}
	return AttributeDef{Name: "id", Type: "integer", PrimaryKey: true, AutoIncrement: true, Unique: true}
}
