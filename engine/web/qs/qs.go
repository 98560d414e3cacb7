package qs

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"framework/engine/value"
	"framework/router"
)

// Limits of qs 4: brackets nested deeper are part of the last name, indexes
// above arrayLimit are keys of an object, and parameters beyond the limit are
// left out.
const (
	maxDepth       = 5
	arrayLimit     = 20
	parameterLimit = 1000
)

// formArrayLimit takes the place of arrayLimit in a form, whatever its length.
const formArrayLimit = 100

// maxParameters is where leaving out turns into refusing.
const maxParameters = 100_000

// Parse reads a query such as "a=1&b[c]=2&d[]=3". Values are strings, arrays
// and objects of them; a name without "=" has the value "". Escapes that do
// not decode to UTF-8 are kept as they are. The error is a *router.Error with
// status 400.
func Parse(text string) (*value.Map, error) {
	if n := strings.Count(text, "&"); n > maxParameters {
		return nil, tooMany(n + 1)
	}
	return stripPrototypeKeys(parse(text, limits{depth: maxDepth, array: arrayLimit}))
}

// ParseForm reads a form body, which leaves nothing out: lists are as long as
// the form, and what is too deep or too much is an error.
func ParseForm(text string) (*value.Map, error) {
	n := strings.Count(text, "&")
	if n >= parameterLimit {
		return nil, tooMany(n + 1)
	}
	// A pair of brackets becomes a list or an object of a hundred bytes.
	if brackets := strings.Count(text, "[") + strings.Count(text, "%5"); brackets > parameterLimit+len(text)/8 {
		return nil, &router.Error{Status: http.StatusBadRequest, Code: "E_TOO_DEEP", Message: "Bad request: the form is hardly more than brackets."}
	}
	return stripPrototypeKeys(parse(text, limits{depth: value.MaxDepth - 1, array: max(formArrayLimit, n), strict: true}))
}

func stripPrototypeKeys(m *value.Map, err error) (*value.Map, error) {
	if err == nil {
		value.StripPrototypeKeys(m)
	}
	return m, err
}

func tooMany(n int) error {
	return &router.Error{Status: http.StatusBadRequest, Code: "E_TOO_MANY_PARAMETERS", Message: fmt.Sprintf("Bad request: %d parameters are too many.", n)}
}

// limits bound the names.
type limits struct {
	depth, array int
	strict       bool // deeper names are errors
}

func parse(text string, l limits) (*value.Map, error) {
	if text == "" {
		return value.New(0), nil
	}
	out := value.New(8)
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	n := 0
	for part := range strings.SplitSeq(text, "&") {
		if part == "" {
			continue
		}
		if n++; n > parameterLimit {
			break
		}
		name, val, _ := strings.Cut(part, "=")
		// "a[=]=b": an equals sign inside brackets belongs to the name.
		if i := strings.Index(part, "]="); i >= 0 {
			name, val = part[:i+1], part[i+2:]
		}
		name = unescape(name)
		if name == "" {
			continue
		}
		if !l.put(out, name, unescape(val)) {
			return nil, &router.Error{Status: http.StatusBadRequest, Code: "E_TOO_DEEP", Message: fmt.Sprintf("Bad request: a parameter is nested deeper than %d levels.", l.depth+1)}
		}
	}
	for i := range out.Len() {
		_, v := out.At(i)
		out.SetAt(i, settle(v))
	}
	return out, nil
}

func unescape(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	if d, err := url.QueryUnescape(s); err == nil && utf8.ValidString(d) {
		return d
	}
	return s
}

// list is an array being filled; its indexes may have gaps until it settles.
type list struct {
	at   []int
	vals []any
	free int // no index below is
}

func (l *list) set(i int, v any) { l.at, l.vals = append(l.at, i), append(l.vals, v) }

// append is for "a=" behind "a[0]=": it comes last.
func (l *list) append(v any) {
	next := 0
	for _, i := range l.at {
		next = max(next, i+1)
	}
	l.set(next, v)
}

// fill is for "a[]=": it takes the first place that is free.
func (l *list) fill(v any) {
	for slices.Contains(l.at, l.free) {
		l.free++
	}
	l.set(l.free, v)
}

