package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// stores keeps the databases that snapshots use, by the fingerprint of their
// configuration: a new snapshot with the same settings gets the same database,
// the last one to release it closes it. One database is opened or closed at a
// time; those of other settings do not wait for it.
type stores struct {
	log   *slog.Logger
	mu    sync.Mutex
	open  map[string]*store
	moves map[string]chan struct{} // of what is being opened or closed: closed when that is done
}

type store struct {
	adapter orm.Adapter
	pool    *stores
	key     string
	name    string // of the connection
	refs    int
	// legacy is the folder of the store that this one replaces, until somebody
	// takes it over.
	legacy string
}

// takePeer gives the folder to who asks first.
func (s *store) takePeer() string {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	folder := s.legacy
	s.legacy = ""
	return folder
}

func newStores(log *slog.Logger) *stores {
	return &stores{log: log, open: map[string]*store{}, moves: map[string]chan struct{}{}}
}

// acquire is the database of key, opened where nobody has it open. It waits for
// others that open or close that one, or until ctx is over.
func (p *stores) acquire(ctx context.Context, key, name string, open func() (orm.Adapter, error)) (*store, error) {
	s, done, err := p.claim(ctx, key)
	if s != nil || err != nil {
		return s, err
	}
	adapter, err := open()
	if err != nil {
		done(nil)
		return nil, err
	}
	s = &store{adapter: adapter, pool: p, key: key, name: name, refs: 1}
	done(s)
	return s, nil
}

// claim is the open database of key, or the right to open it: then done is to be
// called with what was opened, nil for nothing.
func (p *stores) claim(ctx context.Context, key string) (s *store, done func(*store), err error) {
	p.mu.Lock()
	for p.moves[key] != nil {
		move := p.moves[key]
		p.mu.Unlock()
		select {
		case <-move:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		p.mu.Lock()
	}
	s = p.open[key]
	if s != nil && lostError(s.adapter) == nil {
		s.refs++
		p.mu.Unlock()
		return s, nil, nil
	}
	done = p.move(key)
	delete(p.open, key)
	p.mu.Unlock()
	if s != nil {
		p.log.Warn("a database is opened anew", "error", lostError(s.adapter))
		// Before another is opened at the same path, whose files it would remove.
		if err := s.adapter.Close(); err != nil {
			p.log.Warn("closing a database whose file is gone", "error", err)
		}
	}
	return nil, done, nil
}

// move keeps others off key until done is called, with what is open from then on.
// The lock is held by the caller.
func (p *stores) move(key string) (done func(*store)) {
	move := make(chan struct{})
	p.moves[key] = move
	return func(s *store) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if s != nil {
			p.open[key] = s
		}
		delete(p.moves, key)
		close(move)
	}
}

// lostError is why a database has to be opened anew, nil when it has not.
func lostError(adapter orm.Adapter) error {
	if l, ok := adapter.(interface{ Lost() error }); ok {
		return l.Lost()
	}
	return nil
}

func (s *store) release() {
	p := s.pool
	p.mu.Lock()
	s.refs--
	if s.refs > 0 {
		p.mu.Unlock()
		return
	}
	done := func(*store) {}
	if p.open[s.key] == s {
		delete(p.open, s.key)
		done = p.move(s.key)
	}
	p.mu.Unlock()
	if err := s.adapter.Close(); err != nil {
		p.log.Error("closing a database", "error", err)
	}
	done(nil)
}

// DatastoreError is a connection that a model asks for and that cannot be had.
type DatastoreError struct {
	Name   string
	Source string
	Reason string
	Hint   string
	Err    error
}

func (e *DatastoreError) Error() string {
	msg := fmt.Sprintf("connection %q", e.Name)
	if e.Source != "" {
		msg += " (" + e.Source + ")"
	}
	msg += ": " + e.Reason
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		msg += " (" + e.Hint + ")"
	}
	return msg
}

func (e *DatastoreError) Unwrap() error { return e.Err }

// storeReader reads the connections of a project.
type storeReader struct{ configuration }

