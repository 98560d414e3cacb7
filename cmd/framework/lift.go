package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/value"
)

func liftCommand() *cobra.Command {
	var flags projectFlags
	var debugger inspectFlags
	var noWatch, migrate bool
	var workers string
	cmd := &cobra.Command{
		Use:     "lift [dir]",
		Aliases: []string{"l"},
		Short:   "Serve the project in dir (default: the current folder)",
		Long: `Serve the project in dir until the program is interrupted.

In development a change of the folder takes effect on the next request: a new
version is built while the current one is served, and replaces it; a version
that cannot be built does not. In production SIGHUP does the same, and
'framework reload' everywhere.

Settings win in this order: flags (--log.level=warn), environment variables
(sails_log__level=warn), files given with --config, .sailsrc, PORT, config/local.js, config/env, config.`,
		Example: `  framework lift
  framework lift ~/projects/shop --port 8080 --prod`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options(cmd, args)
			if err != nil {
				return err
			}
			if err := offerInstall(cmd, &flags, args); err != nil {
				return err
			}
			if err := setWorkers(opts.Flags, workers); err != nil {
				return err
			}
			opts.Migrate = migrate
			opts.Watch = !noWatch && !flags.prod
			tuneGC(&opts)
			boundMemory(opts.Memory)
			go returnMemory(cmd.Context())
			opts.Configured = func(p *datastore.Project) { engine.LimitMatches(p.Settings.TurnLimit) }
			end, err := debugger.open(cmd, &opts, nil)
			if err != nil {
				return err
			}
			defer end()
			err = reloadAtHangup(cmd.Context(), opts)
			if port := offerPort(cmd, err); port != 0 {
				opts.Flags.Set("port", int64(port))
				err = reloadAtHangup(cmd.Context(), opts)
			}
			return err
		},
	}
	flags.register(cmd)
	flags.registerStrict(cmd)
	debugger.register(cmd)
	cmd.Flags().BoolVar(&migrate, "migrate", false, "apply the migration files that were not applied yet, before anything is served")
	cmd.Flags().StringVar(&workers, "workers", "", "how many workers run the project's JavaScript: a number, or auto for one on each processor (default: that of the project, else 1)")
	cmd.Flags().BoolVar(&noWatch, "no-watch", false, "do not follow changes of the folder")
	return cmd
}

// setWorkers sets how many workers a project is served with; "" leaves it to the project.
func setWorkers(flags *value.Map, text string) error {
	switch n, err := strconv.Atoi(text); {
	case text == "":
	case text == "auto":
		flags.Set("workers", text)
	case err != nil || n < 1 || n > config.MaxWorkers:
		return &usageError{fmt.Errorf("--workers %.60s: use auto or a number from 1 to %d", text, config.MaxWorkers)}
	default:
		flags.Set("workers", int64(n))
	}
	return nil
}

// offerPort asks on a terminal whether to listen on a free port, where another program has
// that of the project. It returns the port, 0 for none.
func offerPort(cmd *cobra.Command, err error) int {
	taken, ok := errors.AsType[*engine.ListenError](err)
	in, isFile := cmd.InOrStdin().(*os.File)
	if !ok || taken.Free == 0 || !isFile || !isTerminal(in) || !isTerminal(cmd.ErrOrStderr()) {
		return 0
	}
	by := taken.Owner
	if by == "" {
		by = "another program"
	}
	cmd.PrintErrf("%s has the address %s. Listen on port %d instead? [Y/n] ", by, taken.Addr, taken.Free)
	if !yes(in) {
		return 0
	}
	return taken.Free
}

// yes reads an answer of a person; Enter alone is yes.
func yes(in io.Reader) bool {
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		return false // nobody answers
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "" || answer == "y" || answer == "yes"
}

// reloadAtHangup serves a project that is reloaded at SIGHUP in production; in
// development that ends the process once the project is loaded, as a terminal does
// that is closed.
func reloadAtHangup(ctx context.Context, opts engine.Options) error {
	// Before anything is loaded: a SIGHUP that arrives early must not end the
	// process.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	loaded := opts.Loaded
	var app *engine.App
	opts.Loaded = func(s *engine.Snapshot) {
		loaded(s)
		if !s.Settings.Production() {
			signal.Stop(hangups)
			return
		}
		go func() {
			for {
				select {
				case <-hangups:
					app.RequestReload("")
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	app = engine.New(opts)
	atSignal1(ctx, app.NextLogLevel)
	return app.Run(ctx, nil)
}
