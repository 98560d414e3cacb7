package datastore

import (
	"errors"
	"fmt"
	"path/filepath"

	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

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
	case mongoAdapter:
		return sqldb.Options{Sparse: true, CaseSensitive: exactText(c)}, nil
	case "":
		return sqldb.Options{}, errors.New("it names no adapter")
	}
	return sqldb.Options{}, fmt.Errorf("there is no adapter %q", adapter)
}
