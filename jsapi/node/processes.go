package node

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// child is a process that the project has started. It is ended with the realm.
type child struct {
	cmd  *exec.Cmd
	hold *held // of the loop that has started it
	mu   sync.Mutex
	over bool
}

// signal sends a signal to the process, and with all to the processes that it has
// started. It does nothing when the process has ended.
func (c *child) signal(s os.Signal, all bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	if all {
		return signalGroup(c.cmd.Process, s) == nil
	}
	return c.cmd.Process.Signal(s) == nil
}

// end kills the process and the processes that it has started.
func (c *child) end() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil
	}
	return signalGroup(c.cmd.Process, os.Kill)
}

// childProcessModule is the native part of child_process.
type childProcessModule struct {
	*processModule
	open *resources
}

// command makes a command of the options file, args, cwd, env and argv0.
func (m *childProcessModule) command(o settings) *exec.Cmd {
	env := o.list("env")
	dir := o.text("cwd")
	if dir == "" {
		dir = m.opts.cwd()
	}
	cmd := &exec.Cmd{Path: o.text("file"), Args: append([]string{o.text("argv0")}, o.list("args")...), Env: env, Dir: dir}
	if !strings.ContainsAny(cmd.Path, "/\\") {
		cmd.Path, cmd.Err = find(cmd.Path, env)
	}
	group(cmd)
	if o.flag("nowhere") {
		cmd.Err = os.ErrNotExist // the folder ''
	}
	if cmd.Err == nil {
		cmd.Err = owner(cmd, o)
	}
	return cmd
}

// find searches a program in the PATH of env.
func find(name string, env []string) (string, error) {
	path := os.Getenv("PATH")
	for _, e := range env {
		if k, v, ok := strings.Cut(e, "="); ok && k == "PATH" {
			path = v
		}
	}
	if path == "" && runtime.GOOS != "windows" {
		path = "/bin:/usr/bin" // as execvp does
	}
	for _, dir := range strings.Split(path, string(os.PathListSeparator)) {
		full := dir + string(os.PathSeparator) + name
		if found, err := exec.LookPath(full); err == nil {
			return found, nil
		}
	}
	return name, &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// startFailure converts an error of starting a process to Node's error.
func startFailure(o settings, call string, err error) error {
	code, no := "UNKNOWN", -1
	if _, gone := os.Stat(o.text("cwd")); o.text("cwd") != "" && gone != nil {
		err = os.ErrNotExist
	}
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		code, no = "ENOENT", -2
	case errors.Is(err, syscall.EBADF):
		code, no = "EBADF", -9
	case errors.Is(err, syscall.EINVAL):
		code, no = "EINVAL", -22
	case errors.Is(err, syscall.EPERM):
		code, no = "EPERM", -1
	case errors.Is(err, os.ErrPermission):
		code, no = "EACCES", -13
	case errors.Is(err, syscall.E2BIG):
		code, no = "E2BIG", -7
	}
	shown := call + " " + o.text("file")
	args := []any{}
	for _, a := range o.list("args") {
		args = append(args, a)
	}
	return &netFailure{code, shown + " " + code, value.Of("errno", no, "code", code, "syscall", shown, "path", o.text("file"), "spawnargs", args), err}
}

// outcome returns the exit code of a process, or the signal that ended it.
func outcome(state *os.ProcessState) (code, sig any) {
	if state == nil {
		return nil, nil
	}
	if name := signalOf(state); name != "" {
		return nil, name
	}
	return state.ExitCode(), nil
}

// processesNatives are the native functions of child_process.js.
func (m *childProcessModule) processesNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"forkArgument": ForkArgument,
		"spawn":        m.spawn,
		"runSync":      m.runSync,
		// hold(child, on): whether the loop waits for it.
		"hold": func(call goja.FunctionCall) goja.Value {
			c := call.Argument(0).Export().(*child)
			c.mu.Lock()
			over := c.over
			c.mu.Unlock()
			if !over {
				c.hold.set(call.Argument(1).ToBoolean())
			}
			return goja.Undefined()
		},
		"kill": func(call goja.FunctionCall) goja.Value {
			c := call.Argument(0).Export().(*child)
			s, ok := signalNamed(call.Argument(1).String())
			if !ok {
				panic(m.errorWith("TypeError", "ERR_UNKNOWN_SIGNAL", "Unknown signal: %s", call.Argument(1)))
			}
			return rt.ToValue(c.signal(s, call.Argument(2).ToBoolean()))
		},
	}
}

