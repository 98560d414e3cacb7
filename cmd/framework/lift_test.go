package main_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

// TestPortIsTaken: a port that another program has ends lift before hooks run and tables
// change.
func TestPortIsTaken(t *testing.T) {
	t.Parallel()
	binary := build(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	dir := programtest.Project(t, `
-- package.json --
{}
-- api/hooks/trace.js --
require('fs').writeFileSync(__dirname + '/ran', '');
module.exports = function () { return {}; };
`)
	_, port, err := net.SplitHostPort(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "lift", dir, "--host", "127.0.0.1", "--port", port).CombinedOutput()
	if want := fmt.Sprintf("cannot listen on 127.0.0.1:%s: ", port); err == nil || !strings.Contains(string(out), want) {
		t.Errorf("%v\n%s\nwant %q", err, out, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "api/hooks/ran")); err == nil {
		t.Error("the hook has run")
	}
}
