package mongostore

import (
	"crypto/md5"  //nolint:gosec // chosen by the project, for keys and not for secrets
	"crypto/sha1" //nolint:gosec // the default of connect-mongo
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"net/url"
	"time"

	"framework/engine/mongoconn"
)

// Options say where sessions are kept. They are comparable.
type Options struct {
	// The server and the database, as in mongoconn.Options.
	URL, Host                string
	Port                     int
	User, Password, Database string
	TLS                      bool
	// Collection is "sessions" by default.
	Collection string
	// Documents: the data is a document; else it is the JSON text that connect-mongo
	// stores by default.
	Documents bool
	// Hash is the algorithm that makes keys of ids (md5, sha1, sha256 or sha512), with
	// Salt in front of them; "" for ids as they are.
	Hash, Salt string
	// Remove says who removes expired sessions.
	Remove Removal
	// Every is the time between two removals by this server, ten minutes when 0.
	Every time.Duration
	// Timeout bounds each operation, 5 seconds when 0.
	Timeout time.Duration
}

// Removal is who removes expired sessions. They are not read in any case.
type Removal int

// The ways of removal.
const (
	ByIndex  Removal = iota // the database, by an index on "expires"
	BySweeps                // this server, while it writes sessions
	Never
)

const (
	defaultCollection = "sessions"
	defaultEvery      = 10 * time.Minute
	defaultTimeout    = 5 * time.Second
	// search bounds the search for a server that answers.
	search = 2 * time.Second
)

func (o *Options) fill() error {
	if o.Collection == "" {
		o.Collection = defaultCollection
	}
	if o.Every <= 0 {
		o.Every = defaultEvery
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if _, known := digests[o.Hash]; o.Hash != "" && !known {
		return fmt.Errorf("config session.hash.algorithm: expected md5, sha1, sha256 or sha512, got %q", o.Hash)
	}
	return nil
}

// connection are the options of the connection.
func (o *Options) connection() mongoconn.Options {
	c := mongoconn.Options{
		URL: o.URL, Host: o.Host, Port: o.Port, User: o.User, Password: o.Password, Database: o.Database, ConnectTimeout: min(search, o.Timeout),
	}
	if o.TLS {
		c.Params = url.Values{"tls": {"true"}}
	}
	return c
}

var digests = map[string]func() hash.Hash{"md5": md5.New, "sha1": sha1.New, "sha256": sha256.New, "sha512": sha512.New}

// key is the key of the document of a session.
func (o *Options) key(id string) string {
	if o.Hash == "" {
		return id
	}
	h := digests[o.Hash]()
	h.Write([]byte(o.Salt + id))
	return hex.EncodeToString(h.Sum(nil))
}
