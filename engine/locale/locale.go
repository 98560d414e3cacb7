package locale

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"framework/engine/value"
)

// Options are the settings of the translations.
type Options struct {
	Dir     string   // folder of the <locale>.json files
	Shown   string   // name of Dir in errors; "" means Dir
	Locales []string // in the order of preference
	Default string   // "" means the first
	Write   bool     // words without a translation are written into the files: see Learn
	Indent  string   // of a file that is written
	Sync    bool     // into those of all locales
	Nested  bool     // a key with dots is written as a path of objects
	Paths   bool     // a key with dots is looked up as such a path too
	UpToOne bool     // numbers below one take the form for one
	Keeps   bool     // the locale stays where one is asked for that does not exist
}

// Catalogs are the translations of a project. They are safe for concurrent use.
type Catalogs struct {
	opts    Options
	names   []string
	def     string
	matcher language.Matcher

	mu      sync.RWMutex          // guards what follows
	texts   map[string]*value.Map // by locale
	learned int
	wrote   map[string][]byte // what Learn has written last, by file
}

// Read reads the catalog of every locale. A locale without a file has no
// translations; a file that is not a JSON object is an error.
func Read(opts Options) (*Catalogs, error) {
	c := &Catalogs{opts: opts, def: opts.Default, texts: map[string]*value.Map{}, wrote: map[string][]byte{}}
	for _, name := range opts.Locales {
		if name != "" && !slices.Contains(c.names, name) {
			c.names = append(c.names, name)
		}
	}
	if c.def == "" && len(c.names) > 0 {
		c.def = c.names[0]
	}
	if c.def == "" {
		c.def = "en"
	}
	if !slices.Contains(c.names, c.def) {
		c.names = append(c.names, c.def)
	}
	var errs []error
	for _, name := range c.names {
		file := name + ".json"
		texts, err := read(filepath.Join(opts.Dir, file), filepath.ToSlash(filepath.Join(cmp.Or(opts.Shown, opts.Dir), file)))
		if err != nil {
			errs = append(errs, err)
		}
		c.texts[name] = texts
	}
	// The matcher falls back to its first tag. A tag may have an underscore in it.
	tags := []language.Tag{language.Make(c.def)}
	for _, name := range c.names {
		tags = append(tags, language.Make(name))
	}
	c.matcher = language.NewMatcher(tags)
	return c, errors.Join(errs...)
}

func read(path, shown string) (*value.Map, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return value.New(0), nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading translations: %w", err)
	}
	v, err := value.ParseFile(shown, text)
	if err != nil {
		return nil, err
	}
	m, ok := v.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("%s: translations are an object of texts by key", shown)
	}
	return m, nil
}

// Default returns the locale of requests that name none.
func (c *Catalogs) Default() string { return c.def }

// Names returns the locales.
func (c *Catalogs) Names() []string { return slices.Clone(c.names) }

// Has reports whether the locale exists.
func (c *Catalogs) Has(name string) bool { return slices.Contains(c.names, name) }

// Choose returns the locale that fits an Accept-Language header best.
func (c *Catalogs) Choose(accept string) string {
	if accept == "" {
		return c.def
	}
	wanted, _, _ := language.ParseAcceptLanguage(accept) // none of a broken header
	_, i, _ := c.matcher.Match(wanted...)
	if i == 0 { // the default is before the names
		return c.def
	}
	return c.names[i-1]
}

// Text returns the translation of key: a string, or a map with the forms one and
// other. An unknown key is its own translation, and known is false. With Paths, a key with
// dots is also looked up in nested objects ("cart.empty"). The default stands for a locale that
// does not exist.
func (c *Catalogs) Text(locale, key string) (text any, known bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	texts := c.texts[c.existing(locale)]
	if v := texts.Value(key); v != nil {
		return v, true
	}
	if c.opts.Paths {
		if v := within(texts, key); v != nil {
			return v, true
		}
	}
	return key, false
}

func (c *Catalogs) existing(locale string) string {
	if c.Has(locale) {
		return locale
	}
	return c.def
}

// within returns the value at a path of m, or nil.
func within(m *value.Map, path string) any {
	for {
		name, rest, more := strings.Cut(path, ".")
		if name == "" || !more {
			return m.Value(path)
		}
		var ok bool
		if m, ok = m.Value(name).(*value.Map); !ok {
			return nil
		}
		path = rest
	}
}

// Keeps reports whether the locale stays where one is asked for that does not exist;
// else it is the default.
func (c *Catalogs) Keeps() bool { return c.opts.Keeps }

// UpToOne reports whether numbers below one take the form for one.
func (c *Catalogs) UpToOne() bool { return c.opts.UpToOne }

// Catalog returns all texts of a locale; it must not be changed.
func (c *Catalogs) Catalog(locale string) *value.Map {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.texts[locale]
}
