package engine

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"framework/engine/reloader"
)

// controlFolder holds a file for each server that runs on the project: its
// name is the server's process, its content says how to ask it for something.
const controlFolder = ".tmp/servers"

// controlFile is what such a file holds. Only the user who started the server
// can read it, and the address is reachable from this machine only.
type controlFile struct {
	PID     int    `json:"pid"`
	Address string `json:"address"`
	Token   string `json:"token"`
}

// controlAnswer is what a server answers.
type controlAnswer struct {
	Summary string `json:"summary,omitempty"`
	Error   string `json:"error,omitempty"`
}

// control lets other processes of this machine ask for a reload.
type control struct {
	path   string
	server *http.Server
	ended  chan struct{}
}

func (a *App) openControl(ctx context.Context, root string, r *reloader.Reloader) (*control, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	file := controlFile{PID: os.Getpid(), Address: ln.Addr().String(), Token: rand.Text()}
	c := &control{ended: make(chan struct{})}
	if c.path, err = file.write(root); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	serve := http.NewServeMux()
	serve.HandleFunc("POST /reload", func(w http.ResponseWriter, req *http.Request) {
		var answer controlAnswer
		result := r.Ask(req.Context())
		if result.Err != nil {
			answer.Error = Explain(result.Err)
		} else {
			answer.Summary = fmt.Sprintf("reloaded in %d ms", result.Diff.Took.Milliseconds())
			if d := result.Diff.String(); d != "" {
				answer.Summary += ": " + d
			}
		}
		writeControl(w, answer)
	})
	serve.HandleFunc("GET /failure", func(w http.ResponseWriter, _ *http.Request) {
		var answer controlAnswer
		if failure := a.Failure(); failure != nil {
			answer.Error = Explain(failure.Err)
		}
		writeControl(w, answer)
	})
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+file.Token)) != 1 {
			http.Error(w, "the token is that of another server", http.StatusForbidden)
			return
		}
		serve.ServeHTTP(w, r)
	})
	c.server = &http.Server{Handler: guarded, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	go func() {
		defer close(c.ended)
		_ = c.server.Serve(ln) // it ends when it is closed
	}()
	return c, nil
}

func writeControl(w http.ResponseWriter, answer controlAnswer) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(answer) // who asked is gone
}

func (c *control) close() {
	_ = os.Remove(c.path) // a file without its server is cleared by who asks next
	_ = c.server.Close()  // nothing can be done about it
	<-c.ended
}

func (f controlFile) write(root string) (string, error) {
	dir := filepath.Join(root, filepath.FromSlash(controlFolder))
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, strconv.Itoa(f.PID)+".json")
	_ = os.Remove(path) // one of an earlier process may be open to others
	return path, os.WriteFile(path, text, 0o600)
}

// NoServerError says that no server runs on a project.
type NoServerError struct{ Dir string }

func (e *NoServerError) Error() string {
	return fmt.Sprintf("no server runs on %s (start one with: framework lift)", e.Dir)
}

// AskReload asks the servers that run on the project in dir to reload, and
// returns what each says.
func AskReload(ctx context.Context, dir string) ([]string, error) {
	var said []string
	var errs []error
	found, err := eachServer(dir, func(f controlFile) error {
		answer, err := f.ask(ctx, http.MethodPost, "/reload")
		if err != nil {
			return err
		}
		if answer.Error != "" {
			errs = append(errs, fmt.Errorf("server %d has not reloaded, it serves the last good version: %s", f.PID, answer.Error))
		} else {
			said = append(said, fmt.Sprintf("server %d: %s", f.PID, answer.Summary))
		}
		return nil
	})
	if err == nil && found == 0 {
		err = &NoServerError{dir}
	}
	return said, errors.Join(append(errs, err)...)
}

// AskFailures returns what keeps the servers that run on the project in dir
// from serving its last version.
func AskFailures(ctx context.Context, dir string) ([]string, error) {
	var said []string
	_, err := eachServer(dir, func(f controlFile) error {
		answer, err := f.ask(ctx, http.MethodGet, "/failure")
		if err == nil && answer.Error != "" {
			said = append(said, answer.Error)
		}
		return err
	})
	return said, err
}

// eachServer calls ask for each server and reports how many there are. Files
// of servers that are gone are removed.
func eachServer(dir string, ask func(controlFile) error) (found int, err error) {
	folder := filepath.Join(dir, filepath.FromSlash(controlFolder))
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has just ended
		}
		var f controlFile
		if json.Unmarshal(text, &f) != nil {
			continue
		}
		err = ask(f)
		var gone *net.OpError
		switch {
		case errors.As(err, &gone) || errors.Is(err, errOtherServer):
			_ = os.Remove(path) // it is asked, and fails, again next time
			continue
		case err != nil:
			return found, err
		}
		found++
	}
	return found, nil
}

// errOtherServer is returned where another server has taken the address.
var errOtherServer = errors.New("another server has the address")

func (f controlFile) ask(ctx context.Context, method, path string) (answer controlAnswer, err error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+f.Address+path, http.NoBody)
	if err != nil {
		return answer, err
	}
	req.Header.Set("Authorization", "Bearer "+f.Token)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return answer, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return answer, errOtherServer
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if err != nil {
		return answer, err
	}
	return answer, json.NewDecoder(bytes.NewReader(body)).Decode(&answer)
}
