package control

import (
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
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// folderName holds a file for each server that runs on the project: its
// name is the server's process, its content says how to ask it for something.
const folderName = ".tmp/servers"

// file is what such a file holds. Only the user who started the server
// can read it, and the address is reachable from this machine only.
type file struct {
	PID     int    `json:"pid"`
	Address string `json:"address"`
	Token   string `json:"token"`
}

// answer is what a server answers.
type answer struct {
	Summary string `json:"summary,omitempty"`
	Error   string `json:"error,omitempty"`
	Data    []byte `json:"data,omitempty"`
}

// Server is a server that other processes control. Its methods may be called
// concurrently.
type Server interface {
	// Reload loads the project again and says in a line what has changed.
	Reload(ctx context.Context) (summary string, err error)
	// Failure is why the last version of the project is not served, nil when it
	// is.
	Failure() error
	// LogLevel changes from which level on is logged, "" for what the project has set, and
	// says in a line what holds then.
	LogLevel(name string) (summary string, err error)
	// Profile records a profile of some kind until ctx ends.
	Profile(ctx context.Context, kind string) ([]byte, error)
	// Loop says in lines what waits for JavaScript.
	Loop() []string
	// Explain writes an error out for a person.
	Explain(err error) string
}

// Console is a Server that runs what a person types in a console of another process.
type Console interface {
	// Evaluate runs an input. The error is what is wrong with its text, ErrRefused if
	// this server runs no inputs.
	Evaluate(ctx context.Context, text string, colours bool) (Evaluated, error)
	// Complete lists what the name prefix may go on to, a member of the last name in of.
	Complete(ctx context.Context, of []string, prefix string) ([]string, error)
}

// Evaluated is what an input came to.
type Evaluated struct {
	Text   string `json:"text"`
	Failed bool   `json:"failed,omitempty"`
	// Incomplete: the input may be finished on its next line.
	Incomplete bool `json:"incomplete,omitempty"`
}

// ErrRefused says that a server runs no inputs: one in production.
var ErrRefused = errors.New("the server runs no inputs of consoles")

// Control listens for other processes.
type Control struct {
	path   string
	server *http.Server
	ended  chan struct{}
}

// Open lets other processes find the server of the project at root, until Close is
// called or ctx ends.
func Open(ctx context.Context, root string, s Server) (*Control, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	own := file{PID: os.Getpid(), Address: ln.Addr().String(), Token: rand.Text()}
	c := &Control{ended: make(chan struct{})}
	if c.path, err = own.write(root); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	serve := http.NewServeMux()
	serve.HandleFunc("POST /reload", func(w http.ResponseWriter, r *http.Request) {
		summary, err := s.Reload(r.Context())
		if err != nil {
			writeAnswer(w, answer{Error: s.Explain(err)})
			return
		}
		writeAnswer(w, answer{Summary: summary})
	})
	serve.HandleFunc("GET /failure", func(w http.ResponseWriter, _ *http.Request) {
		var out answer
		if err := s.Failure(); err != nil {
			out.Error = s.Explain(err)
		}
		writeAnswer(w, out)
	})
	if c, ok := s.(Console); ok {
		serveConsole(serve, s, c)
	}
	serve.HandleFunc("POST /log", func(w http.ResponseWriter, r *http.Request) {
		summary, err := s.LogLevel(r.URL.Query().Get("level"))
		if err != nil {
			writeAnswer(w, answer{Error: s.Explain(err)})
			return
		}
		writeAnswer(w, answer{Summary: summary})
	})
	serve.HandleFunc("POST /profile", func(w http.ResponseWriter, r *http.Request) {
		seconds, err := strconv.Atoi(r.URL.Query().Get("seconds"))
		if err != nil || seconds < 0 {
			http.Error(w, "seconds is no number", http.StatusBadRequest)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), time.Duration(seconds)*time.Second)
		defer cancel()
		text, err := s.Profile(ctx, r.URL.Query().Get("kind"))
		if err != nil {
			writeAnswer(w, answer{Error: s.Explain(err)})
			return
		}
		writeAnswer(w, answer{Data: text})
	})
	serve.HandleFunc("GET /loop", func(w http.ResponseWriter, _ *http.Request) {
		writeAnswer(w, answer{Summary: strings.Join(s.Loop(), "; ")})
	})
	guarded := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+own.Token)) != 1 {
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

func writeAnswer(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a) // who asked is gone
}

