package datastore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"framework/engine/orm/serverdb"
	"framework/engine/value"
)

type connectFunc func(context.Context, serverdb.Options) (*serverdb.DB, error)

// serverAdapters open the database servers by the names of the adapters of
// existing projects.
var serverAdapters = map[string]connectFunc{
	"sails-postgresql": serverdb.OpenPostgreSQL,
	"sails-postgres":   serverdb.OpenPostgreSQL,
	"sails-mysql":      serverdb.OpenMySQL,
}

// serverOptions reads a connection to a database server.
func serverOptions(c *value.Map, timeout time.Duration, log *slog.Logger) (serverdb.Options, error) {
	o := serverdb.Options{QueryTimeout: timeout, Log: log}
	s := settings{c: c}
	s.text(&o.URL, "url")
	s.text(&o.Host, "host")
	s.text(&o.Socket, "socketPath")
	s.text(&o.User, "user", "username")
	s.text(&o.Password, "password")
	s.text(&o.Database, "database")
	s.text(&o.Charset, "charset")
	s.text(&o.Collation, "collation")
	s.text(&o.Timezone, "timezone")
	s.text(&o.Schema, "schemaName")
	s.number(&o.Port, "port")
	s.number(&o.PoolSize, "poolSize", "connectionLimit")
	if o.Port < 0 || o.Port > 65535 {
		s.err = fmt.Errorf("port is %d, which no port is", o.Port)
	}
	timeouts := 0
	s.number(&timeouts, "connectTimeout", "connectionTimeoutMillis")
	o.ConnectTimeout = time.Duration(timeouts) * time.Millisecond
	o.CaseSensitive = exactText(c)
	switch v := c.Value("ssl").(type) {
	case *value.Map:
		o.TLS = &serverdb.TLS{Trust: v.Value("rejectUnauthorized") == false}
		for key, into := range map[string]*string{"ca": &o.TLS.CA, "cert": &o.TLS.Cert, "key": &o.TLS.Key} {
			switch pem := v.Value(key).(type) {
			case string:
				*into = pem
			case []byte:
				*into = string(pem)
			}
		}
	default:
		if value.Truthy(v) {
			// The classic drivers encrypt, and look at no certificate then.
			o.TLS = &serverdb.TLS{Trust: true}
		}
	}
	if s.err == nil && o.URL == "" && o.Host == "" && o.Socket == "" && o.Database == "" {
		s.err = errors.New("it does not name the server: set url, or host, user, password and database")
	}
	return o, s.err
}
