package orm

import "fmt"

// What modern models say about conditions.

// badWhere is the error for an invalid condition for an attribute.
func badWhere(attr, format string, args ...any) error {
	return badCriteria("where", "Could not use the provided `where` clause.  Could not filter by `%s`: %s", attr, fmt.Sprintf(format, args...))
}

func notCondition(format string, args ...any) error {
	return badCriteria("where", "Could not use the provided `where` clause.  %s", fmt.Sprintf(format, args...))
}

// modifierWords are the modifiers as messages name them.
var modifierWords = map[Op]string{
	Less: "`<` (\"less than\")", LessOrEqual: "`<=` (\"less than or equal\")", Greater: "`>` (\"greater than\")", GreaterOrEqual: "`>=` (\"greater than or equal\")",
	NotEqual: "`!=` (\"not equal\")", In: "`in`", NotIn: "`nin` (\"not in\")",
	Contains: "`contains` (string search)", StartsWith: "`startsWith` (string search)", EndsWith: "`endsWith` (string search)", Like: "`like` (i.e. SQL-style \"LIKE\")",
}

// noSuchAttribute is the error for an attribute that the model does not have.
func (m *Model) noSuchAttribute(name string) string {
	return fmt.Sprintf("`%s` is not a recognized attribute for this model (`%s`).  And since the model declares `schema: true`, this is not allowed.", name, m.Identity)
}

const deepTargets = "without enabling experimental support for \"deep targets\".  Please try again with `.meta({enableExperimentalDeepTargets:true})`."

// notComparable says that a value cannot be compared with the attribute's; a is
// nil where none is declared.
func (p *modernParser) notComparable(a *Attribute, v any) string {
	switch {
	case a != nil && a.Assoc != nil:
		return fmt.Sprintf("The corresponding attribute (`%s`) is a singular (\"model\") association, but the provided value does not match the declared type of the primary key attribute for the associated model (`%s`).  %s",
			a.Name, a.Assoc.Target, notOfType(v, p.model.orm.models[a.Assoc.Target].keyType()))
	case a != nil && a.PrimaryKey:
		return "Does not match the declared data type of the corresponding attribute.  " + notOfType(v, p.model.keyType())
	case a != nil:
		return "Does not match the declared data type of the corresponding attribute.  " + notOfType(v, a.Type)
	}
	return shown(v) + " is no value to compare with."
}

const vsUndefined = "Cannot compare vs. `undefined`!\n--\nUsually, this just means there is some kind of logic error in the code that builds this `where` clause.  On the other hand, if you purposely built this query with `undefined`, bear in mind that you'll need to be more explicit:  When comparing \"emptiness\" in a `where` clause, specify null, empty string (''), 0, or false.\n--"

// badOperand is the error for an invalid operand of a modifier.
func badOperand(op Op, reason string) string {
	switch op {
	case Equal:
		return reason
	case In, NotIn:
		return fmt.Sprintf("Invalid item within %s modifier array.  %s", modifierWords[op], reason)
	}
	return fmt.Sprintf("Invalid %s modifier.  %s", modifierWords[op], reason)
}

// notModifierOf is the error for a modifier that attributes of the kind do not support.
func notModifierOf(op Op, boolean bool) string {
	article, words := "A", modifierWords[op]
	switch op {
	case Contains, StartsWith, EndsWith:
		words = map[Op]string{Contains: "`contains`", StartsWith: "`startsWith`", EndsWith: "`endsWith`"}[op] + " (i.e. string search)"
	}
	if op == EndsWith {
		article = "An"
	}
	if boolean {
		return fmt.Sprintf("%s %s modifier cannot be used with a boolean attribute.  (Please use `or` instead.)", article, words)
	}
	return fmt.Sprintf("%s %s modifier cannot be used with a boolean or numeric attribute (it wouldn't make any sense).", article, words)
}

func notAmong(name string, op Op, v any) string {
	if op == NotIn {
		return fmt.Sprintf("A %s modifier should always be provided as an array.  But instead, for the `nin` modifier at `%s`, got: %s", modifierWords[op], name, shown(v))
	}
	return fmt.Sprintf("An %s modifier should always be provided as an array.  But instead, for the `in` modifier at `%s`, got: %s", modifierWords[op], name, shown(v))
}

func nullAmong(name string, op Op) string {
	if op == NotIn {
		return fmt.Sprintf("Got unsupported value (`null`) in a %s modifier array.  Please use `or: [{ %s: { '!=': null }, ...]` instead.", modifierWords[op], name)
	}
	return fmt.Sprintf("Got unsupported value (`null`) in an %s modifier array.  Please use `or: [{ %s: null }, ...]` instead.", modifierWords[op], name)
}

func vsNull(name string) string {
	return fmt.Sprintf("`null` is not supported with comparison modifiers.  Please use `or: [{ %s: { '!=': null }, ...]` instead.", name)
}

func emptyConstraint(name string) string {
	return fmt.Sprintf("If specifying a complex constraint, there should always be at least one modifier.  But the constraint provided as `%s` has no keys-- it is just `{}`, an empty dictionary (aka plain JavaScript object).", name)
}
