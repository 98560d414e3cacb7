package control_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/control"
)

// server reloads with what the test says.
type server struct{ failure error }

func (s *server) Reload(context.Context) (string, error) { return "reloaded in 0 ms", s.failure }
func (s *server) Failure() error                         { return s.failure }
func (s *server) LogLevel(name string) (string, error) {
	if name == "loud" {
		return "", errors.New("there is no such level")
	}
	return "the log level is " + name, nil
}
func (s *server) Loop() []string { return []string{"idle", "0 wait"} }
func (s *server) Profile(_ context.Context, kind string) ([]byte, error) {
	if kind != "js" {
		return nil, errors.New("there is no such profile")
	}
	return []byte("a profile"), nil
}
func (s *server) Explain(err error) string { return "explained: " + err.Error() }

func open(t *testing.T, root string, s *server) *control.Control {
	t.Helper()
	c, err := control.Open(t.Context(), root, s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAsk(t *testing.T) {
	t.Parallel()
	root, ctx, s := t.TempDir(), t.Context(), &server{}
	var none *control.NoServerError
	if _, err := control.AskReload(ctx, root); !errors.As(err, &none) || none.Dir != root {
		t.Errorf("without a server: got %v", err)
	}
	c := open(t, root, s)
	said, err := control.AskReload(ctx, root)
	if err != nil || len(said) != 1 || !strings.HasSuffix(said[0], ": reloaded in 0 ms") {
		t.Errorf("got %q and %v", said, err)
	}
	if said, err := control.AskFailures(ctx, root); err != nil || len(said) > 0 {
		t.Errorf("got the failures %q and %v", said, err)
	}
	if said, err := control.AskLogLevel(ctx, root, "verbose"); err != nil || len(said) != 1 || !strings.HasSuffix(said[0], ": the log level is verbose") {
		t.Errorf("got %q and %v", said, err)
	}
	if _, err := control.AskLogLevel(ctx, root, "loud"); err == nil || !strings.HasSuffix(err.Error(), " logs as before: explained: there is no such level") {
		t.Errorf("got %v", err)
	}
	if said, err := control.AskLoop(ctx, root); err != nil || len(said) != 1 || !strings.HasSuffix(said[0], ": idle; 0 wait") {
		t.Errorf("got %q and %v", said, err)
	}
	if got, err := control.AskProfile(ctx, root, "js", 0); err != nil || len(got) != 1 || string(got[0]) != "a profile" {
		t.Errorf("got %q and %v", got, err)
	}
	if _, err := control.AskProfile(ctx, root, "disk", 0); err == nil || !strings.Contains(err.Error(), "explained: there is no such profile") {
		t.Errorf("got %v", err)
	}
	s.failure = errors.New("broken")
	if _, err := control.AskReload(ctx, root); err == nil || !strings.Contains(err.Error(), "serves the last good version: explained: broken") {
		t.Errorf("got %v", err)
	}
	if said, err := control.AskFailures(ctx, root); err != nil || !slices.Equal(said, []string{"explained: broken"}) {
		t.Errorf("got the failures %q and %v", said, err)
	}
	c.Close()
	if _, err := control.AskReload(ctx, root); !errors.As(err, &none) {
		t.Errorf("after the end: got %v", err)
	}
}

// What a server has left that was killed is removed, and so is what names a server
// of something else.
func TestServersThatAreGone(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	c := open(t, root, &server{})
	path := filepath.Join(root, ".tmp", "servers")
	files, err := filepath.Glob(path + "/*.json")
	if err != nil || len(files) != 1 {
		t.Fatalf("got %q and %v", files, err)
	}
	info, err := os.Stat(files[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the token: %v", info.Mode())
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	stranger := filepath.Join(path, "1.json")
	start := strings.Index(string(text), `"token":"`) + len(`"token":"`)
	if err := os.WriteFile(stranger, []byte(string(text[:start])+"another"+string(text[start:])), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := control.AskReload(t.Context(), root); err != nil || len(said) != 1 {
		t.Errorf("got %q and %v", said, err)
	}
	if _, err := os.Stat(stranger); err == nil {
		t.Error("the file with another token is still there")
	}
	c.Close()
	if err := os.WriteFile(files[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := control.AskFailures(t.Context(), root); err != nil || len(said) > 0 {
		t.Errorf("got %q and %v", said, err)
	}
	if _, err := os.Stat(files[0]); err == nil {
		t.Error("the file of a server that is gone is still there")
	}
}

// Nobody without the token is answered.
func TestTokens(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	defer open(t, root, &server{}).Close()
	files, err := filepath.Glob(filepath.Join(root, ".tmp", "servers", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("got %q and %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `"address":"`)
	address, _, _ := strings.Cut(rest, `"`)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/reload", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("got %d", res.StatusCode)
	}
}
