package mongoconn

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring"
)

// Options say where the server is, and how to connect to it.
type Options struct {
	// URL, mongodb:// or mongodb+srv://, may name several servers. Without one, Host
	// and Port are the server: localhost and 27017 by default.
	URL  string
	Host string
	Port int
	// User and Password replace those of the URL.
	User, Password string
	// Database replaces the one of the URL; "sails" if neither names one.
	Database string
	// Params are options of the URL by their names there (replicaSet, authSource),
	// for those that the URL does not have itself.
	Params url.Values
	// TLS, if set, requires encrypted connections.
	TLS *TLS
	// PoolSize is the number of connections, 10 when 0.
	PoolSize int
	// ConnectTimeout bounds the search for a server that answers, 10 seconds when 0.
	ConnectTimeout time.Duration
}

// TLS is the encryption of the connections.
type TLS struct {
	// Trust accepts any certificate of the server.
	Trust bool
	// CA, Cert and Key are PEM texts; empty means the authorities of the system, and
	// no client certificate.
	CA, Cert, Key string
}

const (
	defaultPool     = 10
	defaultConnect  = 10 * time.Second
	defaultPort     = 27017
	defaultDatabase = "sails"
)

func (o *Options) fill() {
	if o.PoolSize <= 0 {
		o.PoolSize = defaultPool
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = defaultConnect
	}
}

// address is the URL with the parameters that it lacks.
func (o *Options) address() string {
	address := o.URL
	switch {
	case address == "":
		port := o.Port
		if port == 0 {
			port = defaultPort
		}
		host := o.Host
		if host == "" {
			host = "localhost"
		}
		address = "mongodb://" + net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(port)) + "/"
	case strings.HasPrefix(address, "://"):
		address = "mongodb" + address
	case !strings.Contains(address, "://"):
		address = "mongodb://" + address
	}
	base, query, _ := strings.Cut(address, "?")
	scheme, rest, _ := strings.Cut(base, "://")
	if !strings.Contains(rest, "/") {
		base = scheme + "://" + rest + "/"
	}
	var parts []string
	var given []string
	for _, part := range strings.Split(query, "&") {
		if part != "" {
			name, _, _ := strings.Cut(part, "=")
			given = append(given, strings.ToLower(name))
			parts = append(parts, part)
		}
	}
	names := make([]string, 0, len(o.Params))
	for name := range o.Params {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if slices.Contains(given, strings.ToLower(name)) {
			continue
		}
		for _, v := range o.Params[name] {
			parts = append(parts, url.QueryEscape(name)+"="+url.QueryEscape(v))
		}
	}
	if len(parts) > 0 {
		base += "?" + strings.Join(parts, "&")
	}
	return base
}

// Client returns the options of the driver, and the name of the database. It sets
// the defaults of o, and PoolSize to what the URL says. The error has no password in it.
func (o *Options) Client() (*options.ClientOptions, string, error) {
	o.fill()
	address := o.address()
	parsed, err := connstring.ParseAndValidate(address)
	if err != nil {
		return nil, "", fmt.Errorf("the url cannot be read: %s", o.Conceal(err.Error()))
	}
	database := o.Database
	if database == "" {
		database = parsed.Database
	}
	if database == "" {
		database = defaultDatabase
	}
	c := options.Client().ApplyURI(address)
	if o.User != "" {
		auth := options.Credential{Username: o.User, Password: o.Password, PasswordSet: o.Password != ""}
		auth.AuthMechanism, auth.AuthSource = parsed.AuthMechanism, parsed.AuthSource
		// Where the options name no database of users, it is that of the data.
		if given := parsed.AuthSource; !parsed.AuthSourceSet || given == "" {
			auth.AuthSource = database
		}
		c.SetAuth(auth)
	}
	if !parsed.MaxPoolSizeSet {
		c.SetMaxPoolSize(uint64(o.PoolSize))
	} else if parsed.MaxPoolSize > 0 {
		o.PoolSize = int(min(parsed.MaxPoolSize, 1<<16))
	}
	if !parsed.ServerSelectionTimeoutSet {
		c.SetServerSelectionTimeout(o.ConnectTimeout)
	}
	if !parsed.ConnectTimeoutSet {
		c.SetConnectTimeout(o.ConnectTimeout)
	}
	if o.TLS != nil {
		config, err := o.TLS.config()
		if err != nil {
			return nil, "", err
		}
		c.SetTLSConfig(config)
	}
	return c, database, c.Validate()
}

// Conceal takes the password of the URL out of a message.
func (o *Options) Conceal(text string) string {
	if _, rest, ok := strings.Cut(o.URL, "://"); ok {
		if at := strings.LastIndex(rest, "@"); at >= 0 {
			text = strings.ReplaceAll(text, rest[:at], "…")
			if _, password, ok := strings.Cut(rest[:at], ":"); ok && password != "" {
				text = strings.ReplaceAll(text, password, "…")
			}
		}
	}
	return text
}

// config returns the configuration of the TLS client.
func (t *TLS) config() (*tls.Config, error) {
	c := &tls.Config{InsecureSkipVerify: t.Trust} //nolint:gosec // requested by sslValidate: false
	if t.CA != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(t.CA)) {
			return nil, errors.New("sslCA holds no certificate in PEM form")
		}
	}
	if t.Cert != "" || t.Key != "" {
		key := t.Key
		if key == "" {
			key = t.Cert // one file may hold both
		}
		pair, err := tls.X509KeyPair([]byte(t.Cert), []byte(key))
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}
