package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"framework/cmd/framework/install"
	"framework/cmd/framework/install/lockfile"
	"framework/engine/doctor"
)

// nodeRelease is the release of Node that scripts see here: process.versions.node.
const nodeRelease = "20.0.0"

func installCommand() *cobra.Command {
	opts := install.Options{Dir: "."}
	var omit []string
	var production bool
	cmd := &cobra.Command{
		Use:     "install [package…]",
		Aliases: []string{"i"},
		Short:   "Install the packages of package.json, without npm",
		Long: `Install the packages of package.json into node_modules, without npm and without
Node: those of package-lock.json or npm-shrinkwrap.json, or, where there is none
or it does not fit package.json, the versions that npm would choose, which are
then written into package-lock.json. Packages that are named (name, name@range,
an address, a repository) are added to package.json.

The registry, its credentials, the proxy and certificates are those of npm's
configuration: .npmrc of the project, of the user and of the machine, and the
variables npm_config_…. Every file is compared with its sum. No script of a
package is run. node_modules is replaced in one step, when everything is there.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, kind := range omit {
				switch kind {
				case "dev":
					opts.OmitDev = true
				case "optional":
					opts.OmitOptional = true
				default:
					return &usageError{fmt.Errorf("--omit takes dev and optional, not %q", kind)}
				}
			}
			opts.OmitDev = opts.OmitDev || production || os.Getenv("NODE_ENV") == "production" && !cmd.Flags().Changed("omit") && len(args) == 0
			opts.Add = args
			if opts.Frozen && len(args) > 0 {
				return &usageError{fmt.Errorf("--frozen installs what the lock file has: it does not go with a package (%s)", strings.Join(args, " "))}
			}
			return installPackages(cmd, opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Dir, "dir", ".", "project folder")
	flags.StringSliceVar(&omit, "omit", nil, "leave out what only dependencies of a kind need: dev, optional")
	flags.BoolVar(&production, "production", false, "the same as --omit dev, as is NODE_ENV=production")
	flags.BoolVar(&opts.Frozen, "frozen", false, "fail if the lock file is missing or does not fit package.json, as npm ci does")
	flags.BoolVarP(&opts.Dev, "save-dev", "D", false, "add the packages to devDependencies")
	flags.BoolVarP(&opts.Exact, "save-exact", "E", false, "add the packages with the version that is chosen, and no range")
	return cmd
}

// installPackages installs, and says what was done.
func installPackages(cmd *cobra.Command, opts install.Options) error {
	var err error
	if opts.Cache, err = packageCache(); err != nil {
		return err
	}
	opts.Environ, opts.Node = os.Environ(), nodeRelease
	clean := func() {}
	if isTerminal(cmd.ErrOrStderr()) {
		opts.Progress, clean = progress(cmd.ErrOrStderr())
	}
	report, err := install.Install(cmd.Context(), opts)
	clean()
	if err != nil {
		return err
	}
	for _, w := range report.Warnings {
		cmd.PrintErrf("warn: %s\n", w)
	}
	if len(report.Scripts) > 0 {
		cmd.PrintErrf("info: install scripts were not run: %s. framework doctor says which of them need one\n", strings.Join(report.Scripts, ", "))
	}
	out := cmd.OutOrStdout()
	if len(report.Wrote) > 0 {
		if _, err := fmt.Fprintf(out, "Wrote %s\n", strings.Join(report.Wrote, ", ")); err != nil {
			return err
		}
	}
	text := "Installed %s into %s\n"
	if report.Current {
		text = "Nothing to do: %s in %s\n"
	}
	_, err = fmt.Fprintf(out, text, count(report.Packages, "package"), filepath.Join(opts.Dir, "node_modules"))
	return err
}

// packageCache is the folder of the packages that were brought before.
func packageCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no place for the cache of packages: %w", err)
	}
	return filepath.Join(dir, "framework", "npm"), nil
}

// progress shows how many packages have arrived, in one line of a terminal.
func progress(w io.Writer) (show func(done, total int), clean func()) {
	var mu sync.Mutex
	highest := 0
	show = func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done*100/total > highest*100/total || done == 1 {
			_, _ = fmt.Fprintf(w, "\r%d of %s", done, count(total, "package"))
		}
		highest = max(highest, done)
	}
	clean = func() { _, _ = fmt.Fprint(w, "\r\x1b[K") }
	return show, clean
}

// offerInstall asks on a terminal whether to install the packages of a project
// that has no node_modules and needs some.
func offerInstall(cmd *cobra.Command, flags *projectFlags, args []string) error {
	dir := folder(args)
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !isTerminal(in) || !isTerminal(cmd.ErrOrStderr()) {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err == nil {
		return nil
	}
	p, err := readForDoctor(cmd, flags, args, true)
	if err != nil {
		return nil //nolint:nilerr // The lift says what is wrong with the folder.
	}
	missing := doctor.Missing(p)
	if len(missing) == 0 {
		return nil
	}
	shown := strings.Join(missing[:min(len(missing), 5)], ", ")
	if more := len(missing) - 5; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	from := "package.json"
	if lock, err := lockfile.Find(dir); err == nil && lock != nil {
		from = lock.File
	}
	cmd.PrintErrf("Packages are not installed: %s. Install what %s names? [Y/n] ", shown, from)
	if !yes(in) {
		return nil
	}
	return installPackages(cmd, install.Options{Dir: dir})
}
