package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/types"
	"framework/watch"
)

func typesCommand() *cobra.Command {
	var flags projectFlags
	var follow, hooks bool
	cmd := &cobra.Command{
		Use:   "types [dir]",
		Short: "Write the TypeScript declarations of the project",
		Long: `Write types/framework.d.ts: what TypeScript and editors know of the project,
also in JavaScript files. It declares the app object, req and res, every model with
its attributes, associations and queries, helpers with inputs and exits, actions,
services, policies, views and the configuration. Values of settings are not in it.

The project is loaded as by check. While it is lifted in development the file is
kept up to date, if it is there or the project has a tsconfig.json or jsconfig.json;
--watch does that without a server.

Hooks are loaded and not initialized, since they may connect to what they use:
--hooks does that too, as lift does. Helpers of packages such as
sails-hook-organics are declared then.`,
		Example: `  framework types
  framework types --watch ~/projects/shop`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if follow {
				return followTypes(cmd, &flags, args, hooks)
			}
			return loadProject(cmd, &flags, args, look{hooks: hooks}, func(s *engine.Snapshot) error {
				return writeTypes(cmd.Context(), out, s)
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&hooks, "hooks", false, "initialize the hooks, so that what they add is declared; they may connect to what they use")
	cmd.Flags().BoolVar(&follow, "watch", false, "write the file again when the project changes, until the program is interrupted")
	return cmd
}

func writeTypes(ctx context.Context, out io.Writer, s *engine.Snapshot) error {
	text, err := s.Types(ctx)
	if err != nil {
		return err
	}
	changed, err := types.Write(s.Tree.Root, text)
	if err != nil {
		return err
	}
	said := "is up to date"
	if changed {
		said = "written"
	}
	if _, err := fmt.Fprintf(out, "%s: %s, %s\n", types.File, count(len(s.ORM.Models()), "model"), said); err != nil || s.IdleHooks == 0 {
		return err
	}
	_, err = fmt.Fprintf(out, "the project has %s: what they add when they are initialized is declared with --hooks\n", count(s.IdleHooks, "hook"))
	return err
}

// followTypes writes the file again after each change of the project.
func followTypes(cmd *cobra.Command, flags *projectFlags, args []string, hooks bool) error {
	if !asksForMore(cmd) {
		flags.silent = true
	}
	opts, err := flags.options(cmd, args)
	if err != nil {
		return err
	}
	opts.Inspect, opts.InitializeHooks = true, hooks
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	app := engine.New(opts)
	w, err := app.Watch()
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // it never fails
	for {
		if err := loadTypes(ctx, app, out); err != nil && ctx.Err() == nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "error: %s\n", engine.Explain(err))
		}
		if err := changed(ctx, w); err != nil {
			if ctx.Err() != nil || errors.Is(err, watch.ErrClosed) {
				return app.Close(context.WithoutCancel(ctx))
			}
			return err
		}
	}
}

func loadTypes(ctx context.Context, app *engine.App, out io.Writer) error {
	if err := app.Load(ctx); err != nil {
		return err
	}
	s, release, err := app.Acquire()
	if err != nil {
		return err
	}
	defer release()
	return writeTypes(ctx, out, s)
}

// changed waits for a change of something else than the declarations.
func changed(ctx context.Context, w *watch.Watcher) error {
	for {
		changes, err := w.Next(ctx)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(changes, func(c watch.Change) bool { return c.Path != types.File }) {
			return nil
		}
	}
}
