package engine

import (
	"context"
	"time"

	"framework/engine/datastore"
	"framework/engine/listener"
	"framework/engine/project"
	"framework/engine/snapshot"
	"framework/jsapi"
)

// Version is the version of the server.
const Version = snapshot.Version

// ErrNotLoaded is returned when no version of the project was ever built.
var ErrNotLoaded = snapshot.ErrNotLoaded

// ErrIncomplete says that an input may be finished on its next line.
var ErrIncomplete = snapshot.ErrIncomplete

// Options of a server, and the versions of a project; see package snapshot.
type (
	Options        = snapshot.Options
	Databases      = snapshot.Databases
	Snapshot       = snapshot.Snapshot
	Route          = snapshot.Route
	Migration      = datastore.Migration
	Shown          = snapshot.Shown
	DatastoreError = datastore.Error
	ListenError    = listener.ListenError
)

// How far a project that is only looked at touches its databases.
const (
	NoDatabases     = snapshot.NoDatabases
	ReadDatabases   = snapshot.ReadDatabases
	ChangeDatabases = snapshot.ChangeDatabases
)

// Tests of projects; see package snapshot.
type (
	TestOptions  = snapshot.TestOptions
	TestReporter = snapshot.TestReporter
	TestSuite    = snapshot.TestSuite
	TestResult   = snapshot.TestResult
	TestFailure  = snapshot.TestFailure
	TestStats    = snapshot.TestStats
	TestState    = snapshot.TestState

	CoverageFile     = snapshot.CoverageFile
	CoverageFunction = snapshot.CoverageFunction
)

// The states of a test.
const (
	TestPassed  = snapshot.TestPassed
	TestFailed  = snapshot.TestFailed
	TestPending = snapshot.TestPending
)

// Explain is err as a person reads it on a terminal, see jsapi.Explain.
func Explain(err error) string { return jsapi.Explain(err) }

// LimitMatches bounds the matches of regular expressions in the whole process, see jsapi.LimitMatches.
func LimitMatches(turn time.Duration) { jsapi.LimitMatches(turn) }

// SeedResult is what a seed file came to, see snapshot.SeedResult.
type SeedResult = snapshot.SeedResult

// Seed creates the records of seed files, see snapshot.Seed.
func Seed(ctx context.Context, opts Options, names []string, done func(SeedResult) error) error {
	return snapshot.Seed(ctx, opts, names, done)
}

// RunScript runs the script of a file, see snapshot.RunScript.
func RunScript(ctx context.Context, opts Options, s project.Script, words []string) (string, error) {
	return snapshot.RunScript(ctx, opts, s, words)
}
