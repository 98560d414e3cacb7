package datastore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/orm/serverdb"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// Connection is a datastore to be opened.
type Connection struct {
	Name     string
	Settings *value.Map // as Project.Settings reads them
	Source   string     // where they are written
	Setting  string     // their path in the configuration; "" for those of other places
	Root     string     // of the project
	Rules    Rules
	// Project are the settings of the project: how long queries may take and wait, and
	// whether it is in production, where what was answered is on the disk.
	Project config.Settings
	// Gone is called, except in production, when the file of a database was
	// removed; may be nil.
	Gone func(name string, err error)
}

func (c *Connection) refused(reason string, err error, hint string) error {
	return &Error{Name: c.Name, Source: c.Source, Reason: reason, Err: err, Hint: hint}
}

// fingerprint distinguishes connections that need databases of their own.
func (c *Connection) fingerprint() string {
	return fmt.Sprintf("%s|%s|%t|%v|%v|%v|%s", c.Root, c.Name, c.Rules.exact(), c.Project.QueryTimeout, c.Project.DatastoreQueueTime, c.Project.Production(), value.Append(nil, c.Settings))
}

// Open is the database of a connection: the one that is open, where the settings are
// the same. The error is an *Error, or that of ctx.
func (p *Pool) Open(ctx context.Context, c Connection) (*Store, error) {
	adapter, _ := c.Settings.Value("adapter").(string)
	if connect := serverAdapters[adapter]; connect != nil && p.opts.Access.connects() {
		return p.openServer(ctx, c, adapter, connect)
	}
	if adapter == mongoAdapter && p.opts.Access.connects() {
		return p.openMongo(ctx, c)
	}
	return p.openEmbedded(ctx, c, adapter)
}

func (p *Pool) openServer(ctx context.Context, c Connection, adapter string, connect connectFunc) (*Store, error) {
	opts, err := serverOptions(c.Settings, c.Project.QueryTimeout, p.opts.Log)
	if err != nil {
		return nil, c.refused(err.Error(), nil, "")
	}
	opts.QueueTime = c.Project.DatastoreQueueTime
	// On MySQL the collation decides.
	opts.CaseSensitive = opts.CaseSensitive || c.Rules.exact() && adapter != "sails-mysql"
	return p.acquire(ctx, c.fingerprint(), c.Name, func() (opened, error) {
		db, err := connect(ctx, opts)
		if err != nil {
			return opened{}, c.refused("the database cannot be used", err, "is the server running, and are host, user, password and database right?")
		}
		v := c.serverTables(adapter, opts)
		v.scripts = db.Scripts
		return opened{adapter: db, versioned: v}, nil
	})
}

func (p *Pool) openEmbedded(ctx context.Context, c Connection, adapter string) (*Store, error) {
	opts, err := sqliteOptions(c.Settings, adapter, c.Root, c.Name)
	if err != nil {
		hint := builtinAdapters
		if c.Setting != "" {
			hint += ": name one of them there, or for a try with --" + c.Setting + ".adapter=sails-disk"
			if adapter != "" {
				hint += ", or install the adapter: npm install " + adapter
			}
		}
		return nil, c.refused(err.Error(), nil, hint)
	}
	kept := opts.Path != ""
	if c.Rules.exact() {
		opts.CaseSensitive = true
		opts.Sparse, opts.Document = false, opts.Sparse
	}
	if !p.opts.Access.opens(opts.Path) {
		opts.Path = ""
	}
	opts.QueryTimeout, opts.QueueTime = c.Project.QueryTimeout, c.Project.DatastoreQueueTime
	opts.Log = p.opts.Log
	if c.Project.Production() {
		opts.Synchronous = "FULL"
	} else if c.Gone != nil {
		opts.Gone = func(err error) { c.Gone(c.Name, err) }
	}
	return p.acquire(ctx, c.fingerprint(), c.Name, func() (opened, error) {
		var out opened
		if opts.Path != "" {
			if _, err := os.Stat(opts.Path); errors.Is(err, fs.ErrNotExist) && (opts.Document || opts.Sparse) {
				out.legacy = c.Rules.former(c.Settings, c.Root, c.Name)
			}
			if err := os.MkdirAll(filepath.Dir(opts.Path), 0o755); err != nil {
				return opened{}, c.refused("its folder cannot be made", err, "")
			}
		}
		db, err := sqldb.Open(ctx, opts)
		if err != nil {
			return opened{}, c.refused("it cannot be opened", err, "")
		}
		out.adapter = db
		p.embeddedTables(&out, c, adapter, kept, db, opts)
		return out, nil
	})
}

// embeddedTables says how migration files describe and change the tables of a database
// that is opened as SQLite, also in the place of a server.
func (p *Pool) embeddedTables(out *opened, c Connection, adapter string, kept bool, db *sqldb.DB, opts sqldb.Options) {
	switch {
	case adapter == mongoAdapter:
		out.unversioned = noTables
	case serverAdapters[adapter] != nil:
		server, err := serverOptions(c.Settings, 0, nil)
		if err != nil {
			out.unversioned = err.Error()
			return
		}
		out.versioned = c.serverTables(adapter, server)
	case !kept:
		out.unversioned = "its records are in memory only"
	default:
		out.versioned = &versioned{dialect: schema.SQLite, tables: func(models []*orm.Model) ([]schema.Table, error) { return sqldb.Tables(models, opts) }}
		if p.opts.Access.connects() {
			out.versioned.scripts = db.Scripts
		}
	}
}

// serverTables says how migration files describe the tables of a server, which they need
// not be connected to for that.
func (c *Connection) serverTables(adapter string, opts serverdb.Options) *versioned {
	// On MySQL the collation decides.
	opts.CaseSensitive = opts.CaseSensitive || c.Rules.exact() && adapter != "sails-mysql"
	dialect := schema.PostgreSQL
	if adapter == "sails-mysql" {
		dialect = schema.MySQL
	}
	return &versioned{dialect: dialect, tables: func(models []*orm.Model) ([]schema.Table, error) { return serverdb.Tables(models, dialect, opts) }}
}
