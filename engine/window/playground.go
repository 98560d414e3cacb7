package window

import (
	"context"
	"errors"
	"net/http"
)

// Console runs what a person types in the lifted project.
type Console interface {
	// Run runs an input. The error is what is wrong with its text.
	Run(ctx context.Context, text string) (Ran, error)
	// Names lists what the name prefix may go on to, a member of the last name in of.
	Names(ctx context.Context, of []string, prefix string) ([]string, error)
}

// Ran is what an input came to.
type Ran struct {
	Text   string `json:"text"`
	Failed bool   `json:"failed"`
	// Incomplete: the input may be finished on its next line.
	Incomplete bool `json:"incomplete"`
}

// maxShownText is how many bytes of a value are sent to the page.
const maxShownText = 256 << 10

// errNoPlayground says that the page runs no code.
var errNoPlayground = errors.New("the playground is switched off (setting window.playground)")

// serveRun runs an input of the playground.
func (h *Handler) serveRun(p *Project, w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Text string `json:"text"`
	}
	if err := readJSON(w, r, &in); err != nil {
		return err
	}
	if !p.Playground {
		return &badRequest{errNoPlayground}
	}
	out, err := h.server.Run(r.Context(), in.Text)
	if err != nil {
		out = Ran{Text: h.server.Explain(err), Failed: true}
	}
	if len(out.Text) > maxShownText {
		out.Text = out.Text[:maxShownText] + " …"
	}
	return writeJSON(w, out)
}

// maxNames is how many names are offered.
const maxNames = 100

// serveComplete lists what a name of an input may go on to.
func (h *Handler) serveComplete(p *Project, w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Of     []string `json:"of"`
		Prefix string   `json:"prefix"`
	}
	if err := readJSON(w, r, &in); err != nil {
		return err
	}
	if !p.Playground {
		return &badRequest{errNoPlayground}
	}
	names, err := h.server.Names(r.Context(), in.Of, in.Prefix)
	if err != nil {
		return err
	}
	return writeJSON(w, append([]string{}, names[:min(len(names), maxNames)]...))
}
