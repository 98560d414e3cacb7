package cors

import (
	"fmt"
	"slices"
	"strings"

	"framework/engine/value"
)

// rule is what one route, or all routes, allow to other sites.
type rule struct {
	off         bool
	origins     []string // exact; "*" stands for every one
	credentials bool
	methods     string
	headers     string
	expose      string
	// unsafeAny sends credentials although every origin is allowed.
	unsafeAny bool
}

// defaults returns the defaults of the classic releases.
func defaults() rule {
	return rule{
		origins: []string{"*"}, credentials: true,
		methods: "GET, POST, PUT, DELETE, OPTIONS, HEAD", headers: "content-type",
	}
}

// Error is an invalid setting.
type Error struct {
	Where string // "config.cors", "route GET /a"
	Key   string
	Want  string
	Got   any
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s.%s: expected %s, got %s", e.Where, e.Key, e.Want, value.Append(nil, e.Got))
}

// Setting is what the error is about.
func (e *Error) Setting() string {
	if strings.HasPrefix(e.Where, "route ") {
		return "routes.cors"
	}
	return "security.cors." + e.Key
}

func truth(where, key string, v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, &Error{where, key, "true or false", v}
	}
	return b, nil
}

// list parses "a, b" or ["a", "b"].
func list(where, key string, v any) ([]string, error) {
	var all []string
	switch v := v.(type) {
	case string:
		all = strings.Split(v, ",")
	case []any:
		for _, each := range v {
			s, ok := each.(string)
			if !ok {
				return nil, &Error{where, key, "a list of texts", v}
			}
			all = append(all, s)
		}
	default:
		return nil, &Error{where, key, "a text or a list of them", v}
	}
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
		if strings.ContainsAny(all[i], "\r\n\x00") {
			return nil, &Error{where, key, "text without line ends", v}
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" }), nil
}

func joined(where, key string, v any) (string, error) {
	all, err := list(where, key, v)
	return strings.Join(all, ", "), err
}

// anyWithCredentials reports whether a rule has a combination that browsers
// forbid: every origin, with credentials.
func (r rule) anyWithCredentials() bool {
	return !r.off && r.credentials && !r.unsafeAny && slices.Contains(r.origins, "*")
}
