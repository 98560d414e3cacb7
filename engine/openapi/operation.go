package openapi

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"framework/engine/describe"
	"framework/engine/orm"
	"framework/router"
)

// Operation is a method of a path.
type Operation struct {
	ID     string // unique in the document: "pet.find"
	Method string // upper case
	// Path has its parameters in braces: "/pet/{id}".
	Path   string
	Params []string // of the path, in order
	// Default is the name of the default action in lower case, "" for others.
	Default string
	Model   *orm.Model
	Assoc   *orm.Association // of default actions on the records of an association
	// Function is the action of the project that answers, nil where it is not known.
	Function *describe.Function
	// Action is the identity of the project's action, "" for other targets.
	Action  string
	Binding *router.Binding
}

// Operations lists what clients can ask over HTTP; what a route in front answers alone is
// left out. omitted are addresses that a document cannot express: regular expressions.
func (p *Project) Operations() (list []Operation, omitted []string) {
	b := collector{project: p, seen: map[string]bool{}, shapes: map[string]string{}, ids: map[string]int{}}
	for _, each := range p.Bindings {
		switch word, _, _ := strings.Cut(each.Target, " "); {
		case each.Address.Regexp != "":
			omitted = append(omitted, each.Address.String())
			continue
		case each.Guard == nil && !slices.Contains([]string{"view", "redirect", "response"}, word):
			continue // policies of routes, and what the server needs for itself
		case each.Address.Path == "/*" || each.Address.Path == "*":
			continue
		}
		b.add(each)
	}
	return b.list, omitted
}

type collector struct {
	project *Project
	list    []Operation
	seen    map[string]bool   // "GET /pet/{}"
	shapes  map[string]string // paths by what they match: a document has one of each
	ids     map[string]int
}

// allMethods are those of an address without a verb. TRACE and CONNECT are left out of ALL:
// browsers do not send them.
func allMethods(verb string) []string {
	switch verb {
	case "":
		return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	case "ALL":
		return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead, http.MethodOptions}
	case http.MethodConnect:
		return nil
	}
	return []string{verb}
}

func (c *collector) add(b *router.Binding) {
	for _, path := range Paths(b.Address.Path) {
		shape := parameter.ReplaceAllString(path, "{}")
		if known, ok := c.shapes[shape]; ok {
			path = known
		} else {
			c.shapes[shape] = path
		}
		for _, method := range allMethods(b.Address.Verb) {
			if key := method + " " + shape; !c.seen[key] {
				c.seen[key] = true
				c.list = append(c.list, c.operation(b, method, path))
			}
		}
	}
}

var (
	parameter = regexp.MustCompile(`\{([^{}]*)\}`)
	segment   = regexp.MustCompile(`(/)?:(\w+)(\([^)]*\))?([?*+])?`)
)

// Paths are the paths of a document that a pattern stands for: with and without its optional
// parameters.
func Paths(pattern string) []string {
	out := []string{""}
	grow := func(text string, optional bool) {
		n := len(out)
		for i := range n {
			if optional {
				out = append(out, out[i]) // without
			}
			out[i] += text
		}
	}
	stars := 0
	plain := func(text string) {
		for i, part := range strings.Split(text, "*") {
			if i > 0 {
				stars++
				name := "rest"
				if stars > 1 {
					name += strconv.Itoa(stars)
				}
				grow("{"+name+"}", false)
			}
			grow(part, false)
		}
	}
	at := 0
	for _, m := range segment.FindAllStringSubmatchIndex(pattern, -1) {
		plain(pattern[at:m[0]])
		optional := m[8] >= 0 && (pattern[m[8]] == '?' || pattern[m[8]] == '*')
		slash := ""
		if m[2] >= 0 {
			slash = "/"
		}
		grow(slash+"{"+pattern[m[4]:m[5]]+"}", optional)
		at = m[1]
	}
	plain(pattern[at:])
	for i := range out {
		if !strings.HasPrefix(out[i], "/") {
			out[i] = "/" + out[i]
		}
	}
	return slices.Compact(out)
}

func (c *collector) operation(b *router.Binding, method, path string) Operation {
	o := Operation{Method: method, Path: path, Default: b.Default, Binding: b}
	for _, m := range parameter.FindAllStringSubmatch(path, -1) {
		o.Params = append(o.Params, m[1])
	}
	if b.Default != "" {
		name, _ := b.Options.Value("model").(string)
		if name == "" {
			action, _ := b.Options.Value("action").(string)
			name, _, _ = strings.Cut(action, "/")
		}
		if o.Model = c.project.ORM.Model(strings.ToLower(name)); o.Model != nil {
			alias, _ := b.Options.Value("alias").(string)
			o.Assoc = o.Model.Association(alias)
		}
	}
	if b.Guard != nil && b.Default == "" {
		o.Action = strings.ReplaceAll(b.Target, " ", "")
		for i := range c.project.Code.Actions {
			if f := &c.project.Code.Actions[i]; f.Defined && f.Path == o.Action {
				o.Function = f
			}
		}
	}
	o.ID = c.id(&o)
	return o
}

var outside = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

// id is a name for an operation; the first one of a target has the plain name.
func (c *collector) id(o *Operation) string {
	id := strings.Trim(outside.ReplaceAllString(strings.ReplaceAll(o.Binding.Target, "/", "."), "-"), "-.")
	if o.Assoc != nil {
		id += "." + o.Assoc.Alias
	}
	if id == "" {
		id = "route"
	}
	c.ids[id]++
	if n := c.ids[id]; n > 1 {
		next := id + "-" + strings.ToLower(o.Method)
		if c.ids[next] > 0 {
			next = id + "-" + strconv.Itoa(n)
		}
		c.ids[next]++
		return next
	}
	return id
}

// Plain reports whether the operation is the one that clients of a model use: a RESTful
// route of a default action, by the method that is meant for it.
func (o *Operation) Plain() bool {
	return o.Default != "" && o.Model != nil && o.Binding.Family == router.REST
}
