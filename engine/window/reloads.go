package window

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"framework/engine/diff"
)

// Reload is a version of the project that was built, or could not be.
type Reload struct {
	At    time.Time
	Took  time.Duration
	First bool // it was the first one
	Diff  diff.Diff
	Steps []ReloadStep
	// Warnings are those of the version.
	Warnings []string
	Err      error
}

// ReloadStep is a part of a build.
type ReloadStep struct {
	Does string
	Took time.Duration
}

// reload is a Reload as the page shows it.
type reload struct {
	Kind     string       `json:"kind"` // "reload"
	Number   int64        `json:"number"`
	At       time.Time    `json:"at"`
	Took     float64      `json:"took"`
	First    bool         `json:"first"`
	Added    []string     `json:"added"`
	Removed  []string     `json:"removed"`
	Models   []string     `json:"models"`
	Files    []string     `json:"files"`
	Warnings []string     `json:"warnings"`
	Steps    []reloadStep `json:"steps"`
	Error    string       `json:"error,omitempty"`
	Frames   []string     `json:"frames,omitempty"`
}

type reloadStep struct {
	Does string  `json:"does"`
	Took float64 `json:"took"`
}

// keptReloads is how many reloads are kept.
const keptReloads = 50

// reloads are the last ones.
type reloads struct {
	mu   sync.Mutex
	last int64
	kept []*reload // not changed once they are in the list
}

// Reloaded records that a version was built, or could not be.
func (h *Handler) Reloaded(r Reload) {
	out := &reload{
		Kind: "reload", At: r.At, Took: milliseconds(r.Took), First: r.First,
		Added: list(r.Diff.Added), Removed: list(r.Diff.Removed), Models: list(r.Diff.Models), Files: []string{}, Warnings: list(r.Warnings),
		Steps: []reloadStep{},
	}
	for _, s := range r.Steps {
		out.Steps = append(out.Steps, reloadStep{s.Does, milliseconds(s.Took)})
	}
	if r.Err != nil {
		out.Error, out.Frames = cut(h.server.Explain(r.Err)), frames(r.Err)
	}
	h.reloads.mu.Lock()
	h.reloads.last++
	out.Number = h.reloads.last
	h.reloads.kept = append(h.reloads.kept, out)
	if n := len(h.reloads.kept) - keptReloads; n > 0 {
		h.reloads.kept = slices.Delete(h.reloads.kept, 0, n)
	}
	h.reloads.mu.Unlock()
	h.sendReload(out)
}

// ReloadedFor records for which files the last version was built.
func (h *Handler) ReloadedFor(files []string) {
	h.reloads.mu.Lock()
	n := len(h.reloads.kept)
	if n == 0 || len(files) == 0 {
		h.reloads.mu.Unlock()
		return
	}
	of := *h.reloads.kept[n-1]
	of.Files = list(files)
	h.reloads.kept[n-1] = &of
	h.reloads.mu.Unlock()
	h.sendReload(&of)
}

func (h *Handler) sendReload(r *reload) {
	if text, err := json.Marshal(r); err == nil {
		h.live.send(text)
	}
}

// maxListed is how many entries of a list are kept.
const maxListed = 200

// list is never nil, which would be null on the page.
func list(of []string) []string {
	return append([]string{}, of[:min(len(of), maxListed)]...)
}

// serveReloads answers with the reloads that are kept, the oldest first.
func (h *Handler) serveReloads(_ *Project, w http.ResponseWriter, _ *http.Request) error {
	h.reloads.mu.Lock()
	all := append([]*reload{}, h.reloads.kept...)
	h.reloads.mu.Unlock()
	return writeJSON(w, all)
}
