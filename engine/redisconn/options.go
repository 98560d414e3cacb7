package redisconn

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Options say where Redis is. They are comparable.
type Options struct {
	// URL is redis://user:pass@host:port/db, or rediss:// for TLS; it wins over
	// the single settings.
	URL      string
	Host     string // default 127.0.0.1
	Port     int    // default 6379
	DB       int
	User     string
	Password string
	// Socket is the path of a Unix socket, in the place of host and port.
	Socket string
}

// Timeout bounds connecting to Redis, and each command.
const Timeout = time.Second

// quiet keeps the library, which has one log for the process, from writing what
// the errors say as well.
var quiet = sync.OnceFunc(logging.Disable)

// Client returns what go-redis needs to connect there, with limits on how long
// it waits. The error is about the URL, and does not repeat its password.
func (o Options) Client() (*redis.Options, error) {
	quiet()
	c := &redis.Options{DB: o.DB, Username: o.User, Password: o.Password}
	host, port := o.Host, o.Port
	if host == "" {
		host = "127.0.0.1"
	}
	if port == 0 {
		port = 6379
	}
	c.Addr = net.JoinHostPort(host, strconv.Itoa(max(port, 0)))
	if o.Socket != "" {
		c.Network, c.Addr = "unix", o.Socket
	}
	if o.URL != "" {
		var err error
		if c, err = redis.ParseURL(o.URL); err != nil {
			return nil, fmt.Errorf("expected redis://user:password@host:port/db: %w", withoutURL(err, o.URL))
		}
	}
	c.DialTimeout, c.ReadTimeout, c.WriteTimeout, c.PoolTimeout = Timeout, Timeout, Timeout, Timeout
	c.MaxRetries, c.DialerRetries = 1, 1
	c.Protocol = 2
	c.DisableIdentity = true
	return c, nil
}

// withoutURL takes the address, which may hold a password, out of an error.
func withoutURL(err error, url string) error {
	text := err.Error()
	if quoted := strconv.Quote(url); strings.Contains(text, quoted) {
		return errors.New(strings.ReplaceAll(text, quoted, "the address"))
	}
	return errors.New(strings.ReplaceAll(text, url, "the address"))
}
