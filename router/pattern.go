package router

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"framework/engine/ordered"
)

var (
	slashGroup = regexp.MustCompile(`/\(`)
	parameter  = regexp.MustCompile(`(/)?(\.)?:(\w+)(\(.*?\))?(\?)?(\*)?`)
	delimiter  = regexp.MustCompile(`[/.]`)
	literal    = regexp.MustCompile(`^[A-Za-z0-9_~%@!,;=&' -]+$`)
)

// pattern is a compiled address; names[i] is "" for a numbered capture.
type pattern struct {
	re    *regexp.Regexp
	names []string
	both  bool // named captures also appear under their number
}

func compile(a Address) (pattern, error) {
	if a.Regexp != "" {
		re, err := regexp.Compile(a.Regexp)
		if err != nil {
			return pattern{}, fmt.Errorf("route %q: %w", a, err)
		}
		return pattern{re: re, names: a.Names, both: true}, nil
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
	src = strings.ReplaceAll(src, "*", "(.*)")
	re, err := regexp.Compile("(?i)^" + src + "$")
	if err != nil {
		return pattern{}, fmt.Errorf("route %q: %w", a, err)
	}
	return pattern{re: re, names: names}, nil
}

// match returns the captures of path, or false.
func (p *pattern) match(path string) (Params, bool) {
	if p.re.NumSubexp() == 0 {
		return ordered.New(0), p.re.MatchString(path)
	}
	at := p.re.FindStringSubmatchIndex(path)
	if at == nil {
		return nil, false
	}
	out := ordered.New(len(at)/2 - 1)
	number := 0
	for i := 1; i < len(at)/2; i++ {
		name := ""
		if i-1 < len(p.names) {
			name = p.names[i-1]
		}
		key := name
		if name == "" || p.both {
			key = strconv.Itoa(number)
			number++
		}
		if at[2*i] < 0 {
			continue
		}
		value := decode(path[at[2*i]:at[2*i+1]])
		out.Set(key, value)
		if name != "" && p.both {
			out.Set(name, value)
		}
	}
	return out, true
}

// decode undoes percent escapes; malformed text stays as it is, for DecodePath
// is the place that refuses it.
func decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	if d, err := url.PathUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return s
}

// DecodePath returns an *Error with status 400 if path has an escape that does
// not stand for UTF-8 text, as Sails 0.12 answers. A profile that passes such
// text on as it is does not ask.
func DecodePath(path string) error {
	if strings.IndexByte(path, '%') < 0 {
		return nil
	}
	if d, err := url.PathUnescape(path); err != nil || !utf8.ValidString(d) {
		return &Error{Status: 400, Message: "Bad request: Could not decode requested URL."}
	}
	return nil
}

// anchor returns the lower-case first segment that every match of the address
// begins with, "" if there is none.
func (a Address) anchor() string {
	if a.Regexp != "" || len(a.Path) < 2 || a.Path[0] != '/' || strings.ContainsRune(a.Path, '|') {
		return ""
	}
	seg, tail, _ := strings.Cut(a.Path[1:], "/")
	if !literal.MatchString(seg) || len(seg) > maxAnchor || strings.HasPrefix(tail, "?") || strings.HasPrefix(tail, "{") {
		return ""
	}
	return strings.ToLower(seg)
}
