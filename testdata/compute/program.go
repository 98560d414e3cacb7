package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// program runs cases. The first is compared with the others.
type program struct {
	name    string
	command func(group, only string) []string
}

func programs(binary, node string) ([]program, error) {
	var out []program
	for _, each := range strings.Split(binary, ",") {
		name, path, named := strings.Cut(each, "=")
		if !named {
			name, path = "framework", each
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		out = append(out, program{name, func(group, only string) []string {
			return []string{path, "run", "measure", "--group=" + group, "--only=" + only}
		}})
	}
	if node != "" {
		out = append(out, program{"Node", func(group, only string) []string {
			return []string{node, "-e", "require('./measure')(process.argv[1], process.argv[2]).then(console.log)", group, only}
		}})
	}
	if len(out) < 2 {
		return nil, errors.New("there is nothing to compare with: say -node, or two programs with -framework")
	}
	return out, nil
}

// took is the processor time of a step of a case, in microseconds.
type took struct {
	name string
	time float64
}

// measure runs the cases of a group once, in the order of their file.
func (p program) measure(project, group, only string) ([]took, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	words := p.command(group, only)
	c := exec.CommandContext(ctx, words[0], words[1:]...) //nolint:gosec // the program is the caller's
	var problem bytes.Buffer
	c.Dir, c.Stderr = project, &problem
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, problem.String())
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var out []took
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		each := took{name: fmt.Sprint(name)}
		if err := d.Decode(&each.time); err != nil {
			return nil, err
		}
		out = append(out, each)
	}
	if _, err := d.Token(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return out, nil
}