// open opens the project's connection called name.
func (b storeReader) open(ctx context.Context, h *Host, name string) (*store, error) {
	c, source, err := b.settings(name)
	if err != nil {
		return nil, err
	}
	return h.openConnection(ctx, c, b.set, connectionOf{
		root: b.tree.Root, name: name, source: source, setting: b.profile.Stores.Config + "." + name, exact: b.profile.Stores.Exact,
	})
}

// settings are the settings of a connection, and where they come from.
func (b storeReader) settings(name string) (settings *value.Map, source string, err error) {
	words := b.profile.Stores
	if words.Other != "" && len(b.connections(words.Other)) > 0 {
		if len(b.connections(words.Config)) > 0 {
			return nil, "", &DatastoreError{
				Name: name, Source: b.cfg.Source(words.Other), Reason: fmt.Sprintf("there are config.%s and config.%s, which replaced it", words.Other, words.Config),
				Hint: fmt.Sprintf("move what it has to config/%s.js, with `default` for the one that most models use", words.Config),
			}
		}
		words.Config = words.Other // of an upgraded project
	}
	c, err := b.cfg.Map(words.Config + "." + name)
	if err != nil {
		return nil, "", err
	}
	source = b.from(words.Config+"."+name, c)
	if c.Len() == 0 && name != words.Default {
		return nil, "", &DatastoreError{Name: name, Reason: "there is no such connection", Hint: fmt.Sprintf("add it to config/%s.js", words.Config)}
	}
	switch adapter := c.Value("adapter"); {
	case c.Len() == 0 || words.Other != "" && adapter == nil:
		c = c.Clone()
		c.Set("adapter", "sails-disk")
	case words.Other == "":
		if full := classicAdapter(c); full != adapter {
			c = c.Clone()
			c.Set("adapter", full)
		}
	}
	return c, source, nil
}

// from says where a connection is written, and which of its settings
// come from elsewhere.
func (b storeReader) from(path string, c *value.Map) string {
	source := b.cfg.Source(path)
	var order []string
	from := map[string][]string{}
	for _, k := range c.Keys() {
		other := b.cfg.Source(path + "." + k)
		if other == source || other == "" {
			continue
		}
		if from[other] == nil {
			order = append(order, other)
		}
		from[other] = append(from[other], k)
	}
	for _, other := range order {
		source += fmt.Sprintf("; %s from %s", strings.Join(from[other], ", "), other)
	}
	return source
}

// classicAdapter is the adapter of a connection of a classic project, which may
// call it module, and leave out the beginning of its name (0.9 to 0.12).
func classicAdapter(c *value.Map) any {
	adapter := c.Value("adapter")
	if module := c.Value("module"); module != nil {
		adapter = module
	}
	name, ok := adapter.(string)
	if !ok || name == "" || strings.HasPrefix(name, "sails-") || strings.HasPrefix(name, "waterline-") {
		return adapter
	}
	return "sails-" + name
}

// connections are the names under a member of the configuration.
func (b storeReader) connections(member string) []string {
	m, err := b.cfg.Map(member)
	if err != nil {
		return nil
	}
	return m.Keys()
}

// connectionOf says where the settings of a connection come from, and whether
// its store is exact, see StoreSettings.
type connectionOf struct {
	root, name, source string
	setting            string // "datastores.default", where a project has a say
	exact              bool
}

