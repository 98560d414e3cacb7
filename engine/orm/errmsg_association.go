package orm

import (
	"fmt"

	"framework/engine/value"
)

// What modern models say about associations.

// BadPopulate returns why there is nothing to populate under a name, "" where
// there is an association.
func (m *Model) BadPopulate(path, alias string) string {
	a := m.byName[alias]
	switch {
	case a == nil:
		return fmt.Sprintf("Could not populate `%s`.  There is no attribute named `%s` defined in this model.", path, alias)
	case a.Assoc == nil:
		return fmt.Sprintf("Could not populate `%s`.  The attribute named `%s` defined in this model (`%s`) is not defined as a \"collection\" or \"model\" association, and thus cannot be populated.  Instead, its definition looks like this:\n%s",
			path, alias, m.Identity, value.Shown(m.defined(a), 1))
	}
	return ""
}

// NarrowedRecord is the error for criteria in the population of a single record.
func NarrowedRecord(path string, criteria any) string {
	return fmt.Sprintf("Could not populate `%s`.  This is a singular (\"model\") association, which means it never refers to more than _one_ associated record.  So passing in subcriteria (i.e. as the second argument to `.populate()`) is not supported for this association, since it generally wouldn't make any sense.  But that's the trouble-- it looks like some sort of a subcriteria (or something) _was_ provided!\n(Note that subcriterias consisting ONLY of `omit` or `select` are a special case that _does_ make sense.  This usage will be supported in a future version of Waterline.)\n\nHere's what was passed in:\n%s",
		path, shown(criteria))
}

// BadSubcriteria is the error for invalid criteria of a population.
func BadSubcriteria(path, reason string) string {
	return fmt.Sprintf("Could not use the specified subcriteria for populating `%s`: %s", path, reason)
}

// OmittedAssociation is the error for a populated association that is also omitted.
func OmittedAssociation(alias string) string {
	return fmt.Sprintf("Could not populate `%s`.  This query also indicates that this attribute should be omitted.  Cannot populate AND omit an association at the same time!", alias)
}

// SortedAssociation is the error for a populated association that records are sorted by.
func SortedAssociation(alias string) string {
	return fmt.Sprintf("Could not populate `%s`.  Cannot populate AND sort by an association at the same time!", alias)
}

// NotPopulates is the error for populations that are no object.
func NotPopulates(v any) string {
	return "`populates` must be a dictionary.  But instead, got: " + shown(v)
}

// defined is an attribute as Sails keeps its definition.
func (m *Model) defined(a *Attribute) *value.Map {
	out := value.Of("type", a.Type)
	set := func(name string, given bool, v any) {
		if given {
			out.Set(name, v)
		}
	}
	set("required", a.Required, true)
	set("allowNull", a.AllowNull, true)
	set("defaultsTo", a.HasDefault, a.Default)
	set("encrypt", a.Encrypt, true)
	set("autoCreatedAt", a.AutoCreatedAt, true)
	set("autoUpdatedAt", a.AutoUpdatedAt, true)
	rules := value.New(len(a.Rules))
	for _, r := range a.Rules {
		switch arg := r.Arg.(type) {
		case Matcher:
			rules.Set(r.Name, value.Verbatim(arg.String()))
		case Test:
			rules.Set(r.Name, value.Verbatim("[Function: "+r.Name+"]"))
		default:
			rules.Set(r.Name, arg)
		}
	}
	set("validations", rules.Len() > 0, rules)
	column := "_" + a.Type
	switch {
	case a.AutoCreatedAt || a.AutoUpdatedAt:
		column += "timestamp"
	case a.PrimaryKey:
		column += "key"
	}
	table := value.New(3)
	if a.ColumnType != "" {
		table.Set("columnType", a.ColumnType)
	}
	if a.AutoIncrement {
		table.Set("autoIncrement", true)
	}
	table.Set("unique", a.Unique || a.PrimaryKey)
	for name, v := range value.Of("autoIncrement", false, "columnType", column).All() {
		if !table.Has(name) {
			table.Set(name, v)
		}
	}
	out.Set("autoMigrations", table)
	set("required", !a.Required, false)
	return out
}

// notNamed is the error for a v that is no name of an attribute.
func notNamed(v any) string { return "Instead of a string, got: " + shown(v) }

func noAttribute(name string) string {
	return fmt.Sprintf("There is no attribute named `%s` defined in this model.", name)
}

// collection is the collection of a name, and what is wrong where there is none.
func (m *Model) collection(name any) (*Association, string) {
	alias, ok := name.(string)
	if !ok {
		return nil, notNamed(name)
	}
	if a := m.Association(alias); a != nil && a.Collection {
		return a, ""
	}
	if m.byName[alias] == nil {
		return nil, noAttribute(alias)
	}
	return nil, fmt.Sprintf("The attribute named `%s` defined in this model is not a plural (\"collection\") association.", alias)
}

// shared is the error for members of a collection that would belong to several records.
func (m *Model) shared(a *Association) string {
	return fmt.Sprintf("The  `%[1]s` association of the `%[2]s` model is exclusive, meaning that associated child records cannot belong to the `%[1]s` collection of more than one `%[2]s` record.  You are seeing this error because this query would have tried to share the same child record(s) across the `%[1]s` collections of 2 or more different `%[2]s` records.  To resolve this error, change the query, or change your models to make this association non-exclusive (i.e. use `collection` & `via` on the other side of the association, instead of `model`.)  In other words, imagine trying to run a query like `Car.replaceCollection([1,2], 'wheels', [99, 98])`.  If a wheel always belongs to one particular car via `wheels`, then this query would be impossible.  To make it possible, you'd have to change your models so that each wheel is capable of being associated with more than one car.",
		a.Alias, m.Identity)
}

// NumericAttribute is the attribute to be summed up, and what is wrong where
// name is that of none.
func (m *Model) NumericAttribute(name any) (*Attribute, string) {
	if _, none := name.(value.Undefined); none {
		return nil, "Please specify `numericAttrName` (required for this variety of query)."
	}
	text, ok := name.(string)
	if !ok {
		return nil, notNamed(name)
	}
	a := m.byName[text]
	switch {
	case a == nil:
		return nil, noAttribute(text)
	case a.Assoc != nil && !a.Assoc.Collection && m.orm.models[a.Assoc.Target].keyType() == "number":
		return nil, fmt.Sprintf("While the attribute named `%s` defined in this model IS guaranteed to be a number (because it is a singular association to a model w/ a numeric primary key), it almost certainly shouldn't be used for this purpose.  If you are seeing this error message, it is likely due to a mistake in userland code, so please check your query.", text)
	case a.Assoc != nil, a.Type != "number":
		return nil, fmt.Sprintf("The attribute named `%s` defined in this model is not guaranteed to be a number (it should declare `type: 'number'`).", text)
	}
	return a, ""
}
