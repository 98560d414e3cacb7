package migrate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"framework/engine/orm/schema"
	"framework/engine/value"
)

// File is a migration.
type File struct {
	Name string // without the extension
	Path string // for messages
	Up   Part
	Down *Part // nil when the file cannot be rolled back
	// Dialect is what the file says that it is for, "" when it does not.
	Dialect string
	// State is what the models need after this file and did not before, in the form
	// of schema.DiffState; nil for files that say nothing about models.
	State *value.Map
}

// Part is the SQL of one direction.
type Part struct {
	Text string
	Line int // of the first line of Text
	// Loose: the statements are not run in a transaction.
	Loose bool
}

// Error is a file that cannot be used, or a statement of it.
type Error struct {
	Path   string
	Line   int // 0 for the whole file
	Reason string
	Err    error
}

func (e *Error) Error() string {
	at := e.Path
	if e.Line > 0 {
		at += fmt.Sprintf(":%d", e.Line)
	}
	if e.Err != nil {
		return at + ": " + e.Reason + ": " + e.Err.Error()
	}
	return at + ": " + e.Reason
}

func (e *Error) Unwrap() error { return e.Err }

var (
	marker = regexp.MustCompile(`^--\s*migrate:(\w+)\s*(.*?)\s*$`)
	// ends is SQL that ends the transaction of a file.
	ends = regexp.MustCompile(`(?is)^(begin|start\s+transaction|commit|end|rollback|abort)(\s+(work|transaction))?$`)
)

// Parse reads a file.
func Parse(name, path string, text []byte) (*File, error) {
	f := &File{Name: name, Path: path}
	refuse := func(line int, format string, args ...any) (*File, error) {
		return nil, &Error{Path: path, Line: line, Reason: fmt.Sprintf(format, args...)}
	}
	var up, part *Part
	var note *strings.Builder
	noted := 0
	text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	for i, line := range strings.Split(string(text), "\n") {
		at := i + 1
		if m := marker.FindStringSubmatch(line); m != nil {
			switch word, rest := m[1], m[2]; {
			case word == "up" && up == nil, word == "down" && f.Down == nil:
				part, note = &Part{Line: at + 1}, nil
				switch rest {
				case "":
				case "transaction:false":
					part.Loose = true
				default:
					return refuse(at, "%q is unknown after migrate:%s; it can be transaction:false", rest, word)
				}
				if word == "up" {
					up = part
				} else {
					f.Down = part
				}
			case word == "schema" && noted == 0:
				if _, known := schema.DialectOf(rest); !known {
					return refuse(at, "migrate:schema is for %q; it can be for postgresql, mysql or sqlite", rest)
				}
				f.Dialect, part, note, noted = rest, nil, &strings.Builder{}, at
			case word == "up", word == "down", word == "schema":
				return refuse(at, "migrate:%s is there twice", word)
			default:
				return refuse(at, "migrate:%s is unknown; there are migrate:up, migrate:down and migrate:schema", word)
			}
			continue
		}
		comment, isComment := strings.CutPrefix(line, "--")
		switch {
		case part != nil:
			part.Text += line + "\n"
		case isComment && note != nil:
			if f.State == nil {
				if !strings.HasPrefix(strings.TrimSpace(comment), "{") {
					continue // a comment
				}
				f.State = value.New(0)
			}
			note.WriteString(comment + "\n")
		case !isComment && strings.TrimSpace(line) != "":
			return refuse(at, "there is SQL outside of -- migrate:up and -- migrate:down")
		}
		if note != nil && f.State != nil {
			v, err := value.Parse([]byte(note.String()))
			if state, ok := v.(*value.Map); err == nil && ok {
				f.State = state
				note = nil // comments may follow
			}
		}
	}
	if up == nil {
		return refuse(0, `it has no line "-- migrate:up"`)
	}
	f.Up = *up
	if note != nil && f.State != nil {
		return refuse(noted, "the note of migrate:schema is no JSON object")
	}
	if f.State != nil {
		empty := value.New(0)
		schema.MergeState(empty, f.State)
	}
	return f, nil
}

// statements are those of a part. The error is an *Error.
func (f *File) statements(d schema.Dialect, p *Part) ([]schema.Statement, error) {
	list, err := d.Statements(p.Text)
	if err != nil {
		return nil, &Error{Path: f.Path, Line: p.Line, Reason: "it cannot be read", Err: err}
	}
	for _, s := range list {
		if d.Transactional() && !p.Loose && ends.MatchString(s.Text) {
			return nil, &Error{Path: f.Path, Line: p.line(s), Reason: fmt.Sprintf("each file is one transaction: remove %s, or write -- migrate:up transaction:false", s.Text)}
		}
	}
	return list, nil
}

// line is the line of a statement in its file.
func (p *Part) line(s schema.Statement) int {
	return p.Line + strings.Count(p.Text[:min(s.Pos, len(p.Text))], "\n")
}

// checksum identifies statements. Comments between them, and blanks around them, do
// not count.
func checksum(list []schema.Statement) string {
	h := sha256.New()
	for _, s := range list {
		fmt.Fprintf(h, "%d\n%s\n", len(s.Text), s.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
