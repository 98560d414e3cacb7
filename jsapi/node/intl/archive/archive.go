package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

const (
	between = "\x00" // separates values
	indexed = "\x01" // separates the index of a key from its value, in variants
)

// Archive reads what Write wrote. Its methods are safe for concurrent use.
type Archive struct {
	data    []byte
	entries map[string]entry
	mu      sync.Mutex
	keys    map[string][]string
	tables  map[string]*Table
}

type entry struct {
	offset, length int
	parent         string
}

// Table holds the texts of one language, or of a variant of it.
type Table struct {
	keys   []string
	values []string
	own    map[int]string
	parent *Table
}

// Source is one table of a language to write. Parent is the language whose values
// a variant shares, or empty.
type Source struct {
	Table, Language, Parent string
	Values                  map[string]string
}

// Open reads the index of an archive. The data must not change afterwards.
func Open(data []byte) (*Archive, error) {
	if len(data) < 4 {
		return nil, errors.New("archive: no index")
	}
	size := int(binary.LittleEndian.Uint32(data))
	if size > len(data)-4 {
		return nil, errors.New("archive: the index is cut off")
	}
	index, err := inflate(data[4 : 4+size])
	if err != nil {
		return nil, fmt.Errorf("archive: index: %w", err)
	}
	a := &Archive{data: data[4+size:], entries: map[string]entry{}, keys: map[string][]string{}, tables: map[string]*Table{}}
	offset := 0
	for line := range strings.Lines(index) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		if len(parts) != 3 {
			return nil, fmt.Errorf("archive: index: line %q", line)
		}
		length, err := strconv.Atoi(parts[1])
		if err != nil || length < 0 || offset+length > len(a.data) {
			return nil, fmt.Errorf("archive: index: length in line %q", line)
		}
		a.entries[parts[0]] = entry{offset, length, parts[2]}
		offset += length
	}
	return a, nil
}

// Has reports whether there is a table for a language.
func (a *Archive) Has(table, language string) bool {
	_, ok := a.entries[table+"/"+language]
	return ok
}

// Table returns a table of a language, nil if there is none. It is decoded when it is
// first asked for.
func (a *Archive) Table(table, language string) (*Table, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.table(table, language)
}

func (a *Archive) table(table, language string) (*Table, error) {
	name := table + "/" + language
	if t, ok := a.tables[name]; ok {
		return t, nil
	}
	e, ok := a.entries[name]
	if !ok {
		return nil, nil
	}
	keys, ok := a.keys[table]
	if !ok {
		text, err := a.read(a.entries[table+"/"])
		if err != nil {
			return nil, fmt.Errorf("archive: keys of %s: %w", table, err)
		}
		keys = strings.Split(text, between)
		a.keys[table] = keys
	}
	text, err := a.read(e)
	if err != nil {
		return nil, fmt.Errorf("archive: %s: %w", name, err)
	}
	t := &Table{keys: keys}
	if e.parent == "" {
		t.values = strings.Split(text, between)
		if len(t.values) != len(keys) {
			return nil, fmt.Errorf("archive: %s has %d values for %d keys", name, len(t.values), len(keys))
		}
	} else if err := a.variant(t, table, e.parent, text); err != nil {
		return nil, fmt.Errorf("archive: %s: %w", name, err)
	}
	a.tables[name] = t
	return t, nil
}

func (a *Archive) variant(t *Table, table, parent, text string) error {
	up, err := a.table(table, parent)
	if err != nil {
		return err
	}
	if up == nil {
		return fmt.Errorf("no parent %s", parent)
	}
	t.parent, t.own = up, map[int]string{}
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, between) {
		number, value, _ := strings.Cut(part, indexed)
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(t.keys) {
			return fmt.Errorf("key %q", number)
		}
		t.own[i] = value
	}
	return nil
}

func (a *Archive) read(e entry) (string, error) { return inflate(a.data[e.offset : e.offset+e.length]) }

func inflate(data []byte) (string, error) {
	if len(data) == 0 {
		return "", nil
	}
	out, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	return string(out), err
}

// Get returns the text of a key, empty if there is none. A nil table is empty.
func (t *Table) Get(key string) string {
	if t == nil {
		return ""
	}
	i, ok := slices.BinarySearch(t.keys, key)
	if !ok {
		return ""
	}
	return t.at(i)
}

func (t *Table) at(i int) string {
	for ; t.parent != nil; t = t.parent {
		if v, ok := t.own[i]; ok {
			return v
		}
	}
	return t.values[i]
}

// Each calls fn for every key with a prefix that has a text, in the order of the keys;
// the prefix is cut off.
func (t *Table) Each(prefix string, fn func(key, text string)) {
	if t == nil {
		return
	}
	i, _ := slices.BinarySearch(t.keys, prefix)
	for ; i < len(t.keys) && strings.HasPrefix(t.keys[i], prefix); i++ {
		if v := t.at(i); v != "" {
			fn(t.keys[i][len(prefix):], v)
		}
	}
}

// Write returns an archive of tables.
func Write(sources []Source) ([]byte, error) {
	keys := map[string]map[string]bool{}
	for _, s := range sources {
		if keys[s.Table] == nil {
			keys[s.Table] = map[string]bool{}
		}
		for k, v := range s.Values {
			if strings.ContainsAny(k+v, between+indexed) {
				return nil, fmt.Errorf("archive: %s %s: control character in %q: %q", s.Table, s.Language, k, v)
			}
			keys[s.Table][k] = true
		}
	}
	var index, body bytes.Buffer
	add := func(name, parent, text string) error {
		before := body.Len()
		if text != "" {
			w := brotli.NewWriterOptions(&body, brotli.WriterOptions{Quality: 11, LGWin: 22})
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
			if err := w.Close(); err != nil {
				return err
			}
		}
		_, err := fmt.Fprintf(&index, "%s %d %s\n", name, body.Len()-before, parent)
		return err
	}
	sorted := map[string][]string{}
	for _, table := range names(keys) {
		sorted[table] = names(keys[table])
		if err := add(table+"/", "", strings.Join(sorted[table], between)); err != nil {
			return nil, err
		}
	}
	full := map[string]map[string]string{}
	for _, s := range sources {
		full[s.Table+"/"+s.Language] = s.Values
	}
	for _, s := range sources {
		parent, ok := full[s.Table+"/"+s.Parent]
		if s.Parent != "" && !ok {
			return nil, fmt.Errorf("archive: %s %s: no parent %s", s.Table, s.Language, s.Parent)
		}
		var parts []string
		for i, k := range sorted[s.Table] {
			if s.Parent == "" {
				parts = append(parts, s.Values[k])
			} else if s.Values[k] != parent[k] {
				parts = append(parts, strconv.Itoa(i)+indexed+s.Values[k])
			}
		}
		if err := add(s.Table+"/"+s.Language, s.Parent, strings.Join(parts, between)); err != nil {
			return nil, err
		}
	}
	var head bytes.Buffer
	w := brotli.NewWriterLevel(&head, 11)
	if _, err := w.Write(index.Bytes()); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(head.Len()))
	return append(append(out, head.Bytes()...), body.Bytes()...), nil
}

func names[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
