//go:build unix

package node

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// group puts a process into its own group, so that the processes it starts can be
// ended with it.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// owner has a process run as another user, of the options uid and gid.
func owner(cmd *exec.Cmd, o settings) error {
	_, user := o.get("uid")
	_, members := o.get("gid")
	if !user && !members {
		return nil
	}
	uid, gid := int64(os.Getuid()), int64(os.Getgid())
	if user {
		uid = o.int("uid")
	}
	if members {
		gid = o.int("gid")
	}
	if uid == -1 || gid == -1 {
		return syscall.EINVAL
	}
	//nolint:gosec // the system takes 32 bits
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), NoSetGroups: os.Getuid() != 0}
	return nil
}

// signalGroup sends a signal to a process and its group.
func signalGroup(p *os.Process, s os.Signal) error {
	number, ok := s.(syscall.Signal)
	if !ok {
		number = syscall.SIGKILL
	}
	return syscall.Kill(-p.Pid, number)
}

// signalOf returns the name of the signal that has ended a process, or "".
func signalOf(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return unix.SignalName(status.Signal())
	}
	return ""
}

// signalNamed finds a signal by its name or number; "" is SIGTERM.
func signalNamed(name string) (os.Signal, bool) {
	if name == "" {
		return syscall.SIGTERM, true
	}
	if n, err := strconv.Atoi(name); err == nil {
		return syscall.Signal(n), n >= 0 && n < 65
	}
	s := unix.SignalNum(name)
	return s, s != 0
}
