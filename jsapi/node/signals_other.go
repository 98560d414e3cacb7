//go:build !unix

package node

import (
	"os"
	"os/exec"
)

func group(*exec.Cmd) {}

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
