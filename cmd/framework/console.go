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
			opts.LoadOnly = dontLift
			if !isTerminal(cmd.InOrStdin()) || !isTerminal(cmd.OutOrStdout()) {
				return lifted(cmd.Context(), opts, func(ctx context.Context, a *engine.App) error {
					failed, err := repl.Pipe(ctx, a, cmd.InOrStdin(), cmd.OutOrStdout())
					if err == nil && failed > 0 {
						err = fmt.Errorf("%d of the inputs failed", failed)
					}
					return err
				})
			}
			t, err := repl.Open(historyFile())
			if err != nil {
				return err
			}
			defer func() { _ = t.Close() }() // the program ends
			opts.Stdout, opts.Stderr = t.Output(), t.Output()
			signal.Reset(os.Interrupt) // Ctrl+C ends what runs, never the console
			signal.Notify(make(chan os.Signal, 1), os.Interrupt)
			return lifted(cmd.Context(), opts, func(ctx context.Context, a *engine.App) error { return t.Run(ctx, a) })
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&dontLift, "dont-lift", false, "load the project only: no bootstrap, and nothing listens")
	return cmd
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
	err := a.Run(ctx, func() {
		go func() {
			used <- use(ctx, a)
			cancel()
		}()
	})
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
