package datastore

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"framework/engine/mongoconn"
	"framework/engine/orm/mongo"
	"framework/engine/value"
)

// noTables is why MongoDB has no migration files.
const noTables = "MongoDB stores documents, which have no tables"

// mongoAdapter is the adapter for MongoDB.
const mongoAdapter = "sails-mongo"

// urlOptions are the options of connections that are options of the URL, by the names
// that the adapters of Sails have for them.
var urlOptions = map[string]string{
	"authSource": "authSource", "authMechanism": "authMechanism", "replicaSet": "replicaSet", "readPreference": "readPreference",
	"w": "w", "wtimeout": "wtimeoutMS", "j": "journal", "journal": "journal", "retryWrites": "retryWrites", "retryReads": "retryReads",
	"connectTimeoutMS": "connectTimeoutMS", "serverSelectionTimeoutMS": "serverSelectionTimeoutMS", "heartbeatFrequencyMS": "heartbeatFrequencyMS",
	"localThresholdMS": "localThresholdMS", "maxStalenessSeconds": "maxStalenessSeconds", "appname": "appName", "appName": "appName",
	"directConnection": "directConnection", "ssl": "tls", "tls": "tls", "tlsInsecure": "tlsInsecure",
	"tlsAllowInvalidCertificates": "tlsAllowInvalidCertificates", "tlsAllowInvalidHostnames": "tlsAllowInvalidHostnames",
	"tlsCAFile": "tlsCAFile", "tlsCertificateKeyFile": "tlsCertificateKeyFile", "tlsCertificateKeyFilePassword": "tlsCertificateKeyFilePassword",
}

func (p *Pool) openMongo(ctx context.Context, c Connection) (*Store, error) {
	opts, err := mongoOptions(c.Settings, c.Root, c.Rules.exact())
	if err != nil {
		return nil, c.refused(err.Error(), nil, "")
	}
	opts.QueryTimeout, opts.QueueTime, opts.Log = c.Project.QueryTimeout, c.Project.DatastoreQueueTime, p.log
	return p.acquire(ctx, c.fingerprint(), c.Name, func() (opened, error) {
		db, err := mongo.Open(ctx, opts)
		if err != nil {
			return opened{}, c.refused("the database cannot be used", err, "is the server running, and are url, or host, user, password and database right?")
		}
		return opened{adapter: db, unversioned: noTables}, nil
	})
}

// mongoOptions reads a connection to a MongoDB server. exact is Rules.exact: the other
// settings override the url there, and replace what it lacks elsewhere.
func mongoOptions(c *value.Map, root string, exact bool) (mongo.Options, error) {
	o := mongo.Options{Options: mongoconn.Options{Params: url.Values{}}, CaseSensitive: exactText(c), Exact: exact}
	s := settings{c: c}
	s.text(&o.URL, "url")
	s.text(&o.Host, "host")
	s.number(&o.Port, "port")
	s.text(&o.User, "user", "username")
	s.text(&o.Password, "password")
	s.text(&o.Database, "database")
	s.number(&o.PoolSize, "poolSize", "maxPoolSize")
	var milliseconds int
	s.number(&milliseconds, "connectTimeout", "connectTimeoutMS")
	o.ConnectTimeout = time.Duration(milliseconds) * time.Millisecond
	o.PlainKeys = value.Truthy(c.Value("dontUseObjectIds"))
	if o.Port < 0 || o.Port > 65535 {
		s.err = fmt.Errorf("port is %d, which no port is", o.Port)
	}
	for _, list := range []*value.Map{c, object(c, "replSet"), object(c, "auth")} {
		s.params(o.Params, list)
	}
	if set := object(c, "replSet"); set != nil { // as the driver of 0.10 to 0.12 has it
		if name, ok := set.Value("rs_name").(string); ok {
			o.Params.Set("replicaSet", name)
		}
	}
	if exact && o.URL != "" && o.Host != "" {
		s.err = errors.New("it has url and host: leave one of them out")
	}
	if !exact && o.URL != "" {
		// There the url is all that counts.
		o.User, o.Password, o.Database, o.Host, o.Port = "", "", "", "", 0
	}
	if s.err == nil && o.Password != "" && o.User == "" {
		s.err = errors.New("it has a password and no user")
	}
	tls, err := mongoTLS(c, root)
	if s.err == nil {
		s.err = err
	}
	o.TLS = tls
	return o, s.err
}

func object(c *value.Map, key string) *value.Map {
	m, _ := c.Value(key).(*value.Map)
	return m
}

// params adds the settings that are options of the URL.
func (s *settings) params(params url.Values, c *value.Map) {
	if c == nil {
		return
	}
	for name, v := range c.All() {
		option := urlOptions[name]
		if option == "" {
			continue
		}
		switch v := v.(type) {
		case string, bool, int64, float64:
			text := fmt.Sprint(v)
			if name == "ssl" && text != "true" && text != "false" {
				text = "true"
			}
			if text == "" || name == "wtimeout" && text == "0" {
				continue
			}
			params.Set(option, text)
		case nil, value.Undefined:
		default:
			if name != "ssl" {
				s.err = fmt.Errorf("%s has to be text, a number or a boolean", name)
			}
		}
	}
}

// mongoTLS reads the certificates, which are texts, buffers or files; nil for none.
func mongoTLS(c *value.Map, root string) (*mongoconn.TLS, error) {
	out := &mongoconn.TLS{Trust: c.Value("sslValidate") == false}
	set := out.Trust
	for key, into := range map[string]*string{"sslCA": &out.CA, "sslCert": &out.Cert, "sslKey": &out.Key} {
		v := c.Value(key)
		if list, ok := v.([]any); ok && len(list) > 0 {
			v = list[0]
		}
		switch pem := v.(type) {
		case []byte:
			*into = string(pem)
		case string:
			*into = pem
			if len(pem) > 0 && pem[0] != '-' {
				if !filepath.IsAbs(pem) {
					pem = filepath.Join(root, pem)
				}
				text, err := os.ReadFile(pem)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", key, err)
				}
				*into = string(text)
			}
		}
		set = set || *into != ""
	}
	if !set {
		return nil, nil
	}
	return out, nil
}
