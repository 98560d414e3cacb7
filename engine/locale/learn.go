package locale

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"framework/engine/value"
)

// mostLearned bounds the words that one version of a project adds: a key may be what a
// client has sent.
const mostLearned = 1000

// ErrTooMany says that no more words are added.
var ErrTooMany = errors.New("no more words without a translation are written into the files of the locales: there are " +
	fmt.Sprint(mostLearned) + " since the start. Keys that come from requests are words of their own: pass them as values")

// Synced reports whether Learn is to be told of words that are known, too: other locales
// may lack them.
func (c *Catalogs) Synced() bool { return c.opts.Write && c.opts.Sync }

// Learn adds a word that has no translation in a locale, with a text or the forms one
// and other, and writes the locale's file, if Options.Write says so; with Options.Sync
// it does so for the other locales that lack it. It is safe for concurrent use.
func (c *Catalogs) Learn(locale, key string, text any) error {
	if !c.opts.Write || key == "" {
		return nil
	}
	names := []string{c.existing(locale)}
	if c.opts.Sync {
		names = c.names
	}
	var errs []error
	for _, name := range names {
		if _, known := c.Text(name, key); !known {
			errs = append(errs, c.learn(name, key, text))
		}
	}
	return errors.Join(errs...)
}

func (c *Catalogs) learn(locale, key string, text any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned > mostLearned {
		return nil
	}
	if c.learned++; c.learned > mostLearned {
		return ErrTooMany
	}
	texts := c.texts[locale].DeepClone() // others may hold what there was
	set(texts, key, text, c.opts.Nested)
	c.texts[locale] = texts
	path := filepath.Join(c.opts.Dir, locale+".json")
	var out bytes.Buffer
	if err := json.Indent(&out, value.Append(nil, texts), "", c.opts.Indent); err != nil {
		return fmt.Errorf("writing translations: %w", err)
	}
	if err := c.write(path, out.Bytes()); err != nil {
		return fmt.Errorf("writing translations: %w. Set i18n.updateFiles to false if the server is not to write them", err)
	}
	return nil
}

// set puts a text at a key of m; with nested, a key with dots is a path of objects, if
// nothing else is in its way.
func set(m *value.Map, key string, text any, nested bool) {
	name, rest, more := strings.Cut(key, ".")
	if !nested || !more || name == "" || rest == "" {
		m.Set(key, text)
		return
	}
	switch inner := m.Value(name).(type) {
	case *value.Map:
		set(inner, rest, text, true)
	case nil:
		made := value.New(1)
		set(made, rest, text, true)
		m.Set(name, made)
	default:
		m.Set(key, text)
	}
}

// write replaces a file in one step: readers see it as it was, or whole.
func (c *Catalogs) write(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	part := path + ".tmp"
	if err := os.WriteFile(part, text, 0o644); err != nil {
		return err
	}
	c.wrote[path] = text // before the file is there: who sees it asks Wrote
	if err := os.Rename(part, path); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return nil
}

// Wrote reports whether a file is as Learn has left it: it says nothing new. The path is
// absolute.
func (c *Catalogs) Wrote(path string) bool {
	c.mu.Lock()
	text, ok := c.wrote[path]
	c.mu.Unlock()
	if !ok {
		return strings.HasSuffix(path, ".json.tmp") && c.opts.Write && filepath.Dir(path) == filepath.Clean(c.opts.Dir)
	}
	is, err := os.ReadFile(path)
	return err == nil && bytes.Equal(is, text)
}
