package stock

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// suiteNeeds are the packages that the protocols' test suites load. The suites
// listen anew for each message, and so need what browsers do: one message per
// turn of the event loop, however many came in one segment. Of ws only the
// releases about 8.16 do that.
var suiteNeeds = []string{"chai@4.5.0", "chai-string@1.6.0", "mocha@9.2.2", "node-fetch@3.3.2", "ws@8.16.0"}

// The suites that the tests hold the server against, one for each revision that
// has one. That of Socket.IO 4 was proposed (34) but not taken up.
const (
	Engine3 = "engine.io-protocol@05468d149d1006b3a0e7a66a7681be4356ba2350"
	Engine4 = "engine.io-protocol@f21de7b00ed09b3bbad2807db718ea5d6bc36aba"
	Socket4 = "socket.io-protocol@9514179512e60982a9024e551b661349128790ce"
	Socket5 = "socket.io-protocol@4f633dd6a4445492d57af3b27ddd2d336014f1f1"
)

// Suite runs one of the official test suites, or of it what part names, against
// the server at the given address, "http://127.0.0.1:3000". Its files come from a
// repository of that name in the folder that FRAMEWORK_TEST_SUITES names, else
// from GitHub; where neither answers the test is skipped.
func Suite(t *testing.T, suite, part, address string) {
	t.Helper()
	home := testenv.Packages(t, suiteNeeds...)
	name, commit, _ := strings.Cut(suite, "@")
	files := filepath.Join(home, name+"-"+commit[:7])
	if _, err := os.Stat(filepath.Join(files, "test-suite.js")); err != nil {
		fetchSuite(t, name, commit, files)
	}
	script, err := os.ReadFile(filepath.Join(files, "test-suite.js"))
	if err != nil {
		t.Fatal(err)
	}
	const fixed = "http://localhost:3000"
	if !strings.Contains(string(script), fixed) {
		t.Fatalf("the suite %s does not name %s", name, fixed)
	}
	adapted := filepath.Join(files, "run-"+filepath.Base(t.TempDir())+".mjs")
	write(t, adapted, strings.ReplaceAll(string(script), fixed, address))
	defer func() { _ = os.Remove(adapted) }()
	cmd := exec.CommandContext(t.Context(), "node", "node_modules/mocha/bin/mocha", "--retries", retries, "--grep", part, "--exit", adapted)
	cmd.Dir = home
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", suite, err, out)
	}
	t.Logf("%s", out)
}

// retries is how often a case may run again: they race with themselves (a message
// that comes before the next line of the test listens is lost to it), which a
// machine that does much else at once makes them lose.
const retries = "5"

func fetchSuite(t *testing.T, name, commit, files string) {
	t.Helper()
	origin := "https://github.com/socketio/" + name
	if dir := os.Getenv("FRAMEWORK_TEST_SUITES"); dir != "" {
		origin = filepath.Join(dir, name)
	}
	clone := t.TempDir()
	for _, args := range [][]string{
		{"init", "--quiet", clone},
		{"-C", clone, "fetch", "--quiet", origin, commit},
		{"-C", clone, "checkout", "--quiet", commit, "--", "test-suite"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("the suite %s is not to be had: set FRAMEWORK_TEST_SUITES to a folder with the repository: %v\n%s", name, err, out)
		}
	}
	if err := os.MkdirAll(files, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(files, "package.json"), `{"private":true,"type":"module"}`)
	for _, file := range []string{"node-imports.js", "test-suite.js"} {
		text, err := os.ReadFile(filepath.Join(clone, "test-suite", file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(files, file), string(text))
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
