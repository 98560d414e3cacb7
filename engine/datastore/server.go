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
	var err error
	text := func(into *string, keys ...string) {
		for _, k := range keys {
			switch v := c.Value(k).(type) {
			case nil, value.Undefined, bool:
			case string:
				*into = v
				return
			case int64, float64: // a password of digits
				*into = string(value.Append(nil, v))
				return
			default:
				err = fmt.Errorf("%s has to be text", k)
			}
		}
	}
	number := func(into *int, keys ...string) {
		for _, k := range keys {
			switch v := c.Value(k).(type) {
			case nil, value.Undefined:
			case int64:
				*into = int(v)
				return
			case string:
				if _, e := fmt.Sscanf(v, "%d", into); e != nil {
					err = fmt.Errorf("%s is %q, which is no number", k, v)
				}
				return
			default:
				err = fmt.Errorf("%s has to be a number", k)
			}
		}
	}
	text(&o.URL, "url")
	text(&o.Host, "host")
	text(&o.Socket, "socketPath")
	text(&o.User, "user", "username")
	text(&o.Password, "password")
	text(&o.Database, "database")
	text(&o.Charset, "charset")
	text(&o.Collation, "collation")
	text(&o.Timezone, "timezone")
	text(&o.Schema, "schemaName")
	number(&o.Port, "port")
	number(&o.PoolSize, "poolSize", "connectionLimit")
	if o.Port < 0 || o.Port > 65535 {
		err = fmt.Errorf("port is %d, which no port is", o.Port)
	}
	timeouts := 0
	number(&timeouts, "connectTimeout", "connectionTimeoutMillis")
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
	if err == nil && o.URL == "" && o.Host == "" && o.Socket == "" && o.Database == "" {
		err = errors.New("it does not name the server: set url, or host, user, password and database")
	}
	return o, err
}
