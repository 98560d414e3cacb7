//go:build !unix

package node

import (
	"errors"
	"os"
	"os/exec"
)

func group(*exec.Cmd) {}

// owner: these systems start processes as the user of the server only.
func owner(_ *exec.Cmd, o settings) error {
	for _, name := range []string{"uid", "gid"} {
		if _, given := o.get(name); given {
			return errors.ErrUnsupported
		}
	}
	return nil
}

func signalGroup(p *os.Process, _ os.Signal) error { return p.Kill() }

func signalOf(*os.ProcessState) string { return "" }

// signalNamed supports the only signal of these systems.
func signalNamed(name string) (os.Signal, bool) {
	switch name {
	case "", "SIGTERM", "SIGKILL", "SIGINT", "SIGQUIT", "9", "15":
		return os.Kill, true
	}
	return nil, false
}
