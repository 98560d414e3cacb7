package orm

import (
	"fmt"
	"strings"

	"framework/engine/value"
)

// Failure is one failed rule of one attribute.
type Failure struct {
	Rule    string
	Message string
	// Value is set for uniqueness failures, which carry it to the client.
	Value    any
	HasValue bool
}

// AttributeFailures are the failures of one attribute, type rule first.
type AttributeFailures struct {
	Attribute string
	Failures  []Failure
}

// ValidationError says which attributes were refused and why. Uniqueness
// failures have this form too, with Model empty, as Sails has it.
type ValidationError struct {
	Model   string // globalId; empty for uniqueness failures
	Invalid []AttributeFailures
	// Messages are the model's own texts by attribute and rule, nil for none.
	Messages map[string]map[string]string
}

func (e *ValidationError) Error() string {
	return fmt.Sprintf("[Error (E_VALIDATION) %s] %s", e.Reason(), e.Details())
}

// Reason is the one-line summary: "2 attributes are invalid".
func (e *ValidationError) Reason() string {
	if len(e.Invalid) == 1 {
		return "1 attribute is invalid"
	}
	return fmt.Sprintf("%d attributes are invalid", len(e.Invalid))
}

// Details lists every failure on a line of its own.
func (e *ValidationError) Details() string {
	model := e.Model
	if model == "" {
		model = "undefined"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Invalid attributes sent to %s:\n", model)
	for _, a := range e.Invalid {
		fmt.Fprintf(&b, " • %s\n", a.Attribute)
		for _, f := range a.Failures {
			fmt.Fprintf(&b, "   • %s\n", f.Message)
		}
	}
	return b.String()
}

// InvalidAttributes is the dictionary that clients read.
func (e *ValidationError) InvalidAttributes() *value.Map { return e.dictionary(nil) }

// Errors is InvalidAttributes with the model's own texts.
func (e *ValidationError) Errors() *value.Map { return e.dictionary(e.Messages) }

func (e *ValidationError) dictionary(texts map[string]map[string]string) *value.Map {
	out := value.New(len(e.Invalid))
	for _, a := range e.Invalid {
		list := make([]any, len(a.Failures))
		for i, f := range a.Failures {
			m := value.New(3)
			if f.HasValue {
				m.Set("value", f.Value)
			}
			m.Set("rule", f.Rule)
			message := f.Message
			if text, ok := texts[a.Attribute][f.Rule]; ok {
				message = text
			}
			m.Set("message", message)
			list[i] = m
		}
		out.Set(a.Attribute, list)
	}
	return out
}

// UniqueError is the error of an adapter for a value that must be unique and exists.
type UniqueError struct {
	Attribute string
	Value     any
}

func (e *UniqueError) Error() string {
	return fmt.Sprintf("a record with that `%s` already exists (`%v`)", e.Attribute, e.Value)
}

// MissingTableError is the error of an operation on a table that does not exist.
type MissingTableError struct{ Err error }

func (e *MissingTableError) Error() string { return e.Err.Error() }

func (e *MissingTableError) Unwrap() error { return e.Err }

// UsageError is a call that cannot mean anything: a sort that does not parse,
// a population of an unknown association.
type UsageError struct {
	Reason string
	// Clause is the part of criteria that is at fault: where, sort. Empty for
	// other misuse.
	Clause string
	// Code is the one that modern models give: E_INVALID_CRITERIA.
	Code string
	// Invalid are the attributes of refused values, modern models only.
	Invalid []AttributeFailures
	// Method and Model name the call, in 1.x only.
	Method, Model string
}

func (e *UsageError) Error() string { return e.Reason }

// The codes of usage errors of modern models.
const (
	InvalidNewRecord     = "E_INVALID_NEW_RECORD"
	InvalidNewRecords    = "E_INVALID_NEW_RECORDS"
	InvalidValuesToSet   = "E_INVALID_VALUES_TO_SET"
	InvalidCriteria      = "E_INVALID_CRITERIA"
	InvalidPopulates     = "E_INVALID_POPULATES"
	InvalidMeta          = "E_INVALID_META"
	InvalidNumericName   = "E_INVALID_NUMERIC_ATTR_NAME"
	InvalidIteratee      = "E_INVALID_STREAM_ITERATEE"
	InvalidTargetIDs     = "E_INVALID_TARGET_RECORD_IDS"
	InvalidCollection    = "E_INVALID_COLLECTION_ATTR_NAME"
	InvalidAssociatedIDs = "E_INVALID_ASSOCIATED_IDS"
)

const noSuchTable = "E_NO_SUCH_PHYSICAL_MODEL"

// AdapterError is an error of a store in an operation on a 1.x model.
type AdapterError struct {
	Code   string // E_UNIQUE, E_NO_SUCH_PHYSICAL_MODEL, "" for anything else
	Model  string // identity
	Method string // create, update
	// Attributes that are taken, for E_UNIQUE.
	Attributes []string
	// Remedy is what to do, for E_NO_SUCH_PHYSICAL_MODEL.
	Remedy string
	Err    error
}

func (e *AdapterError) Error() string {
	if e.Code == "E_UNIQUE" { // Model and Attributes say where; projects look for these words
		return "Would violate uniqueness constraint-- a record already exists with conflicting value(s)."
	}
	if e.Code == noSuchTable {
		return fmt.Sprintf("There is no table for the model `%s`: make it, or %s. (%v)", e.Model, e.Remedy, e.Err)
	}
	return "Unexpected error from database adapter: " + e.Err.Error()
}

func (e *AdapterError) Unwrap() error { return e.Err }

// ErrorText is the error on a page of text.
func (e *AdapterError) ErrorText() string { return "AdapterError: " + e.Error() }

// Members returns the members that responses show.
func (e *AdapterError) Members() *value.Map {
	if e.Code == "" {
		return value.New(0)
	}
	names := make([]any, len(e.Attributes))
	for i, name := range e.Attributes {
		names[i] = name
	}
	return value.Of("code", e.Code, "message", e.Error(), "modelIdentity", e.Model, "attrNames", names)
}

// CollisionError is a replacement of a collection's members that would leave
// some without the parent that they are required to have.
type CollisionError struct {
	Model, Alias, Target, Reference string
	Count                           int64
	// Wipes: the collection was to be emptied.
	Wipes bool
	// Destroyed is how many records were to be destroyed with their places in
	// collections, 0 where the collection was to be changed for itself.
	Destroyed int
}

// Name returns the name of the JavaScript error.
func (e *CollisionError) Name() string { return "PropagationError" }

func (e *CollisionError) Error() string {
	which := fmt.Sprintf("there is one conflicting %s record", e.Target)
	if e.Count > 1 {
		which = fmt.Sprintf("there are %d conflicting %s records", e.Count, e.Target)
	}
	what := "replace"
	if e.Wipes {
		what = "wipe"
	}
	text := fmt.Sprintf("Cannot %s the contents of association (`%s`) because %s whose `%s` cannot be set to `null`.  (That attribute is required.)", what, e.Alias, which, e.Reference)
	if e.Destroyed == 0 {
		return text
	}
	those := fmt.Sprintf("this %s record", e.Model)
	if e.Destroyed > 1 {
		those = fmt.Sprintf("these %d %s records", e.Destroyed, e.Model)
	}
	return fmt.Sprintf("Failed to run the \"cascade\" polyfill.  Could not propagate the potential destruction of %s.\nDetails:\n  %s\n\n"+
		"This error originated from the fact that the \"cascade\" polyfill was enabled for this query.\n"+
		"Tip: Try reordering your .destroy() calls.\n [?] See https://sailsjs.com/support for more help.\n", those, text)
}

// criteriaDepth is how deep criteria are shown in messages.
const criteriaDepth = 5

// SeveralError is a query for one record that more than one matches.
type SeveralError struct {
	Model, Method string // Model is the globalId
	// Keys are those of the records that findOne has found.
	Keys []any
	// Count is how many records a method that changes one would have changed.
	Count int64
	// Criteria are those of the query.
	Criteria *value.Map
}

func (e *SeveralError) Error() string {
	if e.Method != "findOne" {
		return fmt.Sprintf("Preventing `.%s()`: found too many (%d) matching records.\n\nCriteria used:\n···\n%s\n···", e.Method, e.Count, value.Shown(e.Criteria, criteriaDepth))
	}
	keys := make([]string, len(e.Keys))
	for i, k := range e.Keys {
		keys[i] = fmt.Sprint(k)
	}
	return fmt.Sprintf("More than one matching record found for `%s.findOne()`:\n···\n%s\n···\n\nCriteria used:\n···\n%s\n···", e.Model, strings.Join(keys, ","), value.Shown(e.Criteria, criteriaDepth))
}

// DefinitionError is a model that cannot be used, found at lift.
type DefinitionError struct {
	Source    string // project file
	Model     string
	Attribute string
	Reason    string
	Hint      string
}

func (e *DefinitionError) Error() string {
	where := e.Model
	if e.Attribute != "" {
		where += "." + e.Attribute
	}
	msg := fmt.Sprintf("%s: model %s: %s", e.Source, where, e.Reason)
	if e.Hint != "" {
		msg += " (" + e.Hint + ")"
	}
	return msg
}

// UnavailableError is a datastore that does not answer: its server cannot be
// reached, has no connection left, or took too long; or that has rolled a transaction
// back. The same call may succeed later.
type UnavailableError struct {
	Datastore string // the kind of server
	Reason    string
	// RolledBack: the server has ended the transaction because it and another one waited
	// for each other, or because a table was changed.
	RolledBack bool
	Err        error
}

func (e *UnavailableError) Error() string {
	if e.RolledBack {
		return fmt.Sprintf("the %s database has rolled the transaction back, run it again: %s", e.Datastore, e.Reason)
	}
	return fmt.Sprintf("the %s database is not available: %s", e.Datastore, e.Reason)
}

func (e *UnavailableError) Unwrap() error { return e.Err }

// Fault is a *DefinitionError about the model, or about one of its attributes.
func (m *Model) Fault(attribute, reason, hint string) error {
	e := &DefinitionError{Model: m.Identity, Attribute: attribute, Reason: reason, Hint: hint}
	if m.Definition != nil {
		e.Source = m.Definition.Source
	}
	return e
}

// Unstored is the *UsageError about an attribute that the model does not store.
func (m *Model) Unstored(attribute string) error {
	return &UsageError{Reason: "the model " + m.Identity + " stores no attribute `" + attribute + "`"}
}