// put reports whether the name is within the limits.
func (lim limits) put(out *value.Map, name, val string) bool {
	root, path, ok := lim.split(name)
	if !ok {
		return false
	}
	if root == "" {
		root = free(out)
	}
	if !slices.Contains(path, "__proto__") {
		out.Set(root, lim.assign(out.Value(root), path, val))
	}
	return true
}

// free is the first index that is no key of m: the place of "[]" in an object.
func free(m *value.Map) string {
	for i := 0; ; i++ {
		if key := strconv.Itoa(i); !m.Has(key) {
			return key
		}
	}
}

// split divides "a[b][]" into "a" and "b", "". What is nested too deeply stays
// one name, or is refused.
func (lim limits) split(name string) (string, []string, bool) {
	open := strings.IndexByte(name, '[')
	if open < 0 || !strings.Contains(name[open:], "]") {
		return name, nil, true
	}
	root, rest := name[:open], name[open:]
	var path []string
	for len(rest) > 0 && rest[0] == '[' {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			break
		}
		if len(path) == lim.depth {
			if lim.strict {
				return "", nil, false
			}
			path = append(path, rest)
			break
		}
		path = append(path, rest[1:end])
		rest = rest[end+1:]
	}
	if root == "" {
		root, path = path[0], path[1:]
	}
	return root, path, true
}

// assign puts value at path into old and returns what stands there now.
func (lim limits) assign(old any, path []string, val string) any {
	if len(path) == 0 {
		switch o := old.(type) {
		case nil:
			return val
		case *list:
			o.append(val)
			return o
		case *value.Map:
			o.Set(val, true)
			return o
		}
		l := &list{}
		l.append(old)
		l.append(val)
		return l
	}
	key, rest := path[0], path[1:]
	for key == "" && len(rest) > 0 && rest[0] == "" { // "a[][]=": one pair of them counts
		rest = rest[1:]
	}
	index, _ := strconv.Atoi(key)
	isIndex := index >= 0 && index <= lim.array && strconv.Itoa(index) == key
	if key == "" || isIndex {
		switch o := old.(type) {
		case nil:
			l := &list{}
			l.set(index, lim.assign(nil, rest, val))
			return l
		case string: // "a=1&a[]=2" is a list of both
			l := &list{}
			l.append(o)
			l.append(lim.assign(nil, rest, val))
			return l
		case *list:
			i := slices.Index(o.at, index)
			switch {
			case key == "" && len(rest) > 0 && i >= 0 && isMap(o.vals[i]): // "a[][b]=1&a[][c]=2" is one object
				o.vals[i] = lim.assign(o.vals[i], rest, val)
			case key == "":
				o.fill(lim.assign(nil, rest, val))
			case i < 0:
				o.set(index, lim.assign(nil, rest, val))
			default:
				o.vals[i] = lim.assign(o.vals[i], rest, val)
			}
			return o
		}
	}
	if text, ok := old.(string); ok { // "a=1&a[b]=2" is a list of both
		l := &list{}
		l.append(text)
		l.append(lim.assign(nil, path, val))
		return l
	}
	m := asMap(old)
	if key == "" {
		key = free(m)
	}
	m.Set(key, lim.assign(m.Value(key), rest, val))
	return m
}

func asMap(old any) *value.Map {
	switch o := old.(type) {
	case *value.Map:
		return o
	case *list:
		m := value.New(len(o.at) + 1)
		for i, at := range o.at {
			m.Set(strconv.Itoa(at), o.vals[i])
		}
		return m
	}
	return value.New(1)
}

func isMap(v any) bool {
	_, ok := v.(*value.Map)
	return ok
}

// settle turns the lists in v into arrays without gaps.
func settle(v any) any {
	switch v := v.(type) {
	case *list:
		order := make([]int, len(v.at))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return v.at[a] - v.at[b] })
		out := make([]any, len(order))
		for i, at := range order {
			out[i] = settle(v.vals[at])
		}
		return out
	case *value.Map:
		for i := range v.Len() {
			_, inner := v.At(i)
			v.SetAt(i, settle(inner))
		}
	}
	return v
}