// openConnection opens a connection by its settings.
func (h *Host) openConnection(ctx context.Context, c *value.Map, set config.Settings, of connectionOf) (*store, error) {
	root, name, source := of.root, of.name, of.source
	adapter, _ := c.Value("adapter").(string)
	refused := func(reason string, err error, hint string) error {
		return &DatastoreError{Name: name, Source: source, Reason: reason, Err: err, Hint: hint}
	}
	key := fmt.Sprintf("%s|%s|%s|%t|%v|%v|%v|%s", root, name, adapter, of.exact, set.QueryTimeout, set.DatastoreQueueTime, set.Production(), value.Append(nil, c))
	if connect := serverAdapters[adapter]; connect != nil && h.opts.connects() {
		opts, err := serverOptions(c, set.QueryTimeout, h.log)
		if err != nil {
			return nil, refused(err.Error(), nil, "")
		}
		opts.QueueTime = set.DatastoreQueueTime
		// On MySQL the collation decides.
		opts.CaseSensitive = opts.CaseSensitive || of.exact && adapter != "sails-mysql"
		return h.stores.acquire(ctx, key, name, func() (orm.Adapter, error) {
			db, err := connect(ctx, opts)
			if err != nil {
				return nil, refused("the database cannot be used", err, "is the server running, and are host, user, password and database right?")
			}
			return db, nil
		})
	}
	opts, err := sqliteOptions(c, adapter, root, name)
	if err != nil {
		hint := "sails-disk, sails-memory, sails-sqlite3, sails-postgresql and sails-mysql are built in"
		if of.setting != "" {
			hint += ": name one of them there, or for a try with --" + of.setting + ".adapter=sails-disk"
		}
		return nil, refused(err.Error(), nil, hint)
	}
	if of.exact {
		opts.CaseSensitive = true
		opts.Sparse, opts.Document = false, opts.Sparse
	}
	if !h.opts.opens(opts.Path) {
		opts.Path = ""
	}
	opts.QueryTimeout, opts.QueueTime = set.QueryTimeout, set.DatastoreQueueTime
	opts.Log = h.log
	if set.Production() {
		opts.Synchronous = "FULL"
	} else if h.running {
		opts.Gone = func(err error) { h.RequestReload(fmt.Sprintf("datastore %s: %v", name, err)) }
	}
	made := false
	st, err := h.stores.acquire(ctx, key, name, func() (orm.Adapter, error) {
		if opts.Path != "" {
			_, missing := os.Stat(opts.Path)
			made = errors.Is(missing, fs.ErrNotExist)
			if err := os.MkdirAll(filepath.Dir(opts.Path), 0o755); err != nil {
				return nil, refused("its folder cannot be made", err, "")
			}
		}
		db, err := sqldb.Open(ctx, opts)
		if err != nil {
			return nil, refused("it cannot be opened", err, "")
		}
		return db, nil
	})
	if err == nil && made && opts.Document {
		st.legacy = legacyFolder(c, root)
	}
	return st, err
}

// legacyFolder is where the document store of 1.x keeps its files.
func legacyFolder(c *value.Map, root string) string {
	dir, _ := c.Value("dir").(string)
	if dir == "" {
		dir = filepath.Join(".tmp", "localDiskDb")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	return dir
}

// exactText reads the option of a connection that makes comparisons of text
// exact: wlNext.caseSensitive.
func exactText(c *value.Map) bool {
	next, _ := c.Value("wlNext").(*value.Map)
	return next != nil && value.Truthy(next.Value("caseSensitive"))
}

// sqliteOptions maps the adapters of existing projects to the embedded
// database.
func sqliteOptions(c *value.Map, adapter, root, name string) (sqldb.Options, error) {
	file := func(keys ...string) string {
		for _, k := range keys {
			if s, ok := c.Value(k).(string); ok && s != "" && s != ":memory:" {
				if !filepath.IsAbs(s) {
					s = filepath.Join(root, s)
				}
				return s
			}
		}
		return ""
	}
	switch adapter {
	case "sails-memory":
		return sqldb.Options{Sparse: true, CaseSensitive: exactText(c)}, nil
	case "sails-disk":
		if value.Truthy(c.Value("inMemoryOnly")) {
			return sqldb.Options{Sparse: true, CaseSensitive: exactText(c)}, nil
		}
		dir := file("filePath", "dir")
		if dir == "" {
			dir = filepath.Join(root, ".tmp")
		}
		return sqldb.Options{Sparse: true, CaseSensitive: exactText(c), Path: filepath.Join(dir, name+".sqlite")}, nil
	case "sails-sqlite3", "sails-sqlite":
		return sqldb.Options{Schema: true, CaseSensitive: exactText(c), Path: file("filename", "file", "database", "url")}, nil
	case "sails-postgresql", "sails-postgres", "sails-mysql": // looked at, without its server
		return sqldb.Options{Schema: true}, nil
	case "":
		return sqldb.Options{}, errors.New("it names no adapter")
	}
	return sqldb.Options{}, fmt.Errorf("there is no adapter %q", adapter)
}
