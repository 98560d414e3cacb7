package assets

import (
	"context"
	"errors"
	"sync"

	"framework/engine/web"
)

// ErrNoTranslator says that the project lacks the package that compiles a file.
var ErrNoTranslator = errors.New("the package is not installed")

// Globs are those of tasks/pipeline.js, in the order in which pages load the
// files: Scripts and Styles in the public folder, Templates in the project's
// folder. A glob that begins with ! excludes files.
type Globs struct {
	Scripts, Styles, Templates []string
}

// Translator compiles files with the packages of the project. Its error is
// ErrNoTranslator if the package is missing.
type Translator interface {
	// Less compiles the text of a LESS file to CSS.
	Less(ctx context.Context, text, file string) (string, error)
	// Coffee compiles the text of a CoffeeScript file to JavaScript.
	Coffee(ctx context.Context, text, file string) (string, error)
	// Templates returns a script that fills the object JST with functions.
	Templates(ctx context.Context, list []Template) (string, error)
}

// Template is a template for the browser.
type Template struct {
	// Name is its path in the project, such as assets/templates/pet.html.
	Name, Text string
}

// Options configure a Pipeline.
type Options struct {
	// Root is the project's folder; Dirs are its public folders, in the order in
	// which they are searched.
	Root string
	Dirs []string
	// Globs is nil for projects without linked files.
	Globs        *Globs
	Translator   Translator
	CacheControl string
	// Types are those of web.StaticSwitches.
	Types web.Types
	Log   func(message string, args ...any)
}

// Pipeline serves generated assets. It is safe for concurrent use.
type Pipeline struct {
	opts Options

	mu   sync.Mutex
	made map[string]made
}

// New returns a Pipeline.
func New(opts Options) *Pipeline { return &Pipeline{opts: opts, made: map[string]made{}} }
