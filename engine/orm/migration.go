package orm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Migrator is an adapter that can say beforehand what Define would do to its
// database. Its Define plans, splits the plan with Plan.Split(false), and
// carries out the rest, all under one lock of the database.
type Migrator interface {
	// PlanMigration compares the database with the models and changes nothing.
	// strategy replaces the models' own migrations; "" leaves them.
	PlanMigration(ctx context.Context, models []*Model, strategy Migration) (*Plan, error)
	// ApplyMigration carries out a plan that this adapter made, all of it or,
	// where the database can, nothing. Steps that lose data need allowLoss:
	// without it optional ones are left out, and for any other the error is a
	// *LossError. When the database has changed since the plan was made the
	// error is ErrStalePlan, unless there is nothing left to do.
	ApplyMigration(ctx context.Context, plan *Plan, allowLoss bool) error
}

// Plan is what a migration would do, in order. Without steps the database fits
// the models.
type Plan struct {
	// Models and Strategy are what PlanMigration was given.
	Models   []*Model
	Strategy Migration
	Steps    []Step
}

// Step is one statement of a plan.
type Step struct {
	Model     string // identity
	Attribute string // the one the step is about, "" for the whole table
	Table     string
	// SQL is the statement in the words of the database.
	SQL string
	// Why is the reason for the step: `the attribute "age" is new`.
	Why string
	// Loses says what data the step would lose, "" for none: `3 values of
	// "age"`.
	Loses string
	// Cleanup: the step removes records or values that the steps after it could
	// not be carried out with.
	Cleanup bool
	// Optional steps may be left out: the models work without them.
	Optional bool
	// Asked: the model's own migration requests the loss, as drop does.
	Asked bool
}

// Split splits a plan into the steps to take and the optional ones that are
// left out because they would lose data. If there are losses that are neither
// allowed, nor requested by migrate: 'drop', nor optional, the error is a
// *LossError that names them.
func (p *Plan) Split(allowLoss bool) (take, leave []Step, err error) {
	var refused []Step
	for _, s := range p.Steps {
		switch {
		case s.Loses == "" || allowLoss || s.Asked:
			take = append(take, s)
		case s.Optional:
			leave = append(leave, s)
		default:
			refused = append(refused, s)
		}
	}
	if len(refused) > 0 {
		return nil, nil, &LossError{Steps: refused}
	}
	return take, leave, nil
}

// Same reports whether both plans have the same statements, whatever the number of
// the records that each would lose.
func (p *Plan) Same(other *Plan) bool {
	return slices.EqualFunc(p.Steps, other.Steps, func(a, b Step) bool {
		return a.SQL == b.SQL && (a.Loses == "") == (b.Loses == "")
	})
}

// ErrStalePlan is the error for a plan made before the database has changed.
var ErrStalePlan = errors.New("the database has changed since the migration was planned; plan it again")

// LossError is a migration that was not carried out because it would lose
// data.
type LossError struct {
	Steps []Step
}

func (e *LossError) Error() string {
	parts := make([]string, len(e.Steps))
	for i, s := range e.Steps {
		parts[i] = s.refusal()
	}
	return strings.Join(parts, "; ") + " (" + lossHint + ")"
}

const lossHint = "nothing was changed; change the data or the model, or run `framework migrate apply --allow-loss`"

func (s *Step) refusal() string {
	return fmt.Sprintf("%s, and the table %q would lose %s", s.Why, s.Table, s.Loses)
}

// Definitions is the error as a lift reports it: a *DefinitionError, naming
// the project's file, for every refused step.
func (e *LossError) Definitions(models []*Model) error {
	errs := make([]error, len(e.Steps))
	for i, s := range e.Steps {
		d := &DefinitionError{Model: s.Model, Attribute: s.Attribute, Reason: s.refusal(), Hint: lossHint}
		for _, m := range models {
			if m.Identity == s.Model && m.Definition != nil {
				d.Source = m.Definition.Source
			}
		}
		errs[i] = d
	}
	return errors.Join(errs...)
}

// Amount is "1 record" or "2 records", as Step.Loses counts.
func Amount(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
