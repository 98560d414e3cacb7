package datastore

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"framework/engine/orm/bridge"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// Foreign is an adapter for Waterline that the project has. Its datastores are used
// through package bridge.
type Foreign struct {
	Name string
	// Source is its file in the project, or its package.
	Source string
	Path   string // absolute
	// Own says that it is a file of the project.
	Own bool
	// Object is the adapter itself, where the configuration has it instead of a name.
	Object any
}

// Find looks for the adapters of a project.
type Find struct {
	// Own and Installed are the adapter of that name among the files of the project,
	// and among its packages.
	Own, Installed func(name string) (Foreign, bool)
	// Object is the name of an adapter that the configuration has as an object; it is not
	// the project's own where it stands for one of the server. nil if there are none.
	Object func(setting any) (name string, own, ok bool)
}

// given is the adapter that the settings of a datastore have as an object.
func (f Find) given(settings *value.Map) (g givenAdapter, ok bool) {
	if f.Object == nil {
		return g, false
	}
	for _, key := range []string{"module", "adapter"} {
		g.object = settings.Value(key)
		if g.name, g.own, ok = f.Object(g.object); ok {
			return g, true
		}
	}
	return g, false
}

type givenAdapter struct {
	object any
	name   string
	own    bool
}

// bridged is the setting of a datastore that asks for the package of the project in
// place of the adapter that the server has.
const bridged = "bridge"

// Foreign is the adapter of the project that a datastore uses; ok is false where it is
// one of the server's. The error is an *Error.
func (p *Project) Foreign(name string) (f Foreign, ok bool, err error) {
	settings, source, err := p.DatastoreSettings(name)
	if err != nil {
		return Foreign{}, false, err
	}
	if p.Find.Own == nil {
		return Foreign{}, false, nil
	}
	adapter, _ := settings.Value("adapter").(string)
	names := []string{adapter}
	// A classic project may leave out the beginning of the name.
	if c := p.written(name); c != nil {
		if g, ok := p.Find.given(c); ok && g.own {
			return Foreign{Name: g.name, Source: source, Object: g.object, Own: true}, true, nil
		}
		for _, key := range []string{"module", "adapter"} {
			if written, ok := c.Value(key).(string); ok && written != "" && written != adapter {
				names = append([]string{written}, names...)
				break
			}
		}
	}
	for _, name := range names {
		if f, ok := p.Find.Own(name); ok {
			return f, true, nil
		}
	}
	_, unknown := CheckAdapter(adapter)
	forced := value.Truthy(settings.Value(bridged))
	if !forced && unknown == nil || adapter == "" {
		return Foreign{}, false, nil
	}
	for i := range names {
		if f, ok := p.Find.Installed(names[len(names)-1-i]); ok {
			return f, true, nil
		}
	}
	if forced {
		return Foreign{}, false, &Error{
			Name: name, Source: source, Reason: fmt.Sprintf("`bridge: true` asks for the package %s, which is not installed", adapter),
			Hint: "npm install " + adapter,
		}
	}
	return Foreign{}, false, nil
}

// openForeign opens a datastore of an adapter that the project has. No other version of
// the project uses it.
func (p *Project) openForeign(ctx context.Context, pool *Pool, name string, f Foreign) (*Store, bridge.Driver, error) {
	settings, source, err := p.DatastoreSettings(name)
	if err != nil {
		return nil, nil, err
	}
	refused := func(err error) error {
		return &Error{Name: name, Source: source, Reason: "its adapter cannot be used", Err: err}
	}
	if p.Load == nil {
		return nil, nil, refused(fmt.Errorf("%s runs in the JavaScript of the project, which is not there", f.Source))
	}
	driver, err := p.Load(ctx, f)
	if err != nil {
		return nil, nil, refused(err)
	}
	settings = settings.Clone()
	settings.Delete(bridged)
	db, err := bridge.Open(driver, bridge.Options{
		Datastore: name, Settings: settings, QueryTimeout: p.Settings.QueryTimeout, Rescue: p.rescue, Log: pool.opts.Log,
	})
	if err != nil {
		return nil, nil, refused(err)
	}
	if !pool.opts.Access.connects() {
		// What the project is looked at for is there without its databases.
		traits := db.Traits()
		st, err := pool.acquire(ctx, fmt.Sprintf("%s|%s|looked at|%p", p.Root, name, driver), name, func() (opened, error) {
			empty, err := sqldb.Open(ctx, sqldb.Options{Sparse: traits.Sparse, Schema: traits.Schema, Log: pool.opts.Log})
			return opened{adapter: lookedAt{empty, bridge.Script(driver)}, unversioned: ownTables(f)}, err
		})
		return st, driver, err
	}
	st, err := pool.acquire(ctx, fmt.Sprintf("%s|%s|bridge|%p", p.Root, name, db), name, func() (opened, error) { return opened{adapter: db, unversioned: ownTables(f)}, nil })
	return st, driver, err
}

// ownTables is why a datastore with an adapter of the project has no migration files.
func ownTables(f Foreign) string {
	return "its adapter, " + f.Source + ", defines its tables by itself"
}

// lookedAt is an empty database in the place of one of an adapter of the project.
type lookedAt struct {
	*sqldb.DB
	script string
}

// Script implements orm.Scripted.
func (l lookedAt) Script() string { return l.script }

// rescue writes records that a migration cannot put back.
func (p *Project) rescue(table string, rows []any) (string, error) {
	dir := filepath.Join(p.Root, ".tmp")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "automigration."+filepath.Base(table)+"."+strconv.FormatInt(time.Now().UnixMilli(), 36)+".json")
	text := value.AppendIndent(nil, rows, "  ")
	if !json.Valid(text) {
		return "", fmt.Errorf("the records of %s cannot be written as JSON", table)
	}
	return path, os.WriteFile(path, append(text, '\n'), 0o600)
}

// TearDown ends the datastores that run in the JavaScript of the project, while it is
// still there.
func (d *Data) TearDown() {
	for _, st := range d.stores {
		if db, ok := st.adapter.(*bridge.Store); ok {
			if err := db.Close(); err != nil {
				st.pool.log.Warn("the adapter of a datastore does not tear it down", "datastore", st.name, "error", err)
			}
		}
	}
}

// Driver is the adapter of the project that a datastore uses; nil for those that the
// server has.
func (d *Data) Driver(datastore string) bridge.Driver { return d.drivers[datastore] }
