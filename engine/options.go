package engine

import (
	"io"
	"log/slog"
	"os"

	"framework/engine/ordered"
)

// Version is the version of the server.
const Version = "0.1.0"

// Options say what to serve and how. The zero value of every field but Dir is
// usable.
type Options struct {
	// Dir is the project folder.
	Dir string
	// Flags are settings from the command line, nested by their dotted keys;
	// they win over every file.
	Flags *ordered.Map
	// Profile overrides the release that package.json asks for: "0.10",
	// "0.11", "0.12" or "classic".
	Profile string
	// Environ are the environment variables as os.Environ gives them; Home is
	// where the user's .sailsrc is looked for.
	Environ []string
	Home    string
	// Args are what the project sees as process.argv after node and script.
	Args []string
	// Stdout and Stderr are the project's; nil means the process's own.
	Stdout, Stderr io.Writer
	// Log receives the log; nil makes one that writes to Stderr at the level
	// of the project's configuration.
	Log *slog.Logger
	// Inspect builds the project without touching its databases and without
	// running its bootstrap, for commands that only look at it.
	Inspect bool
	// Exit is called when the project calls process.exit; nil ignores it.
	Exit func(code int)
}

func (o *Options) withDefaults() Options {
	out := *o
	if out.Flags == nil {
		out.Flags = ordered.New(0)
	}
	if out.Stdout == nil {
		out.Stdout = os.Stdout
	}
	if out.Stderr == nil {
		out.Stderr = os.Stderr
	}
	return out
}
