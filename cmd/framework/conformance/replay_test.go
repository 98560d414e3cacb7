package conformance_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"framework/engine/testenv"
)

// A transcript is what Sails answered to the steps of one scenario; see
// testdata/conformance/README.md.
type transcript struct {
	Scenario, Area, Title, App, Version, Env string
	Files                                    map[string]string
	Steps                                    []recorded
}

type recorded struct {
	N      int
	Step   step
	Result *result
}

type step struct {
	Kind, Method, Path string
	Client             string
	Data               json.RawMessage
	Headers            map[string]string
	JSON               json.RawMessage
	Form               map[string]any
	Raw                *string
	Jar                string
	Save               map[string]string
	Note               string
	MaskBody           bool
	MaskKeys           []string
	MaskHeaders        []string
	MaskText           [][2]string
}

func (s step) String() string {
	if s.Kind == "http" {
		return s.Method + " " + s.Path
	}
	return s.Client + " " + s.Kind + " " + s.Method + " " + s.Path
}

// result is an answer in the normal form of the transcripts.
type result struct {
	Status  int            `json:"status,omitempty"`
	Headers map[string]any `json:"headers,omitempty"`
	JSON    *any           `json:"json,omitempty"`
	Text    *string        `json:"text,omitempty"`
	Masked  bool           `json:"masked,omitempty"`
	Error   string         `json:"error,omitempty"`

	Connect    string `json:"connect,omitempty"`
	Disconnect string `json:"disconnect,omitempty"`
	// Events are those that clients have received, if the scenario has sockets.
	Events []any `json:"events,omitzero"`
}

