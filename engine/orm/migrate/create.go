package migrate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/value"
)

// Draft is a migration that is not written yet.
type Draft struct {
	Dialect  schema.Dialect
	Up, Down []orm.Step
	// State is the note about the models, nil for none.
	State *value.Map
}

// Plan is what the models need in addition to files: nothing when Up is empty.
func Plan(d schema.Dialect, files []*File, wanted []schema.Table) (*Draft, error) {
	state, before, err := State(files)
	if err != nil {
		return nil, err
	}
	draft := &Draft{Dialect: d, State: schema.DiffState(state, schema.EncodeState(wanted))}
	if draft.Up, err = d.Diff(before, wanted); err == nil {
		draft.Down, err = d.Diff(wanted, before)
	}
	if err != nil {
		return nil, fmt.Errorf("planning a migration: %w", err)
	}
	return draft, nil
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

const timeFormat = "20060102150405"

// Write writes a migration into a folder, after those that are there, and returns its
// file name.
func (m *Draft) Write(dir, what string, at time.Time, files []*File) (string, error) {
	clean := strings.Trim(notInName.ReplaceAllString(strings.ToLower(what), "_"), "_")
	if clean == "" || len(clean) > 100 {
		return "", fmt.Errorf("%q says too little or too much: name the migration after what it does, such as add_pets", what)
	}
	stamp := at.UTC().Format(timeFormat)
	if len(files) > 0 {
		last := files[len(files)-1].Name
		if i := strings.IndexAny(last, "_-"); stamp <= last[:i] {
			// The last one was made in this second, or by a clock that is ahead.
			t, err := time.Parse(timeFormat, last[:i])
			if err != nil {
				return "", fmt.Errorf("the last migration is %s, whose number is no time: a new one would come before it", last)
			}
			stamp = t.Add(time.Second).Format(timeFormat)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	name := stamp + "_" + clean + ".sql"
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) //nolint:gosec // source code, for all to read
	if err != nil {
		return "", err
	}
	_, err = file.Write(m.Format())
	return name, errors.Join(err, file.Close())
}

// Format is the text of the file.
func (m *Draft) Format() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "-- migrate:up\n")
	section(&b, m.Up)
	fmt.Fprintf(&b, "\n-- migrate:down\n")
	section(&b, m.Down)
	fmt.Fprintf(&b, "\n-- migrate:schema %s\n", m.Dialect.Name())
	if m.State != nil && m.State.Len() > 0 {
		b.WriteString("-- What the models need after this file: `framework migrate new` compares with it.\n-- {\n")
		i := 0
		for key, v := range m.State.All() {
			i++
			comma := ","
			if i == m.State.Len() {
				comma = ""
			}
			fmt.Fprintf(&b, "--   %s: %s%s\n", value.AppendString(nil, key), value.Append(nil, v), comma)
		}
		b.WriteString("-- }\n")
	}
	return []byte(b.String())
}

// section writes the steps of one direction.
func section(b *strings.Builder, steps []orm.Step) {
	why := ""
	for _, s := range steps {
		sql := strings.TrimSuffix(strings.TrimSpace(s.SQL), ";") + ";"
		if reason := s.Table + ": " + s.Why; reason != why {
			fmt.Fprintf(b, "-- %s\n", oneLine(reason))
			why = reason
		}
		switch {
		case s.Cleanup:
			fmt.Fprintf(b, "-- Not run, since it loses %s. Where there are any, the migration fails without it.\n", oneLine(s.Loses))
			sql = "-- " + strings.ReplaceAll(sql, "\n", "\n-- ")
		case s.Loses != "":
			fmt.Fprintf(b, "-- LOSES DATA: %s\n", oneLine(s.Loses))
		}
		b.WriteString(sql + "\n")
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