// Close ends what Open began. It is to be called once.
func (c *Control) Close() {
	_ = os.Remove(c.path) // otherwise the next AskReload removes it
	_ = c.server.Close()  // nothing can be done about it
	<-c.ended
}

func (f file) write(root string) (string, error) {
	dir := filepath.Join(root, filepath.FromSlash(folderName))
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
// returns the answer of each.
func AskReload(ctx context.Context, dir string) ([]string, error) {
	return post(ctx, dir, "/reload", "has not reloaded, it serves the last good version")
}

// AskLogLevel asks the servers that run on the project in dir to log from a level on, and
// returns the answer of each.
func AskLogLevel(ctx context.Context, dir, level string) ([]string, error) {
	return post(ctx, dir, "/log?level="+url.QueryEscape(level), "logs as before")
}

// post asks the servers that run on the project in dir for something; failed says what it
// means that one cannot.
func post(ctx context.Context, dir, path, failed string) ([]string, error) {
	var said []string
	var errs []error
	err := askEach(ctx, dir, http.MethodPost, path, func(pid int, a answer) error {
		if a.Error != "" {
			errs = append(errs, fmt.Errorf("server %d %s: %s", pid, failed, a.Error))
		} else {
			said = append(said, fmt.Sprintf("server %d: %s", pid, a.Summary))
		}
		return nil
	})
	return said, errors.Join(append(errs, err)...)
}

// AskProfile has the servers that run on the project in dir record a profile for some
// seconds, and returns that of each.
func AskProfile(ctx context.Context, dir, kind string, seconds int) ([][]byte, error) {
	var out [][]byte
	path := fmt.Sprintf("/profile?kind=%s&seconds=%d", url.QueryEscape(kind), seconds)
	err := askEach(ctx, dir, http.MethodPost, path, func(pid int, a answer) error {
		if a.Error != "" {
			return fmt.Errorf("server %d: %s", pid, a.Error)
		}
		out = append(out, a.Data)
		return nil
	})
	return out, err
}

// AskLoop returns what waits for JavaScript in the servers that run on the project in dir.
func AskLoop(ctx context.Context, dir string) ([]string, error) {
	var said []string
	err := askEach(ctx, dir, http.MethodGet, "/loop", func(pid int, a answer) error {
		said = append(said, fmt.Sprintf("server %d: %s", pid, a.Summary))
		return nil
	})
	return said, err
}

// askEach asks each server that runs on the project in dir, and calls fn with its answer. It
// is a *NoServerError that there is none.
func askEach(ctx context.Context, dir, method, path string, fn func(pid int, a answer) error) error {
	found, err := eachServer(dir, func(f file) error {
		a, err := f.ask(ctx, method, path)
		if err != nil {
			return err
		}
		return fn(f.PID, a)
	})
	if err == nil && found == 0 {
		err = &NoServerError{dir}
	}
	return err
}

// AskFailures returns what keeps the servers that run on the project in dir
// from serving its last version.
func AskFailures(ctx context.Context, dir string) ([]string, error) {
	var said []string
	_, err := eachServer(dir, func(f file) error {
		a, err := f.ask(ctx, http.MethodGet, "/failure")
		if err == nil && a.Error != "" {
			said = append(said, a.Error)
		}
		return err
	})
	return said, err
}

// eachServer calls ask for each server and reports how many there are. Files
// of servers that are gone are removed.
func eachServer(dir string, ask func(file) error) (found int, err error) {
	folder := filepath.Join(dir, filepath.FromSlash(folderName))
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
		var f file
		if json.Unmarshal(text, &f) != nil {
			continue
		}
		err = ask(f)
		var gone *net.OpError
		switch {
		case errors.As(err, &gone) || errors.Is(err, errOtherServer):
			_ = os.Remove(path) // otherwise it is tried again, and fails, the next time
			continue
		case err != nil:
			return found, err
		}
		found++
	}
	return found, nil
}

// maxAnswer is how many bytes of an answer are read; profiles are the longest.
const maxAnswer = 256 << 20

// errOtherServer is returned where another server has taken the address.
var errOtherServer = errors.New("another server has the address")

func (f file) ask(ctx context.Context, method, path string) (a answer, err error) {
	body, err := f.send(ctx, method, path, http.NoBody)
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(body, &a)
}

// send asks a server, and returns what it answers.
func (f file) send(ctx context.Context, method, path string, content io.Reader) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+f.Address+path, content)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+f.Token)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, errOtherServer
	}
	return io.ReadAll(io.LimitReader(res.Body, maxAnswer))
}
