package overload_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestClientsReadTheRefusal: clients that write their whole body before they look
// for an answer read the refusal of one over the limit, instead of a reset.
func TestClientsReadTheRefusal(t *testing.T) {
	testenv.Slow(t)
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, programtest.Shelf), "production")
	t.Run("Node", func(t *testing.T) {
		if _, err := exec.LookPath("node"); err != nil {
			testenv.Missing(t, "Node is missing: this test asks with its http client and its fetch")
		}
		out := strings.TrimSpace(testenv.Node(t, t.TempDir(), "testdata/refused.js", s.Base+"/book"))
		lines := strings.Split(out, "\n")
		if len(lines) != 6 {
			t.Errorf("six requests were made:\n%s", out)
		}
		for _, line := range lines {
			if !strings.HasSuffix(line, ": 413 text") && !strings.HasSuffix(line, ": 400 text") {
				t.Error(line)
			}
		}
	})
	t.Run("curl", func(t *testing.T) {
		if _, err := exec.LookPath("curl"); err != nil {
			t.Skip("curl is missing: install it, this test asks with it")
		}
		file := filepath.Join(t.TempDir(), "body.json")
		if err := os.WriteFile(file, []byte(`{"title":"`+strings.Repeat("x", 10<<20)+`"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, header := range map[string]string{
			"waits for 100":  "Expect: 100-continue",
			"does not wait":  "Expect:",
			"chunked":        "Transfer-Encoding: chunked",
			"plain, default": "X-Nothing: here",
		} {
			out, err := exec.CommandContext(t.Context(), "curl", "--silent", "--show-error", "--noproxy", "*", "--header", "Content-Type: application/json",
				"--header", header, "--data-binary", "@"+file, "--write-out", "\n%{http_code}", s.Base+"/book").CombinedOutput()
			text, status, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
			if err != nil || text == "" || status != "413" && status != "400" {
				t.Errorf("%s: %v %.300s", name, err, out)
			}
		}
	})
}
