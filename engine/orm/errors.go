package orm

import (
	"fmt"
	"strings"

	"framework/engine/ordered"
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
// failures have this form too, with Model empty, as the peers have it.
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
func (e *ValidationError) InvalidAttributes() *ordered.Map { return e.dictionary(nil) }

// Errors is InvalidAttributes with the model's own texts.
func (e *ValidationError) Errors() *ordered.Map { return e.dictionary(e.Messages) }

func (e *ValidationError) dictionary(texts map[string]map[string]string) *ordered.Map {
	out := ordered.New(len(e.Invalid))
	for _, a := range e.Invalid {
		list := make([]any, len(a.Failures))
		for i, f := range a.Failures {
			m := ordered.New(3)
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

// UniqueError is what an adapter reports for a value that is taken.
type UniqueError struct {
	Attribute string
	Value     any
}

func (e *UniqueError) Error() string {
	return fmt.Sprintf("a record with that `%s` already exists (`%v`)", e.Attribute, e.Value)
}

// UsageError is a call that cannot mean anything: a sort that does not parse,
// a population of an unknown association.
type UsageError struct {
	Reason string
	// Clause is the part of criteria that is at fault: where, sort. Empty for
	// other misuse.
	Clause string
}

func (e *UsageError) Error() string { return e.Reason }

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

// UnavailableError is a datastore that does not answer: its server is away,
// has no connection left, or took too long. The same call may succeed later.
type UnavailableError struct {
	Datastore string // the kind of server
	Reason    string
	Err       error
}

func (e *UnavailableError) Error() string {
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
