package orm

import (
	"slices"
	"strings"
	"unicode"

	"framework/engine/value"
)

// Model is a compiled definition bound to its datastore. Its fields are
// read-only after Open; its methods are safe for concurrent use.
type Model struct {
	Identity   string
	GlobalID   string
	Table      string
	Datastore  string
	PrimaryKey string // attribute name
	Schema     bool
	Attributes []*Attribute // stored attributes and associations in order
	// Associations in order of declaration; Through and generated join models
	// are models of their own.
	Associations []*Association
	// Sides are the identities of the models that the columns of a generated join model
	// refer to, by the names of the attributes.
	Sides map[string]string
	// Junction marks a generated join model.
	Junction   bool
	Definition *Definition

	hasProtected bool
	hasSensitive bool // or protected
	hasEncrypted bool
	byName       map[string]*Attribute
	byColumn     map[string]*Attribute
	orm          *ORM
	adapter      Adapter
	queries      Adapter // adapter, whose queries may be counted
}

// Attribute is a compiled attribute.
type Attribute struct {
	AttributeDef
	// Kind is the normalised storage type.
	Kind Kind
	// Stored is false for collections, which have no column.
	Stored bool
	// Assoc is set for associations.
	Assoc *Association
	// Clock: the attribute is a time that every model has. It takes milliseconds too.
	Clock bool
	// Backfill is the value that records get which are older than the
	// attribute, nil for none.
	Backfill any
}

// Needed reports whether the definition says, without a function, that a record cannot be made
// without a value of the attribute.
func (a *Attribute) Needed() bool {
	return a.Required || slices.ContainsFunc(a.Rules, func(r RuleDef) bool { return r.Name == "required" && r.Arg == true })
}

// Choices are the values that a rule allows, nil where none lists them.
func (a *Attribute) Choices() []any {
	for _, r := range a.Rules {
		if list, ok := r.Arg.([]any); ok && (r.Name == "enum" || r.Name == "in" || r.Name == "isIn") {
			return list
		}
	}
	return nil
}

// Kind is how an attribute's values are stored and compared.
type Kind uint8

// The storage kinds.
const (
	KindString Kind = iota
	KindText
	KindInteger
	KindFloat
	KindBoolean
	KindDate     // day, kept as an instant
	KindDatetime // instant with milliseconds
	KindTime
	KindArray
	KindJSON
	KindBinary
	// KindRef is anything, kept as far as the store can.
	KindRef
)

// Association is one association of a model, as sails.models.x.associations
// lists them.
type Association struct {
	Alias      string
	Collection bool   // false: a to-one reference
	Target     string // identity of the other model
	Via        string // attribute of the other side, "" when one-way
	Through    string // identity of the join model of many-to-many, else ""
	// Near and Far are the columns' attribute names on the join model that
	// hold this model's and the target's key; for one-to-many, Far is the
	// foreign key on the target.
	Near, Far string
}

// Describe is the association as sails.models shows it.
func (a *Association) Describe() *value.Map {
	entry := value.Of("alias", a.Alias)
	if !a.Collection {
		entry.Set("type", "model")
		entry.Set("model", a.Target)
		return entry
	}
	entry.Set("type", "collection")
	entry.Set("collection", a.Target)
	if a.Via != "" {
		entry.Set("via", a.Via)
	}
	return entry
}

// Attribute returns the attribute called name, nil when there is none.
func (m *Model) Attribute(name string) *Attribute { return m.byName[name] }

// AttributeByColumn returns the attribute stored in column, nil if none is.
func (m *Model) AttributeByColumn(column string) *Attribute { return m.byColumn[column] }

// Association returns the association called alias, nil when there is none.
func (m *Model) Association(alias string) *Association {
	if a := m.byName[alias]; a != nil {
		return a.Assoc
	}
	return nil
}

// Conceals reports whether a request must not compare, sort by or select what
// it calls name: it is an attribute whose values are to stay hidden, or a store
// may take it for the column of one. Stores do not care about the case of a
// column's name, some not about its accents either.
func (m *Model) Conceals(name string) bool {
	if !m.hasSensitive {
		return false
	}
	if a := m.byName[name]; a != nil {
		return a.Protected || a.Sensitive
	}
	plain := strings.TrimSpace(name)
	if strings.ContainsFunc(plain, func(r rune) bool { return r > unicode.MaxASCII }) {
		return true
	}
	return slices.ContainsFunc(m.Attributes, func(a *Attribute) bool {
		return (a.Protected || a.Sensitive) && (strings.EqualFold(a.Name, plain) || strings.EqualFold(a.Column, plain))
	})
}
