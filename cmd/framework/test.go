package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"framework/cmd/framework/mochaopts"
	"framework/cmd/framework/report"
	"framework/engine"
	"framework/engine/project"
	"framework/watch"
)

// errTestsFailed makes the program exit with 1; the report that was printed has
// the details.
var errTestsFailed = errors.New("tests failed")

func testCommand() *cobra.Command {
	var flags projectFlags
	var debugger inspectFlags
	var given mochaopts.Options
	var dir string
	var noTimeout, follow, coverage bool
	cmd := &cobra.Command{
		Use:   "test [files]",
		Short: "Run the project's mocha tests in the server, without Node",
		Long: `Run tests written for mocha (describe, it, before, beforeEach…) in the same
process as the app. files are files, folders or patterns; without any, those of
test/mocha.opts or .mocharc.json, else test/**/*.test.js.

The app is lifted before the tests are loaded, without listening, in the
environment "test" unless another is set. Tests that call sails.lift(settings)
themselves lift it at that moment, and it listens; their settings win.
require('sails') is the app, require('waterline') the server's own models.

With --inspect, tests have no timeouts unless --timeout is given. --inspect-brk
pauses before the first statement of the first test file.

Exits with 1 when a test fails.`,
		Example: `  framework test
  framework test test/unit --grep User --bail
  framework test --coverage
  framework test --inspect-brk test/unit/Pet.test.js
  framework test --reporter json > results.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := mochaopts.Read(dir, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			given.Spec = args
			if noTimeout {
				given.Timeout = "0"
			}
			settings.Override(given, cmd.Flags().Changed)
			flags.json = settings.Reporter == report.JSON
			opts, err := flags.options(cmd, []string{dir})
			if err != nil {
				return err
			}
			if !flags.prod && !flags.dev && flags.environment == "" && !slices.ContainsFunc(opts.Environ, isNodeEnv) {
				opts.Environ = append(opts.Environ, "NODE_ENV=test")
			}
			tests, err := testOptions(cmd, dir, settings)
			if err != nil {
				return err
			}
			if coverage && debugger.wanted() { // what counts stands between the statements, and would be paused
				return &usageError{errors.New("--coverage and --inspect exclude each other")}
			}
			end, err := debugger.open(cmd, &opts, func(path string) bool { return slices.Contains(tests.Files, path) })
			if err != nil {
				return err
			}
			defer end()
			run := func() error {
				tests, err := testOptions(cmd, dir, settings)
				if err != nil {
					return err
				}
				tests.Unbounded = debugger.wanted() && !cmd.Flags().Changed("timeout")
				var reported error
				if coverage {
					tests.Coverage = func(files []engine.CoverageFile) { reported = reportCoverage(cmd, dir, flags.json, files) }
				}
				stats, err := engine.Test(cmd.Context(), opts, tests)
				if err == nil {
					err = reported
				}
				if err == nil && stats.Failures > 0 {
					err = errTestsFailed
				}
				return err
			}
			if follow {
				return again(cmd, opts, run)
			}
			return run()
		},
	}
	flags.register(cmd)
	debugger.register(cmd)
	fs := cmd.Flags()
	fs.StringVar(&dir, "dir", ".", "project folder")
	fs.StringVarP(&given.Reporter, "reporter", "R", "", "spec (default), dot or json")
	fs.StringVarP(&given.Grep, "grep", "g", "", "run only tests whose full title matches this regular expression")
	fs.StringVarP(&given.Contains, "fgrep", "f", "", "run only tests whose full title contains this text")
	fs.BoolVarP(&given.Invert, "invert", "i", false, "run the tests that grep and fgrep would leave out")
	fs.StringVarP(&given.Timeout, "timeout", "t", "", "milliseconds, or 5s, that a test or hook may take; 0 for no bound (default 2000)")
	fs.BoolVar(&noTimeout, "no-timeouts", false, "the same as --timeout 0")
	fs.StringVarP(&given.Slow, "slow", "s", "", "duration from which on a test is called slow (default 75)")
	fs.BoolVarP(&given.Bail, "bail", "b", false, "end at the first failure")
	fs.IntVar(&given.Retries, "retries", 0, "how often a failed test is tried again")
	fs.StringArrayVarP(&given.Require, "require", "r", nil, "file or module to load before the tests (repeatable)")
	fs.StringVarP(&given.UI, "ui", "u", "", "bdd (describe, it; default) or tdd (suite, test)")
	fs.BoolVarP(&follow, "watch", "w", false, "run the tests again when the project changes, until the program is interrupted")
	fs.BoolVar(&coverage, "coverage", false, "show which lines of the project were run, and write coverage/lcov.info")
	fs.BoolVar(&given.Recursive, "recursive", false, "look into the folders below folders, too")
	return cmd
}

// reportCoverage prints what was run, and writes it into the project for other tools.
func reportCoverage(cmd *cobra.Command, dir string, toStderr bool, files []engine.CoverageFile) error {
	root, err := project.Root(dir)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if toStderr { // stdout is one JSON value
		out = cmd.ErrOrStderr()
	}
	if err := report.Coverage(out, root, files); err != nil {
		return err
	}
	folder := filepath.Join(root, "coverage")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var text bytes.Buffer
	_ = report.LCOV(&text, root, files) // a buffer takes everything
	return os.WriteFile(filepath.Join(folder, "lcov.info"), text.Bytes(), 0o644)
}

// again runs the tests, and again after each change of the project, until the program is
// interrupted.
func again(cmd *cobra.Command, opts engine.Options, run func() error) error {
	ctx := cmd.Context()
	// Before anything is read, so that no change falls in between.
	w, err := engine.New(opts).Watch()
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // it never fails
	for {
		err := run()
		if ctx.Err() != nil {
			return nil //nolint:nilerr // The person has seen enough.
		}
		if usage, ok := errors.AsType[*usageError](err); ok {
			return usage
		}
		if err != nil && !errors.Is(err, errTestsFailed) {
			cmd.PrintErrf("error: %s\n", engine.Explain(err))
		}
		cmd.PrintErrln("Waiting for a change. Ctrl+C ends.")
		changes, err := w.Next(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return nil //nolint:nilerr // The person has seen enough.
			}
			return err
		}
		cmd.PrintErrf("%s: the tests run again\n", changedFiles(changes))
	}
}

// changedFiles names the files of changes.
func changedFiles(changes []watch.Change) string {
	text := changes[0].Path
	if more := len(changes) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func isNodeEnv(kv string) bool {
	return len(kv) > len("NODE_ENV=") && kv[:len("NODE_ENV=")] == "NODE_ENV="
}

// testOptions makes the engine's options of the settings.
func testOptions(cmd *cobra.Command, dir string, s *mochaopts.Options) (engine.TestOptions, error) {
	tests := engine.TestOptions{
		UI: s.UI, Grep: s.Grep, Contains: s.Contains, Invert: s.Invert, Retries: s.Retries, Bail: s.Bail,
	}
	var err error
	if tests.Reporter, err = report.New(s.Reporter, cmd.OutOrStdout()); err != nil {
		return tests, &usageError{err}
	}
	if tests.Timeout, err = mochaopts.Duration(s.Timeout, 2*time.Second); err != nil {
		return tests, &usageError{fmt.Errorf("--timeout: %w", err)}
	}
	if tests.Slow, err = mochaopts.Duration(s.Slow, 75*time.Millisecond); err != nil {
		return tests, &usageError{fmt.Errorf("--slow: %w", err)}
	}
	if tests.Require, err = s.Required(dir); err != nil {
		return tests, err
	}
	tests.Files, err = s.Files(dir)
	return tests, err
}
