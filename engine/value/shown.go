package value

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// shownWidth is how wide a line gets before a value is spread over several.
	shownWidth = 80
	// shownTogether is how many levels of nesting may share a line. In four
	// columns it is how many entries fit side by side.
	shownTogether = 3
	// shownMembers is how many members of a list are shown.
	shownMembers = 100
)

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)

// Verbatim is a value that Shown shows as this text.
type Verbatim string

// Shown shows a value as util.inspect of Node 12 and later does, down to a
// level of nesting; values below it are named by their kind.
func Shown(v any, depth int) string {
	s := shower{depth: depth}
	return s.show(v, 0)
}

// ShownDepth is the level of nesting that util.inspect stops at.
const ShownDepth = 2

type shower struct {
	depth  int
	indent int
	// last is the level of the object that was shown last.
	last int
}

func (s *shower) show(v any, level int) string {
	switch v := v.(type) {
	case Verbatim:
		return string(v)
	case string:
		return s.text(v, level)
	case float64:
		if v == 0 && math.Signbit(v) {
			return "-0"
		}
	case time.Time:
		return v.UTC().Format(DateLayout)
	case fmt.Stringer:
		return v.String()
	case []any:
		switch {
		case len(v) == 0:
			return "[]"
		case level > s.depth:
			return "[Array]"
		}
		s.last = level
		parts := make([]string, 0, len(v))
		s.indent += 2
		for i, member := range v {
			if i == shownMembers {
				n := len(v) - i
				parts = append(parts, fmt.Sprintf("... %d more item%s", n, map[bool]string{true: "s"}[n > 1]))
				break
			}
			parts = append(parts, s.show(member, level+1))
		}
		s.indent -= 2
		whole := len(parts)
		if whole > 6 {
			parts = s.columns(parts, v)
		}
		return s.join("[", parts, "]", level, whole)
	case *Map:
		switch {
		case v.Len() == 0:
			return "{}"
		case level > s.depth:
			return "[Object]"
		}
		s.last = level
		parts := make([]string, 0, v.Len())
		s.indent += 2
		for k, member := range v.All() {
			if !plainKey.MatchString(k) {
				k = quoted(k)
			}
			parts = append(parts, k+": "+s.show(member, level+1))
		}
		s.indent -= 2
		return s.join("{", parts, "}", level, len(parts))
	}
	return Inspect(v)
}

// join puts parts on one line if they fit there.
func (s *shower) join(open string, parts []string, end string, level, whole int) string {
	if s.last-level < shownTogether && len(parts) == whole {
		width := len(parts) + s.indent + len(open) + 10 + len(parts)
		for _, p := range parts {
			width += utf8.RuneCountInString(p)
		}
		if line := strings.Join(parts, ", "); width <= shownWidth && !strings.Contains(line, "\n") {
			return open + " " + line + " " + end
		}
	}
	margin := "\n" + strings.Repeat(" ", s.indent)
	return open + margin + "  " + strings.Join(parts, ","+margin+"  ") + margin + end
}

// columns puts the parts of a longer list below each other.
func (s *shower) columns(parts []string, values []any) []string {
	count := min(len(parts), shownMembers)
	total, longest := 0, 0
	for _, p := range parts[:count] {
		n := utf8.RuneCountInString(p)
		total, longest = total+n+2, max(longest, n)
	}
	widest := longest + 2
	if widest*3+s.indent >= shownWidth || float64(total)/float64(widest) <= 5 && longest > 6 {
		return parts
	}
	bias := math.Sqrt(float64(widest) - float64(total)/float64(len(parts)))
	width := math.Max(float64(widest)-3-bias, 1)
	columns := min(int(math.Round(math.Sqrt(2.5*width*float64(count))/width)), (shownWidth-s.indent)/widest, shownTogether*4, 15)
	if columns <= 1 {
		return parts
	}
	widths := make([]int, columns)
	for i, p := range parts[:count] {
		widths[i%columns] = max(widths[i%columns], utf8.RuneCountInString(p)+2)
	}
	numbers := true
	for _, v := range values {
		switch v.(type) {
		case int, int64, float64:
		default:
			numbers = false
		}
	}
	var out []string
	for i := 0; i < count; i += columns {
		var b strings.Builder
		end := min(i+columns, count)
		for j := i; j < end; j++ {
			p, pad := parts[j], 0
			if j < end-1 {
				p += ", "
				pad = widths[j-i] - utf8.RuneCountInString(p)
			} else if numbers {
				pad = widths[j-i] - 2 - utf8.RuneCountInString(p)
			}
			blanks := strings.Repeat(" ", max(pad, 0))
			if numbers {
				p = blanks + p
			} else {
				p += blanks
			}
			b.WriteString(p)
		}
		out = append(out, b.String())
	}
	return append(out, parts[count:]...)
}

// text shows text, a long one with a line for each of its own.
func (s *shower) text(v string, level int) string {
	if n := utf8.RuneCountInString(v); level == 0 || n <= 16 || n <= shownWidth-s.indent-4 || !strings.Contains(strings.TrimSuffix(v, "\n"), "\n") {
		return quoted(v)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(v, "\n"), "\n")
	if strings.HasSuffix(v, "\n") {
		lines[len(lines)-1] += "\n"
	}
	for i := range lines {
		lines[i] = quoted(lines[i])
	}
	return strings.Join(lines, " +\n"+strings.Repeat(" ", s.indent))
}

// quoted puts text into the quotes that it holds none of.
func quoted(v string) string {
	quote := "'"
	if strings.Contains(v, "'") {
		switch {
		case !strings.Contains(v, `"`):
			quote = `"`
		case !strings.Contains(v, "`") && !strings.Contains(v, "${"):
			quote = "`"
		}
	}
	var b strings.Builder
	b.WriteString(quote)
	for _, r := range v {
		short := map[rune]string{'\n': `\n`, '\t': `\t`, '\r': `\r`, '\b': `\b`, '\f': `\f`, '\v': `\v`, '\\': `\\`}[r]
		switch {
		case short != "":
			b.WriteString(short)
		case r < ' ' || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02X`, r)
		case string(r) == quote:
			b.WriteString(`\` + quote)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + quote
}
