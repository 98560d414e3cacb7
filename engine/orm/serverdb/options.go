package serverdb

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"time"
)

// Options configure the connections to a server.
type Options struct {
	// URL, postgres:// or mysql://, supplies the settings that are not given below.
	URL      string
	Host     string // default: localhost
	Port     int    // default: the server's usual one
	Socket   string // path of a unix socket, in place of Host and Port
	User     string
	Password string
	Database string
	// TLS, if set, requires encrypted connections.
	TLS *TLS
	// PoolSize is the number of connections, 10 when 0.
	PoolSize int
	// Charset and Collation of MySQL connections; utf8mb4 by default.
	Charset, Collation string
	// Timezone is the zone of date columns without one: "local" (the default, as in the
	// adapters of Sails), "Z", "+02:00" or an IANA name.
	Timezone string
	// Schema is the PostgreSQL schema of the tables; public when empty.
	Schema string
	// CaseSensitive compares strings exactly; it is wlNext.caseSensitive of the
	// adapters of Sails.
	CaseSensitive bool
	// QueryTimeout bounds each statement and the wait for a connection, 30
	// seconds when 0; ConnectTimeout bounds the opening of a connection, 10 seconds when
	// 0.
	QueryTimeout, ConnectTimeout time.Duration
	// QueueTime bounds the wait of requests that may be refused (see
	// admission.Arrive) for a connection: they get an *orm.UnavailableError
	// around admission.ErrOverloaded. No bound if 0.
	QueueTime time.Duration
	// Log gets what migrations did; nil for no log.
	Log *slog.Logger
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
	defaultPool    = 10
	defaultTimeout = 30 * time.Second
	defaultConnect = 10 * time.Second
)

func (o *Options) fill() {
	if o.PoolSize <= 0 {
		o.PoolSize = defaultPool
	}
	if o.QueryTimeout <= 0 {
		o.QueryTimeout = defaultTimeout
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = defaultConnect
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// location parses Timezone.
func (o *Options) location() (*time.Location, error) {
	switch o.Timezone {
	case "", "local":
		return time.Local, nil
	case "Z", "z", "UTC", "utc":
		return time.UTC, nil
	}
	if t, err := time.Parse("-07:00", o.Timezone); err == nil {
		_, seconds := t.Zone()
		return time.FixedZone(o.Timezone, seconds), nil
	}
	loc, err := time.LoadLocation(o.Timezone)
	if err != nil {
		return nil, errors.New("timezone is " + o.Timezone + `; it can be "local", "Z", "+02:00" or a name such as "Europe/Berlin"`)
	}
	return loc, nil
}

// config returns the configuration of the TLS client.
func (t *TLS) config(host string) (*tls.Config, error) {
	c := &tls.Config{ServerName: host, InsecureSkipVerify: t.Trust} //nolint:gosec // requested by rejectUnauthorized: false
	if t.CA != "" {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM([]byte(t.CA)) {
			return nil, errors.New("ssl.ca holds no certificate in PEM form")
		}
	}
	if t.Cert != "" || t.Key != "" {
		pair, err := tls.X509KeyPair([]byte(t.Cert), []byte(t.Key))
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}
