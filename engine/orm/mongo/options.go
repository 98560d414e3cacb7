package mongo

import (
	"log/slog"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/writeconcern"

	"framework/engine/mongoconn"
)

// Options configure a database of a server.
type Options struct {
	mongoconn.Options
	// CaseSensitive compares text exactly where Sails 0.x ignores case in equality;
	// it is wlNext.caseSensitive of the adapter of Sails.
	CaseSensitive bool
	// Exact is what the adapter of 1.x does: text and patterns are compared exactly,
	// keys have to be ObjectIDs, and records of models with a schema have declared
	// attributes only.
	Exact bool
	// PlainKeys: the keys of no model are ObjectIDs; numbers are counted.
	PlainKeys bool
	// QueryTimeout bounds each operation and the wait for a connection, 30 seconds
	// when 0.
	QueryTimeout time.Duration
	// QueueTime bounds the wait of requests that may be refused (see
	// admission.Arrive) for a connection: they get an *orm.UnavailableError
	// around admission.ErrOverloaded. No bound if 0.
	QueueTime time.Duration
	// Log gets what migrations did; nil for no log.
	Log *slog.Logger
}

const defaultTimeout = 30 * time.Second

func (o *Options) fill() {
	if o.QueryTimeout <= 0 {
		o.QueryTimeout = defaultTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// concernOf is a write concern as commands have it.
func concernOf(c *writeconcern.WriteConcern) bson.D {
	if c == nil {
		return nil
	}
	var out bson.D
	switch w := c.W.(type) {
	case int:
		out = append(out, bson.E{Key: "w", Value: int32(w)}) //nolint:gosec // a number of servers
	case string:
		out = append(out, bson.E{Key: "w", Value: w})
	}
	if c.Journal != nil {
		out = append(out, bson.E{Key: "j", Value: *c.Journal})
	}
	return out
}
