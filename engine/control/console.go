package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// input is what a console asks for: an input to run, or a name to complete.
type input struct {
	Text    string   `json:"text,omitempty"`
	Colours bool     `json:"colours,omitempty"`
	Of      []string `json:"of,omitempty"`
	Prefix  string   `json:"prefix,omitempty"`
}

// reply is what it gets.
type reply struct {
	Evaluated
	Names   []string `json:"names,omitempty"`
	Error   string   `json:"error,omitempty"`
	Refused bool     `json:"refused,omitempty"`
}

// serveConsole answers consoles of other processes.
func serveConsole(serve *http.ServeMux, s Server, c Console) {
	handle := func(path string, answer func(ctx context.Context, in input) (reply, error)) {
		serve.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			var in input
			if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 16<<20)).Decode(&in); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			out, err := answer(r.Context(), in)
			if err != nil {
				out = reply{Error: s.Explain(err), Refused: errors.Is(err, ErrRefused)}
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(out) // who asked is gone
		})
	}
	handle("/console/run", func(ctx context.Context, in input) (reply, error) {
		out, err := c.Evaluate(ctx, in.Text, in.Colours)
		return reply{Evaluated: out}, err
	})
	handle("/console/complete", func(ctx context.Context, in input) (reply, error) {
		names, err := c.Complete(ctx, in.Of, in.Prefix)
		return reply{Names: names}, err
	})
}

// Attached is a console of a server in another process.
type Attached struct {
	file file
	dir  string
}

// attachTime is how long a server may take to answer the first question of a console: one
// whose script runs for longer is of no use to it.
const attachTime = 5 * time.Second

// Attach finds a server that runs on the project in dir and runs inputs of consoles; nil if
// there is none.
func Attach(ctx context.Context, dir string) (*Attached, error) {
	var found *Attached
	_, err := eachServer(dir, func(f file) error {
		a := &Attached{f, dir}
		asked, cancel := context.WithTimeout(ctx, attachTime)
		defer cancel()
		switch _, err := a.Complete(asked, nil, "framework"); {
		case errors.Is(err, ErrRefused), asked.Err() != nil && ctx.Err() == nil:
			return nil
		case err != nil:
			return err
		}
		if found == nil {
			found = a
		}
		return nil
	})
	return found, err
}

// Process is the process of the server.
func (a *Attached) Process() int { return a.file.PID }

// Evaluate runs an input in the server.
func (a *Attached) Evaluate(ctx context.Context, text string, colours bool) (Evaluated, error) {
	out, err := a.ask(ctx, "/console/run", input{Text: text, Colours: colours})
	return out.Evaluated, err
}

// Complete lists what a name may go on to in the server.
func (a *Attached) Complete(ctx context.Context, of []string, prefix string) ([]string, error) {
	out, err := a.ask(ctx, "/console/complete", input{Of: of, Prefix: prefix})
	return out.Names, err
}

// Reload has the server load the project again.
func (a *Attached) Reload(ctx context.Context) (string, error) {
	said, err := AskReload(ctx, a.dir)
	return strings.Join(said, "\n"), err
}

func (a *Attached) ask(ctx context.Context, path string, in input) (reply, error) {
	var out reply
	text, err := json.Marshal(in)
	if err != nil {
		return out, err
	}
	body, err := a.file.send(ctx, http.MethodPost, path, bytes.NewReader(text))
	if err != nil {
		return out, fmt.Errorf("asking the server %d: %w", a.file.PID, err)
	}
	if err := json.Unmarshal(body, &out); err != nil {
		return out, fmt.Errorf("asking the server %d: %w", a.file.PID, err)
	}
	switch {
	case out.Refused:
		return out, ErrRefused
	case out.Error != "":
		return out, errors.New(out.Error)
	}
	return out, nil
}
