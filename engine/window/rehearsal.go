package window

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Rehearsal is what the policies say about a request.
type Rehearsal struct {
	// Said has the policies that ran, in their order: those behind one that does not let the
	// request pass did not run.
	Said []Said
	// Passed: all of them let it pass, or there is none.
	Passed bool
	// Target is what would serve the request, or was the last to be asked; "" for none.
	Target string
	// Status, Body and Location are the answer of what did not let the request pass.
	Status   int
	Body     string
	Location string
	// Err is what it failed with.
	Err error
}

// Said is what a policy says.
type Said struct {
	Policy, Source string
	Took           time.Duration
	Passed         bool
}

// said is a Said as the page shows it.
type said struct {
	Policy string  `json:"policy"`
	Source string  `json:"source,omitempty"`
	Took   float64 `json:"took"`
	Passed bool    `json:"passed"`
}

// written is a request that was written on the page.
type written struct {
	Method  string      `json:"method"`
	URL     string      `json:"url"`
	Headers [][2]string `json:"headers"`
	Body    string      `json:"body"`
}

// serveRehearse answers with what the policies say about a request of the client.
func (h *Handler) serveRehearse(p *Project, w http.ResponseWriter, r *http.Request) error {
	var in written
	if err := readJSON(w, r, &in); err != nil {
		return err
	}
	asked, err := in.request(r)
	if err != nil {
		return &badRequest{err}
	}
	got := p.Rehearse(w, asked)
	out := struct {
		Said     []said `json:"said"`
		Passed   bool   `json:"passed"`
		Target   string `json:"target,omitempty"`
		Status   int    `json:"status,omitempty"`
		Body     string `json:"body,omitempty"`
		Location string `json:"location,omitempty"`
		Error    string `json:"error,omitempty"`
	}{Said: []said{}, Passed: got.Passed, Target: got.Target}
	for _, s := range got.Said {
		out.Said = append(out.Said, said{s.Policy, s.Source, milliseconds(s.Took), s.Passed})
	}
	if !got.Passed {
		out.Status, out.Body, out.Location = got.Status, cut(got.Body), got.Location
		if got.Err != nil {
			out.Error = cut(h.server.Explain(got.Err))
		}
	}
	return writeJSON(w, out)
}

// request is the request as it would come in: from the client of the page, in its session.
func (in *written) request(page *http.Request) (*http.Request, error) {
	if !strings.HasPrefix(in.URL, "/") {
		return nil, errors.New("write a path that begins with a slash, such as /pet/7")
	}
	target, err := url.ParseRequestURI(in.URL)
	if err != nil {
		return nil, err
	}
	out, err := http.NewRequestWithContext(page.Context(), strings.ToUpper(in.Method), in.URL, strings.NewReader(in.Body))
	if err != nil {
		return nil, err
	}
	out.URL, out.RequestURI, out.Host, out.RemoteAddr, out.TLS = target, in.URL, page.Host, page.RemoteAddr, page.TLS
	for _, name := range []string{"User-Agent", "Accept-Language"} {
		out.Header[name] = page.Header[name]
	}
	for _, c := range page.Cookies() {
		if c.Name != cookieName(page.Host) {
			out.AddCookie(c)
		}
	}
	for _, each := range in.Headers {
		out.Header.Add(each[0], each[1])
	}
	if in.Body != "" && out.Header.Get("Content-Type") == "" {
		out.Header.Set("Content-Type", "application/json")
	}
	return out, nil
}
