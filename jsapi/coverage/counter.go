package coverage

import (
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/intrinsics"
)

// global is the name of the function that instrumented scripts call with a number of theirs.
const global = "__framework_covered"

// Counter counts what was run of the files that it covers. It is safe for concurrent use.
type Counter struct {
	covers func(path string) bool

	mu    sync.Mutex
	hits  []int64 // by the numbers that scripts call Global with
	files map[string]*parts
}

// parts are what is counted of a file.
type parts struct{ statements, functions []part }

type part struct {
	name   string // of a function
	line   int
	number int
}

// New returns a counter of the files whose paths covers says.
func New(covers func(path string) bool) *Counter {
	return &Counter{covers: covers, files: map[string]*parts{}}
}

// Install adds the function that instrumented scripts call to a realm. A nil counter adds
// none.
func (c *Counter) Install(r *jsapi.Realm) error {
	if c == nil {
		return nil
	}
	return intrinsics.Define(r.Runtime(), global, func(call goja.FunctionCall) goja.Value {
		c.hit(call.Argument(0).ToInteger())
		return goja.Undefined()
	})
}

// hit counts a part of a script. Numbers that no script got are ignored.
func (c *Counter) hit(number int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if number >= 0 && number < int64(len(c.hits)) {
		c.hits[number]++
	}
}

// File is what was run of a file.
type File struct {
	Path string
	// Lines has how often each line was run on which a statement begins.
	Lines      map[int]int64
	Statements []int64
	Functions  []Function
}

// Function is how often a function was called.
type Function struct {
	Name string // "(anonymous)" for none
	Line int
	Hits int64
}

// Files are the files that were loaded, sorted by path. A file that was compiled again,
// as in another realm, counts once.
func (c *Counter) Files() []File {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]File, 0, len(c.files))
	for path, p := range c.files {
		f := File{Path: path, Lines: map[int]int64{}}
		for _, s := range p.statements {
			hits := c.hits[s.number]
			f.Lines[s.line] = max(f.Lines[s.line], hits)
			f.Statements = append(f.Statements, hits)
		}
		for _, fn := range p.functions {
			f.Functions = append(f.Functions, Function{fn.name, fn.line, c.hits[fn.number]})
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out
}
