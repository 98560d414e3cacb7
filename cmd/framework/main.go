package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	_ "time/tzdata" // for machines that know no time zones

	"github.com/spf13/cobra"

	"framework/cmd/framework/bundle"
	"framework/engine"
)

// Exit codes of the program.
const (
	exitOK      = 0
	exitFailure = 1 // the project or the server failed
	exitUsage   = 2 // the command line cannot be understood
	exitPending = 2 // migrate check, or migrate plan --check, found something to do
)

func main() {
	debug.SetMaxStack(stackSize)
	if script, ok := engine.ScriptArguments(os.Args[1:]); ok {
		os.Exit(engine.Fork(script))
	}
	args := os.Args[1:]
	if own, err := os.Executable(); err == nil {
		if b := bundle.Open(own); b != nil {
			if args, err = bundled(b, args); err != nil {
				fmt.Fprintf(os.Stderr, "error: %v\n", err)
				os.Exit(exitFailure)
			}
		}
	}
	ctx, stop := interruptible()
	defer stop()
	os.Exit(run(ctx, args))
}

// interruptible returns a context that ends with the first signal, which is its
// cause. The second one ends the process at once.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(&engine.Interrupted{Signal: s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// usageError is an error in the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(dottedFlags(settingFlags(root, args)))
	root.SetContext(ctx)
	cmd, err := root.ExecuteC()
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errPending) {
		return exitPending
	}
	if stopped, ok := errors.AsType[*engine.Interrupted](context.Cause(ctx)); ok && errors.Is(err, context.Canceled) {
		fmt.Fprintf(os.Stderr, "%s: %s stopped it before it was done\n", cmd.CommandPath(), stopped.Name())
		return exitFailure
	}
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(os.Stderr, "%s: %v\nSee '%s --help'.\n", cmd.CommandPath(), err, cmd.CommandPath())
		return exitUsage
	}
	if !errors.Is(err, errTestsFailed) {
		fmt.Fprintf(os.Stderr, "error: %s\n", engine.Explain(err))
	}
	return exitFailure
}

// dottedFlags rewrites --log.level=warn and --log.level warn as
// --set log.level=warn, --hooks.grunt as --set hooks.grunt=true, and
// --no-hooks.grunt as --set hooks.grunt=false: any setting may be given as a
// flag of its own, as the command line of Sails allows.
func dottedFlags(args []string) []string {
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		name, ok := strings.CutPrefix(a, "--")
		key, _, hasValue := strings.Cut(name, "=")
		if !ok || !strings.Contains(key, ".") {
			out = append(out, a)
			continue
		}
		switch off, no := strings.CutPrefix(key, "no-"); {
		case hasValue:
		case no:
			name = off + "=false"
		case i+1 < len(args) && !strings.HasPrefix(args[i+1], "-"):
			i++
			name += "=" + args[i]
		default:
			name += "=true"
		}
		out = append(out, "--set", name)
	}
	return out
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "framework",
		Short: "Serve Sails-style project folders, without Node",
		Long: `framework serves a project folder (api/controllers, api/models, config, views)
as it is, without changes. Routes, default actions and records run in Go, the
project's own JavaScript in the same process.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       engine.Version,
		Args:          usage(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("framework {{.Version}}\n")
	root.AddCommand(logCommand(), profileCommand(), healthCommand(), upgradeCommand(), bundleCommand())
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(liftCommand(), consoleCommand(), reloadCommand(), newCommand(), generateCommand(), installCommand(), routesCommand(), auditCommand(), checkCommand(), doctorCommand(), testCommand(), runCommand(), typesCommand(), openapiCommand(), clientCommand(), migrateCommand(), seedCommand(), docsCommand(), versionCommand())
	return root
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "framework %s\n", engine.Version)
			return err
		},
	}
}
