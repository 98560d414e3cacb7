package router

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"framework/engine/value"
)

var (
	slashGroup = regexp.MustCompile(`/\(`)
	parameter  = regexp.MustCompile(`(/)?(\.)?:(\w+)(\(.*?\))?(\?)?(\*)?`)
	delimiter  = regexp.MustCompile(`[/.]`)
)

// lineEnds are the characters that a wildcard does not match.
const lineEnds = "\n\r\u2028\u2029"

// pattern is a compiled address; names[i] is "" for a numbered capture.
type pattern struct {
	simple *simple // used instead of an expression if not nil
	*Expression
	names          []string
	both           bool // named captures also appear under their number
	matchOnTimeout bool // matches if the expression exceeds its time limit
}

func compile(a Address) (pattern, error) {
	if a.Regexp != "" {
		return expression(a, a.Regexp, pattern{names: a.Names, both: true})
	}
	if a.Grouped {
		return compileGrouped(a)
	}
	if s := newSimple(a.Path); s != nil {
		return pattern{simple: s}, nil
	}
	var names []string
	src := slashGroup.ReplaceAllString(a.Path+"/?", "(?:/")
	src = parameter.ReplaceAllStringFunc(src, func(s string) string {
		m := parameter.FindStringSubmatch(s)
		slash, dot, capture, optional := m[1], m[2], m[4], m[5]
		names = append(names, m[3])
		if capture == "" {
			capture = "([^/]+?)"
			if dot != "" {
				capture = "([^/.]+?)"
			}
		}
		out := slash + "(?:" + dot + capture + ")"
		if optional != "" {
			out = "(?:" + slash + dot + capture + ")?"
		}
		if m[6] != "" {
			out += "(/*)?"
		}
		return out
	})
	src = delimiter.ReplaceAllString(src, `\$0`)
	src = strings.ReplaceAll(src, "*", "([^"+lineEnds+"]*)")
	return expression(a, "(?i)^"+src+"$", pattern{names: names})
}

// expression compiles src into p.
func expression(a Address, src string, p pattern) (pattern, error) {
	var err error
	if p.Expression, err = CompileExpression(src, ""); err != nil {
		return pattern{}, fmt.Errorf("route %q: %w", a, err)
	}
	return p, nil
}

// match returns the captures of path, or false.
func (p *pattern) match(path string) (Params, bool) {
	switch {
	case p.simple != nil:
		return p.simple.match(path)
	case p.js != nil:
		return p.matchJS(path)
	}
	if p.re.NumSubexp() == 0 {
		return value.New(0), p.re.MatchString(path)
	}
	at := p.re.FindStringSubmatchIndex(path)
	if at == nil {
		return nil, false
	}
	return p.params(len(at)/2-1, func(i int) (string, bool) {
		if at[2*i] < 0 {
			return "", false
		}
		return path[at[2*i]:at[2*i+1]], true
	}), true
}

// matchJS is match for a backtracking expression; one that exceeds the time limit
// does not match, unless it has matchOnTimeout.
func (p *pattern) matchJS(path string) (Params, bool) {
	m, err := p.js.FindStringMatch(path)
	if err != nil && p.matchOnTimeout {
		return value.New(0), true
	}
	if err != nil || m == nil {
		return nil, false
	}
	groups := m.Groups()
	return p.params(len(groups)-1, func(i int) (string, bool) {
		return groups[i].String(), len(groups[i].Captures) > 0
	}), true
}

// params assigns the names to n captures.
func (p *pattern) params(n int, capture func(i int) (string, bool)) Params {
	out := value.New(n)
	number := 0
	for i := 1; i <= n; i++ {
		name := ""
		if i-1 < len(p.names) {
			name = p.names[i-1]
		}
		key := name
		if name == "" || p.both {
			key = strconv.Itoa(number)
			number++
		}
		raw, ok := capture(i)
		if !ok {
			continue
		}
		val := decode(raw)
		out.Set(key, val)
		if name != "" && p.both {
			out.Set(name, val)
		}
	}
	return out
}

// decode decodes percent escapes; malformed text is not changed, because
// DecodePath refuses it.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	if d, err := url.PathUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return s
}

// DecodePath returns an *Error with status 400 if path has an escape that is not
// UTF-8 text, as Sails 0.12 answers. Profiles that accept such paths do not call
// it.
func DecodePath(path string) error {
	if strings.IndexByte(path, '%') < 0 {
		return nil
	}
	if d, err := url.PathUnescape(path); err != nil || !utf8.ValidString(d) {
		return &Error{Status: 400, Message: "Bad request: Could not decode requested URL."}
	}
	return nil
}
