package node

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// ForkArgument is the first argument of this program where it is to run a script that
// child_process.fork has started; the script and its arguments follow.
const ForkArgument = "--fork-script"

// channelVariable names the descriptor of the channel, as Node does for its children.
const channelVariable = "NODE_CHANNEL_FD"

// badOption is the exit code of Node where it does not know a flag.
const badOption = 9

// Fork runs a script that child_process.fork has started in this process, and returns its
// exit code: args are flags of Node, the script and its arguments. The folder in which it runs is its project; mods is how it finds modules.
func Fork(args []string, mods modules.Options, log *slog.Logger) int {
	dir, err := os.Getwd()
	given, args, wrong := parseFlags(args)
	if wrong != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", executable(), wrong)
		return badOption
	}
	if err == nil && len(args) == 0 && !given.eval {
		err = fmt.Errorf("%s wants the script that is to run", ForkArgument)
	}
	var code int
	if err == nil {
		code, err = forked(dir, given, args, mods, log)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		return 1
	}
	return code
}

// ScriptArguments returns what Fork takes, if the arguments of this program are those of Fork, or those of Node with a
// script or code: a shell that runs process.execPath leaves ForkArgument out.
func ScriptArguments(args []string) ([]string, bool) {
	if len(args) > 0 && args[0] == ForkArgument {
		return args[1:], true
	}
	given, rest, err := parseFlags(args)
	if err != nil || given.eval {
		return args, err == nil
	}
	if len(rest) == 0 || !slices.Contains([]string{".js", ".cjs", ".mjs"}, filepath.Ext(rest[0])) {
		return nil, false
	}
	info, err := os.Stat(rest[0])
	return args, err == nil && info.Mode().IsRegular()
}

func forked(dir string, given flags, args []string, mods modules.Options, log *slog.Logger) (code int, err error) {
	var file string
	if !given.eval {
		file, args = args[0], args[1:]
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
	}
	opts := Options{
		Root: dir, Args: args, Stdout: os.Stdout, Stderr: os.Stderr, Log: log, Modules: mods, threads: newThreads(), main: file, folder: newFolder(dir),
	}
	if number, err := strconv.Atoi(os.Getenv(channelVariable)); err == nil {
		if opts.channel, err = connectionOf(os.NewFile(uintptr(number), "channel")); err != nil {
			return 1, fmt.Errorf("opening the channel to the process that has forked this one: %w", err)
		}
		_ = os.Unsetenv(channelVariable) // it is not for processes that this one starts
	}
	opts.Env = os.Environ()
	w := &worker{file: file, code: given.code, eval: given.eval, idle: make(chan struct{}, 1), ended: make(chan struct{})}
	w.told = func(kind string, v any, done func()) bool {
		done()
		if text, ok := v.(string); ok && kind == "error" {
			fmt.Fprintln(os.Stderr, text)
		}
		return true
	}
	w.print = func(text string) { fmt.Fprintf(os.Stderr, "Uncaught:\n%s\n", text) }
	opts.Exit = w.end
	opts.thread = &thread{process: true, failed: w.failed, exhausted: w.exhausted, flags: given}
	w.opts = opts
	iso, err := jsapi.New(jsapi.Options{Root: dir, Log: log, TurnLimit: -1, BlockWarning: -1, MemoryLimit: given.memory << 20, Idle: func() {
		select {
		case w.idle <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		return 1, err
	}
	w.run(iso, w.prepare)
	return w.exit, nil
}
