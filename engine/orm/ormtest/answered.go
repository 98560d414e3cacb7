package ormtest

import (
	"context"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/pool"
	"framework/engine/value"
)

// Counter is a store that counts what it answers.
type Counter interface {
	orm.Adapter
	Connections() pool.Stats
}

// CountsAnswers tests that a store counts what it has answered, and nothing that failed.
// text is a text attribute of the model m.
func CountsAnswers(t *testing.T, db Counter, m *orm.Model, text string) {
	t.Helper()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, step := range []struct {
		name    string
		run     func() error
		answers bool
	}{
		{"a write", func() error { _, err := db.Create(t.Context(), m, []*value.Map{value.Of(text, "a")}); return err }, true},
		{"a read", func() error { _, err := db.Find(t.Context(), m, nil); return err }, true},
		{"a read that is given up", func() error { _, err := db.Find(over, m, nil); return err }, false},
		{"a write that is given up", func() error { _, err := db.Create(over, m, []*value.Map{value.Of(text, "b")}); return err }, false},
	} {
		before := db.Connections().Answered
		if err := step.run(); (err == nil) != step.answers {
			t.Errorf("%s: %v", step.name, err)
		}
		if counted := db.Connections().Answered > before; counted != step.answers {
			t.Errorf("%s is counted: %t", step.name, counted)
		}
	}
}
