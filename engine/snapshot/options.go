package snapshot

import (
	"io"
	"log/slog"
	"os"
	"time"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/value"
	"framework/jsapi/debug/protocol"
	"framework/watch"
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
	Flags *value.Map
	// Profile overrides the release that package.json names: "0.10", "0.11",
	// "0.12" or "classic".
	Profile string
	// Environ are the environment variables as os.Environ gives them.
	Environ []string
	// RC is where configuration outside of the project is looked for.
	RC config.RCFolders
	// Args are what the project sees as process.argv after node and script.
	Args []string
	// Stdout and Stderr are the project's; nil means the process's own. Workers write at the
	// same time.
	Stdout, Stderr io.Writer
	// Log receives the log; nil makes one that writes to Stderr at the level
	// of the project's configuration.
	Log *slog.Logger
	// Memory is how many bytes of memory the process may use, a quarter of which is
	// the default of script.memoryLimit; 0 means 4 GiB.
	Memory int64
	// Inspect builds the project without touching its databases and without
	// running its bootstrap, for commands that only look at it.
	Inspect bool
	// InitializeHooks has Inspect initialise the hooks, which may connect to what they use. Their
	// queries find empty databases.
	InitializeHooks bool
	// Lint warns about names of what does not exist in the scripts of the project.
	Lint bool
	// WarningsFail makes the warnings of a build an error.
	WarningsFail bool
	// Databases is what Inspect may do with the databases, for migrations.
	Databases Databases
	// Migrate applies the migration files that were not applied yet before the first
	// version is served.
	Migrate bool
	// LoadOnly leaves out the bootstrap and all that is for listening.
	LoadOnly bool
	// OneWorker serves with one worker, whatever the project has set.
	OneWorker bool
	// Watch makes Run follow changes of the folder, except in production and
	// where config.watch is false.
	Watch bool
	// Settle is how long a file has to stay empty, where it was not before, to be
	// part of a version; 0 means 1 s.
	Settle time.Duration
	// Clock is where the time for that comes from; nil means the machine's.
	Clock watch.Clock
	// Configured is called by each build with the datastores and the settings of the
	// project, before its code is loaded; nil means nothing.
	Configured func(*datastore.Project)
	// Loaded is called by Run when the project is loaded for the first time, before
	// it listens; nil means nothing.
	Loaded func(*Snapshot)
	// Grown is called with how many clients are connected by sockets when one has
	// come. It must not wait. nil means nothing.
	Grown func(clients int)
	// Debugger lets clients pause the scripts of the project; nil for none, which costs
	// nothing.
	Debugger *protocol.Target
	// Exit is called when the project calls process.exit; nil ignores it.
	Exit func(code int)
}

func (o *Options) withDefaults() Options {
	out := *o
	if out.Flags == nil {
		out.Flags = value.New(0)
	}
	if out.Stdout == nil {
		out.Stdout = os.Stdout
	}
	if out.Stderr == nil {
		out.Stderr = os.Stderr
	}
	if out.Settle <= 0 {
		out.Settle = time.Second
	}
	if out.Clock == nil {
		out.Clock = watch.SystemClock{}
	}
	return out
}

// Databases says how far a project that is only looked at touches its
// databases.
type Databases string

const (
	// NoDatabases puts empty ones in memory in their place.
	NoDatabases Databases = ""
	// ReadDatabases opens those that exist and leaves their tables alone.
	ReadDatabases Databases = "read"
	// ChangeDatabases opens all and leaves the tables to Snapshot.Migrate.
	ChangeDatabases Databases = "change"
)

// access is how far the databases are touched.
func (o *Options) access() datastore.Access {
	switch {
	case !o.Inspect || o.Databases == ChangeDatabases:
		return datastore.Full
	case o.Databases == ReadDatabases:
		return datastore.Existing
	}
	return datastore.InMemory
}
