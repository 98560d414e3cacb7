package node

import (
	"fmt"
	"strconv"
	"strings"
)

// flags are those of the command line of Node that scripts of processes may be given.
type flags struct {
	given   []string // as written: process.execArgv
	code    string   // of -e and -p
	eval    bool
	print   bool
	preload []string
	// rejections is the mode of --unhandled-rejections.
	rejections string
	memory     int64  // MB of --max-old-space-size, 0 if not given
	gc         bool   // --expose-gc
	headSize   int64  // of --max-http-header-size, in bytes
	order      string // of --dns-result-order
	on         map[string]bool
}

// newFlags are what holds where none are given.
func newFlags() flags {
	return flags{rejections: "throw", headSize: 16 << 10, order: "verbatim", on: map[string]bool{}}
}

// flags are those of the command line; a project has none.
func (o *Options) flags() flags {
	if o.thread != nil {
		return o.thread.flags
	}
	return newFlags()
}

// switches are the flags that process.js and httpparse.js obey.
var switches = []string{
	"--no-warnings", "--no-deprecation", "--throw-deprecation", "--trace-deprecation", "--trace-warnings", "--insecure-http-parser", "--no-insecure-http-parser",
}

// idle are flags of Node that change nothing here, because of what they are about: debuggers,
// V8, its code, what is always so, and what Node experiments with. Those in front of = or - count.
var idle = []string{
	"--inspect", "--debug", "--enable-source-maps", "--trace-uncaught", "--max-semi-space-size", "--optimize-for-size", "--stack-size", "--stack-trace-limit", "--harmony", "--experimental", "--no-experimental",
	"--use-strict", "--preserve-symlinks", "--trace-sync-io", "--trace-exit", "--abort-on-uncaught-exception", "--jitless", "--title", "--pending-deprecation", "--no-node-snapshot", "--allow-natives-syntax", "--use-openssl-ca", "--use-bundled-ca",
	"--interpreted-frames-native-stack", "--perf", "--prof", "--report", "--heapsnapshot", "--icu-data-dir", "--network-family-autoselection", "--no-network-family-autoselection", "--v8-pool-size", "--max-lazy", "--no-opt", "--turbo", "--nouse-idle-notification",
}

// parseFlags separates the flags of Node from the script and its arguments.
func parseFlags(args []string) (f flags, rest []string, err error) {
	f = newFlags()
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-" {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			f.given = append(f.given, arg)
			break
		}
		left, err := f.read(arg, args)
		if err != nil {
			return f, nil, err
		}
		f.given = append(append(f.given, arg), args[:len(args)-len(left)]...)
		args = left
	}
	return f, args, nil
}

// workerFlags reads the flags of a worker, and returns those that workers do not take: those of
// the whole process too. It shows the others as they were given.
func workerFlags(args []string) (f flags, unknown []string) {
	f = newFlags()
	for len(args) > 0 && args[0] != "--" {
		arg := args[0]
		rest, err := f.read(arg, args[1:])
		name, _, _ := strings.Cut(arg, "=")
		if err != nil || f.eval || name == "--title" {
			unknown = append(unknown, arg)
		}
		f.given = append(f.given, args[:len(args)-len(rest)]...)
		args, f.eval, f.code = rest, false, ""
	}
	return f, unknown
}

// read reads a flag, and returns the arguments after it and its value.
func (f *flags) read(arg string, args []string) ([]string, error) {
	name, value, has := strings.Cut(arg, "=")
	if strings.HasPrefix(name, "--") {
		name = strings.ReplaceAll(name, "_", "-")
	}
	next := func() (string, error) {
		if has {
			return value, nil
		}
		if len(args) == 0 {
			return "", fmt.Errorf("%s requires an argument", arg)
		}
		v := args[0]
		args = args[1:]
		return v, nil
	}
	var err error
	switch name {
	case "-e", "--eval", "-p", "--print", "-pe":
		f.eval, f.print = true, f.print || strings.HasPrefix(name, "-p") || name == "--print"
		f.code, err = next()
	case "-r", "--require":
		value, err = next()
		f.preload = append(f.preload, value)
	case "--unhandled-rejections":
		if f.rejections, err = next(); err == nil && !rejectionMode(f.rejections) {
			err = fmt.Errorf("invalid value for --unhandled-rejections")
		}
	case "--max-old-space-size":
		if value, err = next(); err == nil {
			f.memory, err = strconv.ParseInt(value, 10, 32)
		}
	case "--max-http-header-size":
		if value, err = next(); err == nil {
			f.headSize, err = strconv.ParseInt(value, 10, 32)
		}
	case "--dns-result-order":
		if f.order, err = next(); err == nil && f.order != "verbatim" && f.order != "ipv4first" && f.order != "ipv6first" {
			err = fmt.Errorf("%s must be one of verbatim, ipv4first or ipv6first", name)
		}
	case "--expose-gc":
		f.gc = true
	default:
		return args, f.other(name, arg)
	}
	return args, err
}

// other takes a flag without a value.
func (f *flags) other(name, arg string) error {
	for _, s := range switches {
		if name == s {
			f.on[name] = true
			return nil
		}
	}
	for _, s := range idle {
		if rest, ok := strings.CutPrefix(name, s); ok && (rest == "" || rest[0] == '-') {
			return nil
		}
	}
	return fmt.Errorf("bad option: %s", arg)
}

func rejectionMode(s string) bool {
	switch s {
	case "none", "warn", "strict", "throw", "warn-with-error-code":
		return true
	}
	return false
}
