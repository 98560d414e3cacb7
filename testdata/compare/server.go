package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a program that is compared.
type server struct {
	name string
	// command returns the words that start it, for an address and a folder of its own.
	command func(addr, dir string) ([]string, error)
	env     []string
	without []string           // names of cases that it does not have
	asks    map[string]request // by the name of a case, where its interface has other paths
}

// own is the request of a case as this server knows it.
func (s server) own(r request) request {
	if other, ok := s.asks[r.name]; ok {
		return other
	}
	return r
}

// programs are the paths of what was built for the comparison; those that are empty take
// no part.
type programs struct{ framework, floor, pocketbase string }

func (s server) lacks(request string) bool {
	return slices.ContainsFunc(s.without, func(name string) bool { return strings.Contains(request, name) })
}

// servers are those for which there is what they need.
func servers(built programs, others, files string) ([]server, error) {
	// Each server runs in a folder of its own.
	var err error
	for _, path := range []*string{&built.floor, &built.pocketbase, &others, &files} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return nil, err
		}
	}
	project := filepath.Join(files, "compare", "project")
	var out []server
	for _, each := range strings.Split(built.framework, ",") {
		name, path, named := strings.Cut(each, "=")
		if !named {
			name, path = "framework", each
		}
		program, words, _ := strings.Cut(path, " ")
		if program, err = filepath.Abs(program); err != nil {
			return nil, err
		}
		more := strings.Fields(words)
		out = append(out, server{name: name, command: func(addr, dir string) ([]string, error) {
			_, port, _ := net.SplitHostPort(addr)
			if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
				return nil, err
			}
			return slices.Concat([]string{program, "lift", dir, "--prod", "--silent", "--host", "127.0.0.1", "--port", port}, more), nil
		}})
	}
	if built.floor != "" {
		out = append(out, server{name: "floor", without: []string{"a loop"}, command: func(addr, dir string) ([]string, error) {
			return []string{built.floor, addr, filepath.Join(dir, "floor.sqlite")}, os.MkdirAll(dir, 0o700)
		}, asks: map[string]request{
			// The answers of the JavaScript, in Go.
			"JavaScript action":              {"", "GET", "/web/hello", ""},
			"JavaScript action with findOne": {"", "GET", "/item/7", ""},
		}})
	}
	if built.pocketbase != "" {
		const records, seventh, ninth = "/api/collections/item/records", "/000000000000007", "/000000000000009"
		code := filepath.Join(files, "bench", "pocketbase")
		out = append(out, server{name: "pocketbase", command: func(addr, dir string) ([]string, error) {
			return []string{
				built.pocketbase, "serve", "--http=" + addr, "--dir=" + filepath.Join(dir, "data"),
				"--hooksDir=" + filepath.Join(code, "hooks"), "--hooksWatch=false",
				"--migrationsDir=" + filepath.Join(code, "migrations"), "--automigrate=false",
			}, os.MkdirAll(dir, 0o700)
		}, asks: map[string]request{
			"one record, default action":     {"", "GET", records + seventh, ""},
			"list of 30, default action":     {"", "GET", records + "?perPage=30&skipTotal=1", ""},
			"JavaScript action with findOne": {"", "GET", "/item/one" + seventh, ""},
			"update":                         {"", "PATCH", records + ninth, update},
			createName:                       {"", "POST", records, record},
		}})
	}
	if others == "" {
		return out, nil
	}
	env := []string{"NODE_ENV=production", "NODE_PATH=" + filepath.Join(others, "node_modules")}
	for _, name := range []string{"fastify", "express"} {
		if _, err := os.Stat(filepath.Join(others, "node_modules", name)); err != nil {
			continue
		}
		script := filepath.Join(files, "compare", name+".js")
		out = append(out, server{name: name, env: env, command: func(addr, dir string) ([]string, error) {
			return []string{"node", script, addr, filepath.Join(dir, name+".sqlite")}, os.MkdirAll(dir, 0o700)
		}})
	}
	if sails := filepath.Join(others, "sails012"); exists(sails) {
		out = append(out, server{name: "sails012", env: env[:1], command: func(addr, dir string) ([]string, error) {
			_, port, _ := net.SplitHostPort(addr)
			if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
				return nil, err
			}
			if err := os.Symlink(filepath.Join(sails, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				return nil, err
			}
			return []string{"node", filepath.Join(sails, "node_modules", "sails", "bin", "sails.js"), "lift", "--prod", "--silent", "--explicitHost=127.0.0.1", "--port=" + port}, nil
		}})
	}
	return out, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// running is a server that was started.
type running struct {
	of   server
	cmd  *exec.Cmd
	addr string
	log  bytes.Buffer
}

// begin starts the server and waits until it answers.
func (s server) begin(dir string) (*running, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &running{of: s, addr: ln.Addr().String()}
	_ = ln.Close() // it was only to find the port
	words, err := s.command(r.addr, dir)
	if err != nil {
		return nil, err
	}
	r.cmd = exec.Command(words[0], words[1:]...)
	r.cmd.Dir = dir
	r.cmd.Env = append(os.Environ(), s.env...)
	r.cmd.Stdout, r.cmd.Stderr = &r.log, &r.log
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- r.cmd.Wait() }()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", r.addr)
		if err == nil {
			_ = conn.Close()
			return r, nil
		}
		select {
		case err := <-ended:
			return nil, fmt.Errorf("it ended: %w\n%s", errors.Join(err, errors.New("no answer")), r.log.String())
		default:
		}
		if time.Now().After(deadline) {
			r.stop()
			return nil, fmt.Errorf("it does not listen\n%s", r.log.String())
		}
	}
}

func (r *running) stop() { _ = r.cmd.Process.Signal(syscall.SIGKILL) }

// used is the processor time of the process so far, user and system.
func (r *running) used() time.Duration { return processorTime(r.cmd.Process.Pid) }

// processorTime adds up the threads of a process, in nanoseconds: /proc/pid/stat counts in
// hundredths of a second. Threads that have ended are missing.
func processorTime(pid int) time.Duration {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	var sum int64
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		first, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(first, 10, 64)
		sum += n
	}
	return time.Duration(sum)
}