// spawn(options, exited) starts a process; stdio has a word for each of its descriptors, see streams.
// It throws if the process cannot be started.
func (m *childProcessModule) spawn(call goja.FunctionCall) goja.Value {
	rt, o := m.realm.Runtime(), m.settings(call.Argument(0))
	exited, _ := goja.AssertFunction(call.Argument(1))
	cmd := m.command(o)
	out := rt.NewObject()
	s := &streams{childProcessModule: m, cmd: cmd, pipes: map[int]goja.Value{}}
	err := s.open(o.list("stdio"))
	if err == nil {
		err = cmd.Start()
	}
	for _, c := range s.theirs {
		c.Close()
	}
	ours := s.channel
	if err != nil {
		if ours != nil {
			ours.release()
			_ = ours.close() // nothing was sent
		}
		panic(m.realm.Error(startFailure(o, "spawn", err)))
	}
	pipes := rt.NewArray()
	for i, p := range s.pipes {
		_ = pipes.Set(strconv.Itoa(i), p)
	}
	_ = out.Set("pipes", pipes)
	if ours != nil {
		_ = out.Set("channel", rt.ToValue(ours))
	}
	c := &child{cmd: cmd, hold: &held{realm: m.realm}}
	release := m.open.add(c.end)
	_ = out.Set("pid", cmd.Process.Pid)
	_ = out.Set("child", rt.ToValue(c))
	c.hold.set(true)
	enter := m.realm.Enqueuer()
	m.realm.Go(func(context.Context) {
		_ = cmd.Wait() // how it ended is in its state
		if ours != nil {
			ours.drained()
		}
		c.mu.Lock()
		c.over = true
		c.mu.Unlock()
		release()
		enter(func(r *jsapi.Realm) {
			c.hold.set(false)
			code, sig := outcome(cmd.ProcessState)
			if _, err := exited(goja.Undefined(), r.ToJS(code), r.ToJS(sig)); err != nil {
				r.Uncaught(err)
			}
		})
	})
	return out
}

// pipeEnd is the standard input of a process.
type pipeEnd struct{ *os.File }

func (p pipeEnd) Write(b []byte) (int, error) {
	n, err := p.File.Write(b)
	if errors.Is(err, os.ErrClosed) {
		err = syscall.EPIPE
	}
	return n, networkFailure("write", "", err)
}

// runSync(options) runs a process to its end and returns its output. The loop waits
// for it.
func (m *childProcessModule) runSync(call goja.FunctionCall) goja.Value {
	o := m.settings(call.Argument(0))
	ctx := m.realm.Lifetime()
	if ms := o.int("timeout"); ms > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer cancel()
	}
	cmd := m.command(o)
	var stdout, stderr bytes.Buffer
	limit := o.int("maxBuffer")
	if m := m.realm.MemoryLimit(); m > 0 {
		limit = min(limit, m)
	}
	kill, ok := signalNamed(o.text("killSignal"))
	if !ok {
		kill = syscall.SIGTERM
	}
	started := make(chan struct{})
	full := func() { // on a goroutine of cmd, which may come before Start returns
		<-started
		_ = signalGroup(cmd.Process, kill)
	}
	out, errs := &bounded{to: &stdout, left: limit, full: full}, &bounded{to: &stderr, left: limit, full: full}
	stdio := o.list("stdio")
	kind := func(i int) string {
		if i < len(stdio) {
			return stdio[i]
		}
		return "pipe"
	}
	s := &streams{childProcessModule: m, cmd: cmd}
	for i := range max(3, len(stdio)) {
		var err error
		switch k := kind(i); {
		case k == "pipe" && i == 1:
			cmd.Stdout = out
		case k == "pipe" && i == 2:
			cmd.Stderr = errs
		case k != "pipe":
			err = s.set(i, k)
		}
		if err != nil {
			return m.realm.ToJS(notStarted(m, o, err))
		}
	}
	if v, ok := o.get("input"); ok && kind(0) == "pipe" {
		cmd.Stdin = bytes.NewReader(m.bytes(v))
	}
	cmd.WaitDelay = time.Second
	result := value.New(6)
	err := cmd.Start()
	if err != nil {
		return m.realm.ToJS(notStarted(m, o, err))
	}
	close(started)
	stop := context.AfterFunc(ctx, func() { _ = signalGroup(cmd.Process, kill) })
	if _, err := m.realm.RunSync(func(context.Context) (any, error) {
		_ = cmd.Wait()  // how it ended is in its state
		return nil, nil //nolint:nilnil // see above
	}); err != nil {
		_ = signalGroup(cmd.Process, os.Kill)
		panic(m.realm.Error(err))
	}
	late := !stop()
	code, sig := outcome(cmd.ProcessState)
	result.Set("pid", cmd.Process.Pid)
	result.Set("status", code)
	result.Set("signal", sig)
	result.Set("stdout", stdout.Bytes())
	result.Set("stderr", stderr.Bytes())
	if late || out.over || errs.over {
		reason, no := "ETIMEDOUT", -110
		if !late {
			reason, no = "ENOBUFS", -105
		}
		text := "spawnSync " + o.text("file")
		result.Set("error", handle{m.realm.Error(&netFailure{
			reason, text + " " + reason,
			value.Of("errno", no, "code", reason, "syscall", text, "path", o.text("file")), nil,
		})})
	}
	return m.realm.ToJS(result)
}

// notStarted is the result of runSync where there is no process.
func notStarted(m *childProcessModule, o settings, err error) *value.Map {
	return value.Of("error", handle{m.realm.Error(startFailure(o, "spawnSync", err))}, "pid", 0, "status", nil, "signal", nil)
}

// bounded stores output up to a limit, and the piece that goes beyond it, then calls full.
type bounded struct {
	to   io.Writer
	left int64
	over bool
	full func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.over {
		return len(p), nil
	}
	if _, err := b.to.Write(p); err != nil {
		return 0, err
	}
	if b.left -= int64(len(p)); b.left < 0 {
		b.over = true
		b.full()
	}
	return len(p), nil
}
