package setup

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"framework/engine/config"
	"framework/engine/session/mongostore"
	"framework/engine/value"
)

// mongoAdapters are the names of stores in MongoDB that the server has itself.
var mongoAdapters = []string{"mongo", "connect-mongo"}

// mongoLifetime is how long connect-mongo keeps a session whose cookie has no maxAge.
const mongoLifetime = 14 * 24 * time.Hour

// mongoOwn are the settings of connect-mongo that only the package itself can use: they
// are objects and functions of the project, or options of the driver for Node.
var mongoOwn = []string{
	"client", "clientPromise", "mongooseConnection", "mongoose_connection", "mongoOptions", "server", "serialize", "unserialize", "transformId", "crypto",
}

// mongoPackage reports whether the project's settings need the package connect-mongo.
func (p *Project) mongoPackage() bool {
	for _, key := range mongoOwn {
		if v, _ := p.Config.Get("session." + key); value.Truthy(v) {
			return true
		}
	}
	db, _ := p.Config.Get("session.db")
	_, text := db.(string)
	return db != nil && !text
}

// mongo reads the settings of a store in MongoDB. Names are those of all versions of
// connect-mongo.
func (p *Project) mongo() (mongostore.Options, error) {
	r := config.Reader{Config: p.Config}
	text := func(names ...string) string {
		for _, name := range names {
			if v := r.Text("session."+name, ""); v != "" {
				return v
			}
		}
		return ""
	}
	opts := mongostore.Options{
		URL: text("url", "mongoUrl"), Host: text("host"), Port: r.Int("session.port"), User: text("username", "user"), Password: text("password", "pass"),
		Database: text("db", "dbName", "database"), TLS: r.Bool("session.ssl", false),
		Collection: text("collection", "collectionName"), Documents: !r.Bool("session.stringify", true),
		Every: time.Duration(r.Int("session.autoRemoveInterval")) * time.Minute,
	}
	if opts.URL != "" {
		var collection string
		if opts.URL, collection = splitCollection(opts.URL); collection != "" {
			opts.Collection = collection
		}
		// There the url is all that counts, but for the database that has a name of its own.
		opts.Host, opts.Port, opts.User, opts.Password, opts.Database = "", 0, "", "", text("dbName")
	}
	const remove = "session.autoRemove"
	switch how := r.Text(remove, "native"); how {
	case "native":
	case "interval":
		opts.Remove = mongostore.BySweeps
	case "disabled":
		opts.Remove = mongostore.Never
	default:
		return opts, &config.Error{Key: remove, Source: p.Config.Source(remove), Want: `"native", "interval" or "disabled"`, Got: how}
	}
	if hash, _ := p.Config.Get("session.hash"); value.Truthy(hash) {
		opts.Hash, opts.Salt = "sha1", "connect-mongo"
		if _, own := hash.(*value.Map); own {
			opts.Hash, opts.Salt = r.Text("session.hash.algorithm", opts.Hash), r.Text("session.hash.salt", opts.Salt)
		}
	}
	return opts, r.Err()
}

// mongoTTL is session.ttl of connect-mongo: how long sessions last whose cookie has no
// maxAge.
func (p *Project) mongoTTL(maxAge time.Duration) (time.Duration, error) {
	r := config.Reader{Config: p.Config}
	ttl := r.Seconds("session.ttl")
	if old := r.Milliseconds("session.defaultExpirationTime"); ttl == 0 {
		ttl = old
	}
	switch {
	case maxAge > 0:
		ttl = maxAge
	case ttl == 0:
		ttl = mongoLifetime
	}
	return ttl, r.Err()
}

// splitCollection takes the collection out of an address that ends with
// /database/collection, as those of connect-mongo 0.4 may.
func splitCollection(address string) (rest, collection string) {
	before, query, _ := strings.Cut(address, "?")
	scheme, place, found := strings.Cut(before, "://")
	if !found {
		scheme, place = "mongodb", before
	}
	parts := strings.Split(place, "/")
	if len(parts) != 3 || slices.Contains(parts[:2], "") {
		return address, ""
	}
	rest = scheme + "://" + parts[0] + "/" + parts[1]
	if query != "" {
		rest += "?" + query
	}
	if collection, _ = url.PathUnescape(parts[2]); collection == "" {
		return rest, ""
	}
	return rest, collection
}
