package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"framework/cmd/framework/repl"
	"framework/engine"
	"framework/engine/control"
)

func consoleCommand() *cobra.Command {
	var flags projectFlags
	var dontLift bool
	cmd := &cobra.Command{
		Use:     "console [dir]",
		Aliases: []string{"c"},
		Short:   "Lift the project and run JavaScript in it, line by line",
		Long: `Lift the project in dir and run JavaScript in it, line by line: models, services
and helpers are there as in its own files, and so is require. await works
everywhere, and a query or another promise is waited for.

Where a server of the project runs in development, the console is one of that
server: it sees its sockets and sessions, and what is printed by console.log appears
there. A flag that sets something, --port 0 or --log.level=warn, or --dont-lift
makes a server of its own, on another port if that of the project is in use.

What comes through a pipe is run in the same way, its values are printed, and
the program exits with 1 if one of them failed.`,
		Example: `  framework console
  framework console --dont-lift
  echo 'await Pet.count()' | framework console --silent --port 0`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options(cmd, args)
			if err != nil {
				return err
			}
			opts.LoadOnly, opts.OneWorker = dontLift, true
			if !dontLift && opts.Profile == "" && opts.Flags.Len() == 0 && len(flags.configs) == 0 {
				running, err := control.Attach(cmd.Context(), opts.Dir)
				if err != nil {
					return err
				}
				if running != nil {
					return attached(cmd, running)
				}
			}
			if !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()) {
				return lifted(cmd.Context(), opts, func(ctx context.Context, a *engine.App) error {
					failed, err := repl.Pipe(ctx, served{a}, cmd.InOrStdin(), cmd.OutOrStdout())
					return inputsFailed(failed, err)
				})
			}
			t, err := openConsole()
			if err != nil {
				return err
			}
			defer func() { _ = t.Close() }() // the program ends
			opts.Stdout, opts.Stderr = t.Output(), t.Output()
			return lifted(cmd.Context(), opts, func(ctx context.Context, a *engine.App) error { return t.Run(ctx, served{a}) })
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&dontLift, "dont-lift", false, "load the project only: no bootstrap, and nothing listens")
	return cmd
}

// served is a project of this process, for consoles.
type served struct{ *engine.App }

// Reload implements repl.Project.
func (s served) Reload(ctx context.Context) (string, error) {
	diff, err := s.App.Reload(ctx)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("reloaded in %d ms", diff.Took.Milliseconds())
	if what := diff.String(); what != "" {
		text += ": " + what
	}
	return text, nil
}

// remote is a project of another process, for consoles.
type remote struct{ *control.Attached }

// Evaluate implements repl.Project.
func (r remote) Evaluate(ctx context.Context, text string, colours bool) (engine.Shown, error) {
	out, err := r.Attached.Evaluate(ctx, text, colours)
	if out.Incomplete {
		err = engine.ErrIncomplete
	}
	return engine.Shown{Text: out.Text, Failed: out.Failed}, err
}

// attached runs the console of a server in another process.
func attached(cmd *cobra.Command, running *control.Attached) error {
	if !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()) {
		failed, err := repl.Pipe(cmd.Context(), remote{running}, cmd.InOrStdin(), cmd.OutOrStdout())
		return inputsFailed(failed, err)
	}
	t, err := openConsole()
	if err != nil {
		return err
	}
	defer func() { _ = t.Close() }() // the program ends
	fmt.Fprintf(t.Output(), "This is the server that runs on the project (process %d); console --port 0 makes another one.\n", running.Process())
	return t.Run(cmd.Context(), remote{running})
}

// openConsole opens the console of the terminal; Ctrl+C ends what runs from then on, never the
// console.
func openConsole() (*repl.Terminal, error) {
	t, err := repl.Open(historyFile())
	if err == nil {
		signal.Reset(os.Interrupt)
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
	return t, err
}

// inputsFailed is how a console ends that reads from a pipe.
func inputsFailed(failed int, err error) error {
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of the inputs failed", failed)
	}
	return err
}

// lifted lifts the project, or loads it, while use runs.
func lifted(ctx context.Context, opts engine.Options, use func(ctx context.Context, a *engine.App) error) error {
	tuneGC(&opts)
	a := engine.New(opts)
	if opts.LoadOnly {
		if err := a.Load(ctx); err != nil {
			return err
		}
		return errors.Join(use(ctx, a), a.Close(context.WithoutCancel(ctx)))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	used := make(chan error, 1)
	ready := func() {
		go func() {
			used <- use(ctx, a)
			cancel()
		}()
	}
	err := a.Run(ctx, ready)
	if taken, ok := errors.AsType[*engine.ListenError](err); ok && taken.Setting() == "port" && opts.Flags.Value("port") == nil {
		// Nobody asks a console for its port.
		if _, err := fmt.Fprintf(opts.Stderr, "info: %s is in use: the console listens on another port\n", taken.Addr); err != nil {
			return err
		}
		opts.Flags.Set("port", int64(0))
		a = engine.New(opts)
		err = a.Run(ctx, ready)
	}
	select {
	case failed := <-used:
		return errors.Join(err, failed)
	default:
		return err // it did not come to be used, or has lowered itself
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// historyFile is the file with the history of consoles; "" if there is no folder for it.
func historyFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	dir = filepath.Join(dir, "framework")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return filepath.Join(dir, "console_history")
}
