package pipeline

import (
	"context"
	"errors"
	"sync"
)

// ErrNoTranslator says that the project lacks the package that a file is made
// with.
var ErrNoTranslator = errors.New("the package is not installed")

// Globs is what tasks/pipeline.js says: globs of files in the order in which
// pages are to load them, those of Scripts and Styles in the public folder, those
// of Templates in the project's. One that begins with ! takes files out again.
type Globs struct {
	Scripts, Styles, Templates []string
}

// Translator makes what browsers read, with the packages of the project. An error
// that is ErrNoTranslator says that it has none.
type Translator interface {
	// Less makes CSS of the text of a LESS file.
	Less(ctx context.Context, text, file string) (string, error)
	// Coffee makes JavaScript of the text of a CoffeeScript file.
	Coffee(ctx context.Context, text, file string) (string, error)
	// Templates makes a script that fills the object JST with functions.
	Templates(ctx context.Context, list []Template) (string, error)
}

// Template is a file that pages show parts of themselves with.
type Template struct {
	// Name is its path in the project: assets/templates/pet.html.
	Name, Text string
}

// Options configure a Pipeline.
type Options struct {
	// Root is the project's folder, Dirs its public folders in the order in which
	// they are looked through.
	Root string
	Dirs []string
	// Globs are nil for projects that link nothing by themselves.
	Globs        *Globs
	Translator   Translator
	CacheControl string
	// Modern names types as 1.x does.
	Modern bool
	Log    func(message string, args ...any)
}

// Pipeline serves what is made of a project's assets. Safe for concurrent use.
type Pipeline struct {
	opts Options

	mu   sync.Mutex
	made map[string]made
}

// New returns a Pipeline.
func New(opts Options) *Pipeline { return &Pipeline{opts: opts, made: map[string]made{}} }
