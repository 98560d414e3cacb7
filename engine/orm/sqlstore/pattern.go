package sqlstore

import (
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// Pattern is a text with what may stand before and after it. A % in the text is a
// wildcard, the only one, unless it is literal.
type Pattern struct {
	Before, Text, After string
	Literal             bool
	// IgnoreCase says that case is ignored, whatever the store does otherwise.
	IgnoreCase bool
}

func patternOf(e orm.Compare) Pattern {
	p := Pattern{IgnoreCase: e.IgnoreCase}
	if e.Value = Comparable(e.Value); e.Value != nil {
		p.Text = TextOf(e.Value)
	}
	switch e.Op {
	case orm.Contains:
		p.Before, p.After, p.Literal = "%", "%", e.Literal
	case orm.StartsWith:
		p.After, p.Literal = "%", e.Literal
	case orm.EndsWith:
		p.Before, p.Literal = "%", e.Literal
	}
	return p
}

// Escape is the clause that goes with Pattern.Like.
const Escape = " ESCAPE '|'"

// Like returns the pattern for LIKE, in which | is the escape character: MySQL
// interprets backslashes in strings.
func (p *Pattern) Like() string {
	switch {
	case !strings.ContainsAny(p.Text, "_|%"):
		return p.Before + p.Text + p.After
	case p.Literal:
		return p.Before + strings.NewReplacer("|", "||", "_", "|_", "%", "|%").Replace(p.Text) + p.After
	}
	return p.Before + strings.NewReplacer("|", "||", "_", "|_").Replace(p.Text) + p.After
}

// Glob returns the pattern for GLOB of SQLite.
func (p *Pattern) Glob() string {
	text := strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(p.Text)
	if !p.Literal {
		text = strings.ReplaceAll(text, "%", "*")
	}
	return strings.ReplaceAll(p.Before, "%", "*") + text + strings.ReplaceAll(p.After, "%", "*")
}

// Open says that a text that matches may begin with anything.
func (p *Pattern) Open() bool {
	return p.Before != "" || !p.Literal && strings.HasPrefix(p.Text, "%")
}

func (p *Pattern) hasNUL() bool { return strings.IndexByte(p.Text, 0) >= 0 }

// TextOf returns a value as text.
func TextOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case []byte:
		return string(x)
	case time.Time:
		return x.UTC().Format(value.DateLayout)
	}
	return strings.Trim(string(value.Append(nil, v)), `"`)
}
