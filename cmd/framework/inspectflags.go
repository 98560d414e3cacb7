package main

import (
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"framework/engine"
)

// defaultInspect is where debuggers connect, as in Node.
const defaultInspect = "127.0.0.1:9229"

// inspectFlags are the flags for debuggers.
type inspectFlags struct {
	inspect, brk string
	packages     bool
}

func (f *inspectFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.inspect, "inspect", "", "let debuggers connect, at [host:]port (default "+defaultInspect+")")
	fs.StringVar(&f.brk, "inspect-brk", "", "the same, but wait for one first, and pause before the first statement")
	fs.BoolVar(&f.packages, "inspect-packages", false, "debug the code of packages too")
	fs.Lookup("inspect").NoOptDefVal = defaultInspect
	fs.Lookup("inspect-brk").NoOptDefVal = defaultInspect
}

// wanted reports whether debuggers may connect.
func (f *inspectFlags) wanted() bool { return f.inspect != "" || f.brk != "" }

// open listens for debuggers if that is wanted, for a project with opts. --inspect-brk pauses in
// the files that first says; nil is every file. It returns what ends that.
func (f *inspectFlags) open(cmd *cobra.Command, opts *engine.Options, first func(path string) bool) (func(), error) {
	text, name := f.inspect, "--inspect"
	if f.brk != "" {
		text, name = f.brk, "--inspect-brk"
	}
	if !f.wanted() {
		if f.packages {
			return nil, &usageError{fmt.Errorf("--inspect-packages: use it with --inspect or --inspect-brk")}
		}
		return func() {}, nil
	}
	address, err := inspectAddress(text)
	if err != nil {
		return nil, &usageError{fmt.Errorf("%s=%.60s: %w", name, text, err)}
	}
	i, err := engine.Inspect(cmd.Context(), opts, engine.Inspection{Address: address, Break: f.brk != "", BreakIn: first, Packages: f.packages})
	if err != nil {
		return nil, err
	}
	return func() { _ = i.Close() }, nil // the process ends
}

// inspectAddress is a host and a port of which one may be missing.
func inspectAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil { // no colon, or too many
		defaultHost, defaultPort, _ := net.SplitHostPort(defaultInspect)
		if _, notNumber := strconv.Atoi(text); notNumber == nil {
			host, port = defaultHost, text
		} else {
			host, port = text, defaultPort
		}
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return "", fmt.Errorf("%q is no port: write it as host:port", port)
	}
	if host == "" {
		host, _, _ = net.SplitHostPort(defaultInspect)
	}
	return net.JoinHostPort(host, port), nil
}
