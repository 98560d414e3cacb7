package serverdb

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"time"
)

// Options say which server to talk to and how.
type Options struct {
	// URL, postgres:// or mysql://, is where the other settings come from that
	// are not given.
	URL      string
	Host     string // default: localhost
	Port     int    // default: the server's usual one
	Socket   string // path of a unix socket, in place of Host and Port
	User     string
	Password string
	Database string
	// TLS, when set, is required of the server.
	TLS *TLS
	// PoolSize is the number of connections, 10 when 0.
	PoolSize int
	// Charset and Collation of MySQL connections; utf8mb4 by default.
	Charset, Collation string
	// Timezone is what date columns without a time zone are in: "local" (the
	// default, as the classic adapters), "Z", "+02:00" or an IANA name.
	Timezone string
	// Schema is the PostgreSQL schema of the tables; public when empty.
	Schema string
	// CaseSensitive compares strings exactly, as wlNext.caseSensitive of the
	// classic adapters asks.
	CaseSensitive bool
	// QueryTimeout bounds each statement and the wait for a connection, 30
	// seconds when 0; ConnectTimeout bounds the making of one, 10 when 0.
	QueryTimeout, ConnectTimeout time.Duration
	// QueueTime bounds the wait of requests that may be refused (see
	// admission.Arrive) for a connection: they get an *orm.UnavailableError
	// around admission.ErrOverloaded. No bound if 0.
	QueueTime time.Duration
	// Log takes what migrations did; nil for none.
	Log *slog.Logger
}

// TLS is the encryption of the connections.
type TLS struct {
	// Trust accepts any certificate of the server.
	Trust bool
	// CA, Cert and Key are PEM texts; empty for the system's authorities and
	// for no certificate of our own.
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

// location reads Timezone.
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

// config is the client's side of the encryption.
func (t *TLS) config(host string) (*tls.Config, error) {
	c := &tls.Config{ServerName: host, InsecureSkipVerify: t.Trust} //nolint:gosec // the project asked for it by rejectUnauthorized: false
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
