package orm

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"framework/engine/value"
)

// Definition is a model as a project writes it, after config/models.js and
// the profile's defaults were merged under it.
type Definition struct {
	Identity  string // lower case
	GlobalID  string // as the file is named
	Source    string // project file, for messages
	Table     string // default: the identity
	Datastore string // name in Options.Datastores
	Schema    *bool  // nil: the adapter's default
	Migrate   Migration
	// MayMiss lets a table that migrate: 'safe' does not find be missing until
	// it is used; without it the lift fails.
	MayMiss bool
	// Remedy is what to do where the table lacks something and safe changes nothing, ""
	// for `framework migrate apply`.
	Remedy string
	// Internal models are the ORM's own: no requests reach them by themselves.
	Internal bool
	AutoPK   bool
	// PlainKeys: keys are stored as they are given, also where Traits.ObjectIDs.
	PlainKeys  bool
	CreatedAt  string // name of the attribute, "" for none
	UpdatedAt  string
	Attributes []AttributeDef // in the order of the file
	Types      map[string]Rule
	Callbacks  Callbacks
	// ToJSON says that the project overrides toJSON, so that only JavaScript
	// can write a record.
	ToJSON bool
	// Keys are the data encryption keys of 32 bytes by name; KeyName is the one
	// that new values are encrypted with.
	Keys    map[string][]byte
	KeyName string
	// CascadeOnDestroy takes destroyed records out of all of their collections.
	CascadeOnDestroy bool
	// ArchiveIn is the identity of the model that archived records go to, ""
	// for none. It is generated if there is no such model.
	ArchiveIn string
	// Messages is validationMessages: attribute, rule, text.
	Messages map[string]map[string]string
	// Meta is passed to the adapter.
	Meta *value.Map
}

// Migration is how a table is changed at lift.
type Migration string

// The migrations of the classic profile. "create" makes missing tables, adds
// missing columns and touches nothing else.
const (
	Alter  Migration = "alter"
	Drop   Migration = "drop"
	Safe   Migration = "safe"
	Create Migration = "create"
)

// Remedied says what to do where the table of the model lacks something.
func (m *Model) Remedied() string {
	if m.Definition != nil && m.Definition.Remedy != "" {
		return m.Definition.Remedy
	}
	return "run `framework migrate apply`"
}

// AttributeDef is one attribute as written.
type AttributeDef struct {
	Name          string
	Type          string // as written, lower-cased
	Column        string // default: Name
	PrimaryKey    bool
	AutoIncrement bool
	Unique        bool
	Index         bool
	NotNull       bool
	// Protected attributes are in no JSON of a record, and requests cannot use
	// them in criteria. For Sensitive ones only the second holds.
	Protected, Sensitive bool
	Size                 int
	// ColumnType is the type of the column in the words of the database, "" for
	// the one that the attribute's own type has.
	ColumnType string
	// Required, AllowNull, AutoCreatedAt, AutoUpdatedAt and Encrypt are those of
	// modern models; others have rules for the first.
	Required, AllowNull, AutoCreatedAt, AutoUpdatedAt, Encrypt bool
	// Default is defaultsTo: a plain value, or DefaultFunc for a function.
	Default     any
	DefaultFunc func(ctx context.Context, values *value.Map) (any, error)
	HasDefault  bool
	// Association; identities are lower case.
	Model, Collection, Via, Through string
	Dominant                        bool
	// Rules are the remaining properties in order: required, enum, minLength,
	// email, regex, names of custom types. Arg is the value of the property
	// (ordered values, *regexp-like Matcher, or RuleArgFunc).
	Rules []RuleDef
	// TypeAt is the place of the type among Rules: Rules[:TypeAt] are written before
	// it. Failures are reported in the order in which the properties are written.
	TypeAt int
	Meta   *value.Map
}

// RuleDef is one validation rule of an attribute.
type RuleDef struct {
	Name string
	Arg  any
}

// Matcher is a regular expression given as the argument of a rule.
type Matcher interface {
	MatchString(s string) bool
	String() string
}

// Test is a validation rule that is a function of the project.
type Test func(ctx context.Context, val any) (bool, error)

// Refused is an error of a Test that has its own message, which replaces that
// of the rule.
type Refused struct{ Message string }

func (e *Refused) Error() string { return e.Message }

// RuleArgFunc computes the argument of a rule from the values being checked.
type RuleArgFunc func(ctx context.Context, values *value.Map) (any, error)

// Rule is a custom validation rule (a model's types): it sees the value, the
// other values, and the rule's argument.
type Rule func(ctx context.Context, val any, values *value.Map, arg any) (bool, error)

// Callbacks are the lifecycle callbacks of a model; empty slices cost nothing.
// They may change what they are given. An error ends the operation and reaches
// its caller.
type Callbacks struct {
	BeforeValidate, AfterValidate []func(ctx context.Context, values *value.Map) error
	BeforeCreate                  []func(ctx context.Context, values *value.Map) error
	AfterCreate                   []func(ctx context.Context, r *Record) error
	BeforeUpdate                  []func(ctx context.Context, values *value.Map) error
	AfterUpdate                   []func(ctx context.Context, r *Record) error
	BeforeDestroy                 []func(ctx context.Context, q *Query) error
	AfterDestroy                  []func(ctx context.Context, gone []*Record) error
}

// Names returns the callbacks that are set, for messages such as
// "lifecycle callback beforeCreate".
func (c *Callbacks) Names() []string {
	var names []string
	for _, e := range []struct {
		name string
		n    int
	}{
		{"beforeValidate", len(c.BeforeValidate)},
		{"afterValidate", len(c.AfterValidate)},
		{"beforeCreate", len(c.BeforeCreate)},
		{"afterCreate", len(c.AfterCreate)},
		{"beforeUpdate", len(c.BeforeUpdate)},
		{"afterUpdate", len(c.AfterUpdate)},
		{"beforeDestroy", len(c.BeforeDestroy)},
		{"afterDestroy", len(c.AfterDestroy)},
	} {
		if e.n > 0 {
			names = append(names, e.name)
		}
	}
	return names
}

// SameSchema reports whether both definitions need the same table.
func (d *Definition) SameSchema(other *Definition) bool {
	return d.schema() == other.schema()
}

// schema returns the part of the definition that the table depends on, as text.
func (d *Definition) schema() string {
	var b strings.Builder
	declared := "default"
	if d.Schema != nil {
		declared = strconv.FormatBool(*d.Schema)
	}
	fmt.Fprintf(&b, "%q %q %q %s %t %t %q %q %s\n", d.Identity, d.Table, d.Datastore, declared, d.AutoPK, d.PlainKeys, d.CreatedAt, d.UpdatedAt, metaText(d.Meta))
	for i := range d.Attributes {
		a := &d.Attributes[i]
		fmt.Fprintf(&b, "%q %q %q %q %t %t %t %t %t %t %t %d %q %q %q %q %t %s\n", a.Name, a.Type, a.Column, a.ColumnType,
			a.PrimaryKey, a.AutoIncrement, a.Unique, a.Index, a.NotNull, a.Encrypt, a.AutoCreatedAt || a.AutoUpdatedAt, a.Size,
			a.Model, a.Collection, a.Via, a.Through, a.Dominant, metaText(a.Meta))
	}
	return b.String()
}

func metaText(m *value.Map) []byte {
	if m == nil {
		return nil
	}
	return value.Append(nil, m)
}