// UnmarshalJSON keeps "json": null apart from no body at all.
func (r *result) UnmarshalJSON(text []byte) error {
	var raw struct {
		Status  int
		Headers map[string]any
		JSON    json.RawMessage
		Text    *string
		Masked  bool
		Error   string

		Connect, Disconnect string
		Events              []any
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	*r = result{Status: raw.Status, Headers: raw.Headers, Text: raw.Text, Masked: raw.Masked, Error: raw.Error, Connect: raw.Connect, Disconnect: raw.Disconnect, Events: raw.Events}
	if raw.JSON != nil {
		var v any
		if err := json.Unmarshal(raw.JSON, &v); err != nil {
			return err
		}
		r.JSON = &v
	}
	return nil
}

// player sends steps to a server and keeps cookies and saved values.
type player struct {
	base  string // http://host:port
	host  string
	paths [][2]string // text of this run, its name in transcripts
	jars  map[string]map[string]string
	vars  map[string]string
	// sockets are the clients of a scenario that listens to them.
	sockets sockets
	listens bool
	// freeDetails takes any wording of `details` for the same, as that of the
	// classic releases, which is for people to read.
	freeDetails bool
}

func newPlayer(base, appDir string) *player {
	return &player{
		base: base, host: strings.TrimPrefix(base, "http://"), paths: [][2]string{{appDir, "<app>"}},
		jars: map[string]map[string]string{}, vars: map[string]string{}, sockets: sockets{},
	}
}

func (p *player) play(s step) result {
	body, headers := p.body(s)
	if s.Jar != "" {
		if line := p.cookies(s.Jar); line != "" {
			headers["cookie"] = strings.Join(slices.DeleteFunc([]string{headers["cookie"], line}, func(s string) bool { return s == "" }), "; ")
		}
	}
	status, header, text, err := exchange(p.host, s.Method, p.fill(s.Path), headers, body)
	if err != nil {
		return result{Error: err.Error()}
	}
	if s.Jar != "" {
		p.keepCookies(s.Jar, header)
	}
	p.save(s, text)
	return p.normal(s, status, header, text)
}

var placeholder = regexp.MustCompile(`\{\{(\w+)(\|url)?\}\}`)

func (p *player) fill(s string) string {
	return placeholder.ReplaceAllStringFunc(s, func(m string) string {
		parts := placeholder.FindStringSubmatch(m)
		v, ok := p.vars[parts[1]]
		switch {
		case !ok:
			return m
		case parts[2] != "":
			return url.QueryEscape(v)
		}
		return v
	})
}

// body returns the body (nil for none) and the headers of a step.
func (p *player) body(s step) ([]byte, map[string]string) {
	headers := map[string]string{}
	for k, v := range s.Headers {
		headers[strings.ToLower(k)] = p.fill(v)
	}
	typed := func(t string) {
		if headers["content-type"] == "" {
			headers["content-type"] = t
		}
	}
	var body []byte
	switch {
	case s.JSON != nil:
		body = []byte(p.fill(string(s.JSON)))
		typed("application/json")
	case s.Form != nil:
		body = []byte(p.encodeForm(s.Form))
		typed("application/x-www-form-urlencoded")
	case s.Raw != nil:
		body = []byte(p.fill(*s.Raw))
	case s.Method == http.MethodPost || s.Method == http.MethodPut || s.Method == http.MethodPatch:
		headers["content-length"] = "0"
	}
	if body != nil {
		headers["content-length"] = fmt.Sprint(len(body))
	}
	return body, headers
}

func (p *player) encodeForm(form map[string]any) string {
	var keys []string
	for k := range form {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var pairs []string
	for _, k := range keys {
		list, ok := form[k].([]any)
		if !ok {
			list = []any{form[k]}
		}
		for _, v := range list {
			pairs = append(pairs, url.QueryEscape(k)+"="+strings.ReplaceAll(url.QueryEscape(p.fill(fmt.Sprint(v))), "+", "%20"))
		}
	}
	return strings.Join(pairs, "&")
}

// exchange writes the request as it stands, so that odd paths and verbs reach
// the server unchanged.
func exchange(host, method, path string, headers map[string]string, body []byte) (int, http.Header, []byte, error) {
	conn, err := net.DialTimeout("tcp", host, 5*time.Second)
	if err != nil {
		return 0, nil, nil, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(15 * time.Second))
	var req bytes.Buffer
	if own, ok := headers["host"]; ok {
		host = own
	}
	fmt.Fprintf(&req, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", method, path, host)
	for k, v := range headers {
		if k != "host" {
			fmt.Fprintf(&req, "%s: %s\r\n", k, v)
		}
	}
	req.WriteString("\r\n")
	req.Write(body)
	if _, err := conn.Write(req.Bytes()); err != nil {
		return 0, nil, nil, err
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close()
	for _, list := range res.Header {
		for i, v := range list {
			list[i] = testenv.FromLatin1(v)
		}
	}
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, res.Header, text, err
}

func (p *player) keepCookies(jar string, h http.Header) {
	if p.jars[jar] == nil {
		p.jars[jar] = map[string]string{}
	}
	for _, line := range h.Values("Set-Cookie") {
		first, _, _ := strings.Cut(line, ";")
		name, value, _ := strings.Cut(first, "=")
		if strings.Contains(strings.ToLower(line), "expires=thu, 01 jan 1970") {
			delete(p.jars[jar], name)
		} else {
			p.jars[jar][name] = value
		}
	}
}

func (p *player) save(s step, text []byte) {
	for name, path := range s.Save {
		var body any
		_ = json.Unmarshal(text, &body)
		v := any(map[string]any{"body": body})
		for part := range strings.SplitSeq(path, ".") {
			m, _ := v.(map[string]any)
			v = m[part]
		}
		if v != nil {
			p.vars[name] = fmt.Sprint(v)
		}
	}
}

var (
	keptHeader    = regexp.MustCompile(`^(content-type|location|set-cookie|allow|vary|x-powered-by|content-disposition|cache-control|etag|link|www-authenticate|access-control-.*|x-.*)$`)
	isoDate       = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
	cookieExpiry  = regexp.MustCompile(`(?i)expires=[^;]+`)
	sessionCookie = regexp.MustCompile(`^((?:\w+\.)?sid)=[^;]*`)
	ownDatabase   = regexp.MustCompile(`fw_replay_\d+_\d+`)
	lengthTag     = regexp.MustCompile(`(?i)"[0-9a-f]+-[^"]+"`)
	checksumTag   = regexp.MustCompile(`"(-?\d+|[0-9a-f]{32})"`)
	bodyError     = regexp.MustCompile(`(Unable to parse HTTP body- error occurred :: )[\s\S]*`)
	rawError      = regexp.MustCompile(`(raw error: SyntaxError: )[^\n]*`)
	verbList      = regexp.MustCompile(`^[A-Z,\- ]+$`)
	stackLine     = regexp.MustCompile(`(\r?\n|&#10;|<br>|\\n)\s*(&nbsp;)*\s*at [^\n]*`)
	stackLines    = regexp.MustCompile(`(\s*<frame>)+`)
)

// normal brings an answer into the form of the transcripts: what cannot be
// equal between two runs is replaced by a name for it.
func (p *player) normal(s step, status int, h http.Header, text []byte) result {
	r := result{Status: status, Headers: map[string]any{}}
	for k, values := range h {
		name := strings.ToLower(k)
		if !keptHeader.MatchString(name) {
			continue
		}
		switch {
		case slices.Contains(s.MaskHeaders, name):
			r.Headers[name] = "<any>"
		case name == "set-cookie":
			var list []any
			for _, line := range values {
				list = append(list, maskedCookie(line))
			}
			r.Headers[name] = list
		case name == "etag":
			r.Headers[name] = maskedETag(strings.Join(values, ", "))
		default:
			r.Headers[name] = p.text(s, strings.Join(values, ", "), strings.HasPrefix(name, "access-control"))
		}
	}
	switch {
	case s.MaskBody:
		r.Masked = true
	case len(text) == 0:
	case strings.Contains(h.Get("Content-Type"), "json"):
		var v any
		if json.Unmarshal(text, &v) == nil {
			v = p.value(s, v, "")
			r.JSON = &v
			break
		}
		fallthrough
	default:
		t := p.text(s, string(text), false)
		r.Text = &t
	}
	return r
}

// maskedCookie is a line of Set-Cookie without what differs between two runs.
func maskedCookie(line string) string {
	line = cookieExpiry.ReplaceAllString(line, "Expires=<date>")
	return sessionCookie.ReplaceAllString(line, "$1=<sid>")
}

// maskedETag is the form of an entity tag: strong or weak, and what it is made
// of. The bodies that it stands for are compared themselves, dates excepted.
func maskedETag(tag string) string {
	tag = lengthTag.ReplaceAllString(tag, `"<length>-<hash>"`)
	return checksumTag.ReplaceAllString(tag, `"<hash>"`)
}

func (p *player) value(s step, v any, key string) any {
	if key != "" && slices.Contains(s.MaskKeys, key) {
		return "<any>"
	}
	switch v := v.(type) {
	case float64:
		if (key == "createdAt" || key == "updatedAt") && v > 1e11 {
			return "<date>"
		}
	case string:
		switch {
		case key == "details" && v != "" && p.freeDetails:
			return "<details>"
		case (key == "createdAt" || key == "updatedAt") && isoDate.MatchString(v):
			return "<date>"
		case key == "stack" || key == "rawStack":
			return "<stack>"
		case key == "_csrf" && len(v) > 20:
			return "<csrf>"
		}
		return p.text(s, v, false)
	case []any:
		for i := range v {
			v[i] = p.value(s, v[i], "")
		}
	case map[string]any:
		for k := range v {
			v[k] = p.value(s, v[k], k)
		}
	}
	return v
}

func (p *player) text(s step, t string, exactVerbs bool) string {
	for _, rep := range p.paths {
		t = strings.ReplaceAll(t, rep[0], rep[1])
	}
	t = strings.ReplaceAll(t, p.host, "<host>")
	t = ownDatabase.ReplaceAllString(t, "<database>")
	t = bodyError.ReplaceAllString(t, "$1<error>")
	t = rawError.ReplaceAllString(t, "$1<text>")
	if !exactVerbs && verbList.MatchString(t) && strings.Count(t, ",") > 3 && strings.Contains(t, "GET") && strings.Contains(t, "DELETE") {
		t = "<all methods>"
	}
	t = stackLine.ReplaceAllString(t, "\n<frame>")
	t = stackLines.ReplaceAllString(t, "\n<frames>")
	for _, m := range s.MaskText {
		t = regexp.MustCompile(m[0]).ReplaceAllString(t, m[1])
	}
	return t
}

// looseHeaders are not compared: X-Powered-By names the product.
var looseHeaders = []string{"x-powered-by"}

// difference says how got differs from want, one line each; nil when it does
// not.
func difference(want, got result) []string {
	var d []string
	if got.Error != "" || want.Error != "" {
		if got.Error != want.Error {
			return []string{fmt.Sprintf("error: expected %q, got %q", want.Error, got.Error)}
		}
		return nil
	}
	if want.Status != got.Status {
		d = append(d, fmt.Sprintf("status: expected %d, got %d", want.Status, got.Status))
	}
	switch {
	case want.Masked:
	case want.JSON != nil || got.JSON != nil:
		if want.JSON == nil || got.JSON == nil {
			d = append(d, fmt.Sprintf("body: expected %s, got %s", show(want), show(got)))
		} else {
			d = deepDifference(d, "body", *want.JSON, *got.JSON)
		}
	case strings.TrimSpace(deref(want.Text)) != strings.TrimSpace(deref(got.Text)):
		d = append(d, fmt.Sprintf("text: expected %s, got %s", show(want), show(got)))
	}
	if want.Connect != got.Connect || want.Disconnect != got.Disconnect {
		d = append(d, fmt.Sprintf("connection: expected %q %q, got %q %q", want.Connect, want.Disconnect, got.Connect, got.Disconnect))
	}
	if want.Events != nil || got.Events != nil {
		d = deepDifference(d, "events", typedKeys(any(want.Events)), any(got.Events))
	}
	names := map[string]bool{}
	for n := range want.Headers {
		names[n] = true
	}
	for n := range got.Headers {
		names[n] = true
	}
	for n := range names {
		if slices.Contains(looseHeaders, n) {
			continue
		}
		a, b := headerValue(n, want.Headers[n]), headerValue(n, got.Headers[n])
		if n == "vary" && saferVary(a, b) {
			continue
		}
		if !reflect.DeepEqual(a, b) {
			d = append(d, fmt.Sprintf("header %s: expected %v, got %v", n, a, b))
		}
	}
	slices.SortFunc(d, cmp.Compare[string])
	return d
}

// saferVary reports whether got names Origin beyond what was recorded: an answer
// that depends on the origin is not to be taken from a cache for another one.
func saferVary(want, got any) bool {
	names := strings.Split(fmt.Sprint(got), ", ")
	others := slices.DeleteFunc(names, func(name string) bool { return name == "Origin" })
	if len(others) == 0 {
		return want == nil
	}
	return want == strings.Join(others, ", ")
}

// headerValue is a header's value as far as it counts.
func headerValue(name string, v any) any {
	switch name {
	case "set-cookie":
		var cookies []string
		list, _ := v.([]any)
		for _, c := range list {
			cookies = append(cookies, maskedCookie(fmt.Sprint(c)))
		}
		sort.Strings(cookies)
		return cookies
	case "content-type":
		if t, params, err := mime.ParseMediaType(fmt.Sprint(v)); v != nil && err == nil {
			return t + ";" + strings.ToLower(params["charset"])
		}
	}
	if v == nil || v == "" {
		return nil
	}
	if name == "etag" {
		return maskedETag(fmt.Sprint(v))
	}
	return v
}

func deepDifference(d []string, path string, want, got any) []string {
	if len(d) > 12 || reflect.DeepEqual(want, got) {
		return d
	}
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		for k, v := range w {
			if gv, ok := g[k]; !ok {
				d = append(d, fmt.Sprintf("%s.%s: missing, expected %v", path, k, v))
			} else {
				d = deepDifference(d, path+"."+k, v, gv)
			}
		}
		for k, v := range g {
			if _, ok := w[k]; !ok {
				d = append(d, fmt.Sprintf("%s.%s: unexpected %v", path, k, v))
			}
		}
		return d
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			break
		}
		for i := range w {
			d = deepDifference(d, fmt.Sprintf("%s[%d]", path, i), w[i], g[i])
		}
		return d
	}
	a, _ := json.Marshal(want)
	b, _ := json.Marshal(got)
	return append(d, fmt.Sprintf("%s: expected %.300s, got %.300s", path, a, b))
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func show(r result) string {
	if r.JSON != nil {
		b, _ := json.Marshal(*r.JSON)
		return fmt.Sprintf("JSON %.300s", b)
	}
	if r.Text == nil {
		return "no body"
	}
	return fmt.Sprintf("text %.300q", *r.Text)
}
