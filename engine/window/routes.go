package window

import (
	"errors"
	"net/http"
	"strings"

	"framework/engine/routes"
	"framework/router"
)

// serveRoutes answers with all bindings in the order in which they are matched. There may be
// tens of thousands: each is a list of verb, path, target, family, source, transport,
// policies and reasons for JavaScript, the last two as numbers of entries in "lists".
func (h *Handler) serveRoutes(p *Project, w http.ResponseWriter, _ *http.Request) error {
	lists := lists{known: map[string]int{}, all: [][]string{}}
	coverage := router.NewCoverage()
	rows := [][8]any{}
	var before []*router.Binding // policies in front of paths
	for _, b := range p.Table.Bindings() {
		rows = append(rows, [8]any{
			b.Address.Verb, b.Address.Pattern(), b.Target, b.Family, b.Source, p.Transport(b.Address.Verb),
			lists.number(policies(b, before, coverage)), lists.number(b.Script),
		})
		if isPolicy(b) {
			before = append(before, b)
		}
	}
	return writeJSON(w, map[string]any{"routes": rows, "lists": lists.all})
}

// lists are lists of texts, each of which is sent once.
type lists struct {
	known map[string]int
	all   [][]string
}

func (l *lists) number(of []string) int {
	key := strings.Join(of, "\x00")
	n, ok := l.known[key]
	if !ok {
		n = len(l.all)
		l.known[key] = n
		l.all = append(l.all, append([]string{}, of...))
	}
	return n
}

func isPolicy(b *router.Binding) bool { return strings.HasPrefix(b.Target, routes.PolicyTarget) }

// policies are those that every request has to pass before the binding answers: those of
// routes in front of it, and its own.
func policies(b *router.Binding, before []*router.Binding, coverage *router.Coverage) []string {
	var out []string
	for _, earlier := range before {
		if coverage.Covers(earlier, b) {
			out = append(out, strings.TrimPrefix(earlier.Target, routes.PolicyTarget))
		}
	}
	if b.Guard != nil {
		out = append(out, b.Guard.Policies...)
	}
	return out
}

// stop is a binding that a request comes to.
type stop struct {
	Address  string      `json:"address"`
	Target   string      `json:"target"`
	Family   string      `json:"family"`
	Source   string      `json:"source,omitempty"`
	Policies []string    `json:"policies"`
	Rule     string      `json:"rule,omitempty"` // of config/policies.js
	Script   []string    `json:"script"`
	Params   [][2]string `json:"params"`
	// Policy: it is a policy of a route, which lets requests pass or answers.
	Policy bool `json:"policy"`
	// Ignores: it matches the path, but not this URL.
	Ignores bool `json:"ignores"`
	// Ends: nothing behind it is reached.
	Ends bool `json:"ends"`
	// Reached is not set behind one that ends.
	Reached bool `json:"reached"`
}

// serveWalk answers with what a request would come to, step by step. Nothing is run.
func (h *Handler) serveWalk(p *Project, w http.ResponseWriter, r *http.Request) error {
	method, address := strings.ToUpper(strings.TrimSpace(r.URL.Query().Get("method"))), strings.TrimSpace(r.URL.Query().Get("url"))
	if method == "" {
		method = http.MethodGet
	}
	if !strings.HasPrefix(address, "/") {
		return &badRequest{errors.New("write a path that begins with a slash, such as /pet/7")}
	}
	path, _, _ := strings.Cut(address, "?")
	stops := []stop{}
	reached := true
	for m := range router.Walk(p.Table, method, address, path) {
		b := m.Binding
		s := stop{
			Address: b.Address.String(), Target: b.Target, Family: string(b.Family), Source: b.Source, Policies: []string{}, Script: list(b.Script),
			Params: [][2]string{}, Policy: isPolicy(b), Ignores: m.Ignores, Ends: (b.Ends || b.Default != "") && !m.Ignores, Reached: reached,
		}
		if b.Guard != nil {
			s.Policies, s.Rule = list(b.Guard.Policies), b.Guard.Rule
		}
		if m.Params != nil {
			for name, v := range m.Params.All() {
				if text, ok := v.(string); ok {
					s.Params = append(s.Params, [2]string{name, text})
				}
			}
		}
		stops = append(stops, s)
		reached = reached && !s.Ends
	}
	return writeJSON(w, map[string]any{
		"method": method, "url": address, "stops": stops, "ends": !reached,
		"files": method == http.MethodGet || method == http.MethodHead, "csrf": p.CSRF && changes(method),
		"others": p.Table.Methods(path),
	})
}

// changes reports whether requests of a method change something.
func changes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
