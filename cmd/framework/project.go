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
	prod, dev                  bool
	verbose, silly, silent     bool
	settings, configs          []string
}

func (f *projectFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.IntVar(&f.port, "port", 0, "port to listen on, 0 picks a free one (default 1337, or what the project says)")
	fs.StringVar(&f.host, "host", "", "address to listen on (default all interfaces)")
	fs.BoolVar(&f.prod, "prod", false, "environment production")
	fs.BoolVar(&f.dev, "dev", false, "environment development")
	fs.StringVar(&f.environment, "environment", "", "environment by name")
	fs.StringVar(&f.profile, "profile", "", "release to behave like: 0.10, 0.11, 0.12, 1.x (default: what package.json asks for)")
	fs.BoolVar(&f.verbose, "verbose", false, "log level verbose")
	fs.BoolVar(&f.silly, "silly", false, "log level silly")
	fs.BoolVar(&f.silent, "silent", false, "log nothing")
	fs.StringArrayVar(&f.configs, "config", nil, "file of settings above .sailsrc, JSON or key = value (repeatable)")
	fs.StringArrayVar(&f.settings, "set", nil, "any setting by its dotted key, --set blueprints.prefix=/api (repeatable)")
}

// options makes engine options of the flags and the optional folder argument.
func (f *projectFlags) options(cmd *cobra.Command, args []string) (engine.Options, error) {
	flags := value.New(4)
	if cmd.Flags().Changed("port") {
		flags.Set("port", int64(f.port))
	}
	set := func(on bool, key, val string) {
		if on {
			config.Set(flags, key, val)
		}
	}
	set(f.host != "", "host", f.host)
	set(f.dev, "environment", "development")
	set(f.prod, "environment", "production")
	set(f.environment != "", "environment", f.environment)
	set(f.verbose, "log.level", "verbose")
	set(f.silly, "log.level", "silly")
	set(f.silent, "log.level", "silent")
	for _, s := range f.settings {
		key, val, ok := strings.Cut(s, "=")
		if !ok || key == "" {
			return engine.Options{}, &usageError{fmt.Errorf("--set %s: write it as key=value", s)}
		}
		config.Set(flags, key, settingValue(val))
	}
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	folders := rcFolders()
	folders.Files = f.configs
	return engine.Options{
		Dir: dir, Flags: flags, Profile: f.profile, Environ: os.Environ(), RC: folders,
		Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(), Exit: os.Exit,
		Memory: availableMemory(),
	}, nil
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

// settingValue reads JSON where the text is JSON, so that true, 5 and ["a"]
// mean what they say; anything else is text.
func settingValue(text string) any {
	if v, err := value.Parse([]byte(text)); err == nil {
		return v
	}
	return text
}
