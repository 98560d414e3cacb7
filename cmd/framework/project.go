package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/config"
	"framework/engine/value"
)

// projectFlags are the flags of every command that reads a project.
type projectFlags struct {
	port                       int
	host, environment, profile string
	prod, dev, strict          bool
	verbose, silly, silent     bool
	log                        string
	settings, configs          []string
	// lint: look for names of what does not exist in the scripts.
	lint bool
	// json: stdout is for a JSON report, so what the project prints goes to stderr.
	json bool
}

func (f *projectFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&f.port, "port", 0, "port to listen on, 0 picks a free one (default: that of the project, else 1337)")
	fs.StringVar(&f.host, "host", "", "address to listen on (default all interfaces)")
	fs.BoolVar(&f.prod, "prod", false, "environment production")
	fs.BoolVar(&f.dev, "dev", false, "environment development")
	fs.StringVar(&f.environment, "environment", "", "environment by name")
	fs.StringVar(&f.profile, "profile", "", "release to behave like: 0.10, 0.11, 0.12, 1.x (default: that of package.json)")
	fs.BoolVar(&f.verbose, "verbose", false, "log level verbose")
	fs.BoolVar(&f.silly, "silly", false, "log level silly")
	fs.BoolVar(&f.silent, "silent", false, "log nothing")
	fs.StringVar(&f.log, "log", "", "how the log is written: text, or json for an object in each line")
	fs.StringArrayVar(&f.configs, "config", nil, "file of settings above .sailsrc, JSON or key = value (repeatable)")
	fs.StringArrayVar(&f.settings, "set", nil, "any setting by its dotted key, --set blueprints.prefix=/api (repeatable)")
}

// registerStrict adds the flag of commands that may refuse a project for its warnings.
func (f *projectFlags) registerStrict(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.strict, "strict", false, "make every warning an error")
}

// options makes engine options of the flags and the optional folder argument.
func (f *projectFlags) options(cmd *cobra.Command, args []string) (engine.Options, error) {
	flags, err := f.values(cmd.Flags().Changed("port"))
	if err != nil {
		return engine.Options{}, err
	}
	folders := rcFolders()
	folders.Files = f.configs
	stdout := cmd.OutOrStdout()
	if f.json {
		stdout = cmd.ErrOrStderr()
	}
	return engine.Options{
		Dir: folder(args), Flags: flags, Profile: f.profile, Environ: os.Environ(), RC: folders,
		Stdout: stdout, Stderr: cmd.ErrOrStderr(), Exit: os.Exit,
		Memory: availableMemory(), WarningsFail: f.strict,
	}, nil
}

// values are the settings that the flags give; port says whether that flag is among them.
func (f *projectFlags) values(port bool) (*value.Map, error) {
	flags := value.New(4)
	if port {
		flags.Set("port", int64(f.port))
	}
	for _, s := range []struct {
		on       bool
		key, val string
	}{
		{f.host != "", "host", f.host},
		{f.dev, "environment", "development"},
		{f.prod, "environment", "production"},
		{f.environment != "", "environment", f.environment},
		{f.verbose, "log.level", "verbose"},
		{f.silly, "log.level", "silly"},
		{f.silent, "log.level", "silent"},
		{f.log != "", "log.format", f.log},
	} {
		if s.on {
			_ = config.Set(flags, s.key, s.val) // no key of these is deep
		}
	}
	for _, s := range f.settings {
		key, text, ok := strings.Cut(s, "=")
		if !ok || key == "" {
			return nil, &usageError{fmt.Errorf("--set %.60s: write it as key=value", s)}
		}
		v, err := config.FromText(text)
		if err == nil {
			err = config.Set(flags, key, v)
		}
		if err != nil {
			return nil, &usageError{fmt.Errorf("--set %.60s: %w", key, err)}
		}
	}
	return flags, nil
}

// asksForMore reports whether a command that logs little by itself was asked for more.
func asksForMore(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("verbose") || cmd.Flags().Changed("silly")
}

// folder is the optional argument of most commands, by default the current one.
func folder(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return "."
}

// rcFolders is where .sailsrc and its like are looked for on this machine.
func rcFolders() config.RCFolders {
	var folders config.RCFolders
	folders.Home, _ = os.UserHomeDir() // without a home there is no .sailsrc in it
	if runtime.GOOS != "windows" {
		folders.Etc = "/etc"
	}
	return folders
}
