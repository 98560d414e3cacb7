package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"framework/engine/config"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
)

// stores keeps the databases that snapshots use, by the fingerprint of their
// configuration: a new snapshot with the same settings gets the same database,
// the last one to release it closes it.
type stores struct {
	log  *slog.Logger
	mu   sync.Mutex
	open map[string]*store
}

type store struct {
	adapter orm.Adapter
	pool    *stores
	key     string
	refs    int
}

func newStores(log *slog.Logger) *stores {
	return &stores{log: log, open: map[string]*store{}}
}

func (p *stores) acquire(key string, open func() (orm.Adapter, error)) (*store, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.open[key]; s != nil {
		s.refs++
		return s, nil
	}
	adapter, err := open()
	if err != nil {
		return nil, err
	}
	s := &store{adapter: adapter, pool: p, key: key, refs: 1}
	p.open[key] = s
	return s, nil
}

func (s *store) release() {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	s.refs--
	if s.refs > 0 {
		return
	}
	delete(s.pool.open, s.key)
	if err := s.adapter.Close(); err != nil {
		s.pool.log.Error("closing a database", "error", err)
	}
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

// DefaultConnection is the connection of models that name none.
const DefaultConnection = "localDiskDb"

// openStore opens the connection called name for the project at root.
func (a *App) openStore(ctx context.Context, cfg *config.Config, set config.Settings, root, name string) (*store, error) {
	c, err := cfg.Map("connections." + name)
	if err != nil {
		return nil, err
	}
	source := cfg.Source("connections." + name)
	if c.Len() == 0 {
		if name != DefaultConnection {
			return nil, &DatastoreError{Name: name, Reason: "there is no such connection", Hint: "add it to config/connections.js"}
		}
		c = ordered.Of("adapter", "sails-disk")
	}
	adapter, _ := c.Value("adapter").(string)
	opts, err := sqliteOptions(c, adapter, root, name)
	if err != nil {
		return nil, &DatastoreError{Name: name, Source: source, Reason: err.Error(), Hint: "sails-disk, sails-memory and sails-sqlite3 are built in"}
	}
	if a.opts.Inspect {
		opts.Path = ""
	}
	opts.QueryTimeout = set.QueryTimeout
	opts.Log = a.log
	if set.Production() {
		opts.Synchronous = "FULL"
	}
	key := fmt.Sprintf("%s|%s|%s|%+v", root, name, adapter, opts)
	return a.stores.acquire(key, func() (orm.Adapter, error) {
		if opts.Path != "" {
			if err := os.MkdirAll(filepath.Dir(opts.Path), 0o755); err != nil {
				return nil, &DatastoreError{Name: name, Source: source, Reason: "its folder cannot be made", Err: err}
			}
		}
		db, err := sqldb.Open(ctx, opts)
		if err != nil {
			return nil, &DatastoreError{Name: name, Source: source, Reason: "it cannot be opened", Err: err}
		}
		return db, nil
	})
}

// sqliteOptions maps the adapters of existing projects to the embedded
// database.
func sqliteOptions(c *ordered.Map, adapter, root, name string) (sqldb.Options, error) {
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
		return sqldb.Options{Sparse: true}, nil
	case "sails-disk":
		dir := file("filePath", "dir")
		if dir == "" {
			dir = filepath.Join(root, ".tmp")
		}
		return sqldb.Options{Sparse: true, Path: filepath.Join(dir, name+".sqlite")}, nil
	case "sails-sqlite3", "sails-sqlite":
		return sqldb.Options{Schema: true, Path: file("filename", "file", "database", "url")}, nil
	case "":
		return sqldb.Options{}, errors.New("it names no adapter")
	}
	return sqldb.Options{}, fmt.Errorf("there is no adapter %q", adapter)
}
