package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Limits of what a registry may answer.
const (
	maxDocument = 256 << 20
	maxTarball  = 1 << 30
)

// Client brings packages.
type Client struct {
	conf  *Config
	http  *http.Client
	cache string
	// pause is how long the client waits before it asks again, times the number of
	// the attempt.
	pause time.Duration
}

// New returns a client that keeps tarballs below the folder cache.
func New(conf *Config, cache string) (*Client, error) {
	t, err := conf.transport()
	if err != nil {
		return nil, err
	}
	return &Client{conf: conf, http: &http.Client{Transport: t, Timeout: 5 * time.Minute}, cache: cache, pause: time.Second}, nil
}

// StatusError is a refusal of a registry.
type StatusError struct {
	Address string
	Status  int
}

func (e *StatusError) Error() string {
	text := fmt.Sprintf("%s answers %d %s", e.Address, e.Status, http.StatusText(e.Status))
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		text += ": it may want a token, which npm keeps in .npmrc"
	case http.StatusNotFound:
		text += ": there is no such package or version, or it is not for everybody"
	}
	return text
}

// Missing reports whether err says that the registry does not have what was asked for.
func Missing(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && status.Status == http.StatusNotFound
}

// Document returns what the registry says of all versions of a package, in the
// short form that installing needs.
func (c *Client) Document(ctx context.Context, name string) ([]byte, error) {
	base := c.conf.Address(name)
	if base == "" {
		return nil, &NoRegistryError{name}
	}
	address := base + strings.Replace(url.PathEscape(name), "%2F", "%2f", 1)
	return c.get(ctx, address, "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*", maxDocument)
}

// Tarball returns the file of a package, from the cache or from its address. Its
// sum is checked in either case; what has no sum is not kept. A package of a
// registry comes from the registry that is configured for its name, whatever
// host the address names: that one may have been another person's.
// An address that is not known, "", is the registry's usual one of a version.
func (c *Client) Tarball(ctx context.Context, name, version, address, integrity string) ([]byte, error) {
	sum := ParseIntegrity(integrity)
	if !sum.Empty() {
		if data, err := os.ReadFile(filepath.Join(c.cache, sum.file())); err == nil && sum.check(data) == nil {
			return data, nil
		}
	}
	data, err := c.bring(ctx, name, version, address)
	if err != nil {
		return nil, err
	}
	if sum.Empty() {
		return data, nil
	}
	if err := sum.check(data); err != nil {
		return nil, err
	}
	return data, c.keep(sum, data)
}

func (c *Client) bring(ctx context.Context, name, version, address string) ([]byte, error) {
	base := c.conf.Address(name)
	if address == "" {
		if base == "" {
			return nil, &NoRegistryError{name}
		}
		address = base + name + "/-/" + name[strings.LastIndexByte(name, '/')+1:] + "-" + version + ".tgz"
	}
	file, ofRegistry := tarballPath(name, address)
	switch {
	case !ofRegistry:
		return c.get(ctx, address, "*/*", maxTarball)
	case base == "" || strings.HasPrefix(address, base):
		return c.get(ctx, address, "*/*", maxTarball)
	}
	data, err := c.get(ctx, base+file, "*/*", maxTarball)
	if Missing(err) {
		return c.get(ctx, address, "*/*", maxTarball)
	}
	return data, err
}

// IsPackage reports whether an address is where registries have a package of that name.
func IsPackage(name, address string) bool {
	_, ok := tarballPath(name, address)
	return ok
}

// tarballPath returns the part of an address that follows the registry's own, if
// it is one of a package of that name.
func tarballPath(name, address string) (string, bool) {
	plain := strings.ReplaceAll(strings.ReplaceAll(address, "%2f", "/"), "%2F", "/")
	at := strings.LastIndex(plain, "/"+name+"/-/")
	if at < 0 {
		return "", false
	}
	return plain[at+1:], true
}

// keep writes a file into the cache. A cache that cannot be written is an error:
// a user would wait for the same files again and again.
func (c *Client) keep(sum Integrity, data []byte) error {
	path := filepath.Join(c.cache, sum.file())
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("the cache of packages: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return fmt.Errorf("the cache of packages: %w", err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("the cache of packages: %w", err)
	}
	return nil
}

const attempts = 3

// get asks an address, again where the answer may be another one the next time.
func (c *Client) get(ctx context.Context, address, accept string, limit int64) ([]byte, error) {
	for attempt := 1; ; attempt++ {
		data, again, err := c.once(ctx, address, accept, limit)
		if err == nil || !again || attempt == attempts {
			return data, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(attempt) * c.pause):
		}
	}
}

func (c *Client) once(ctx context.Context, address, accept string, limit int64) (data []byte, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, false, fmt.Errorf("%q is no address of a package: %w", address, err)
	}
	req.Header.Set("Accept", accept)
	c.conf.authorize(req)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, ctx.Err() == nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests, &StatusError{address, res.StatusCode}
	}
	data, err = io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err != nil {
		return nil, ctx.Err() == nil, fmt.Errorf("%s ends early: %w", address, err)
	}
	if int64(len(data)) > limit {
		return nil, false, fmt.Errorf("%s is larger than %d MB", address, limit>>20)
	}
	return data, false, nil
}
