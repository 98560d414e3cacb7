package mongo

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"framework/engine/orm/document"
	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/value"
)

// Name is the name of the database.
func (db *DB) Name() string { return db.db.Name() }

// reads are the commands that change nothing.
var reads = map[string]bool{
	"find": true, "count": true, "distinct": true, "listIndexes": true, "listCollections": true, "listDatabases": true,
	"ping": true, "collStats": true, "dbStats": true, "serverStatus": true, "buildInfo": true, "explain": true,
}

// Command runs a command of MongoDB in a database of the server, and returns the
// answer. Errors of single writes are in the answer; a command that is refused as a
// whole is a *document.RefusedError.
func (db *DB) Command(ctx context.Context, database string, command *value.Map) (*value.Map, error) {
	var answer *value.Map
	err := db.native(ctx, command, func(ctx context.Context, doc bson.D) error {
		asked := note(ctx)
		raw, err := db.client.Database(database).RunCommand(ctx, doc).Raw()
		asked.end(0, err, func() bson.D { return doc })
		if err != nil && !hasWriteErrors(raw) {
			return err
		}
		answer = bsonvalue.DecodeWhole(raw)
		return nil
	})
	return answer, err
}

// Open runs a command that answers with a cursor.
func (db *DB) Open(ctx context.Context, database string, command *value.Map) (document.Cursor, error) {
	var out document.Cursor
	err := db.native(ctx, command, func(ctx context.Context, doc bson.D) error {
		asked := note(ctx)
		c, err := db.client.Database(database).RunCommandCursor(ctx, doc)
		rows := 0
		if err == nil {
			out, rows = &cursor{db: db, cursor: c, of: doc[0].Value}, c.RemainingBatchLength()
		}
		asked.end(rows, err, func() bson.D { return doc })
		return err
	})
	return out, err
}

func (db *DB) native(ctx context.Context, command *value.Map, fn func(ctx context.Context, doc bson.D) error) error {
	doc, _ := bsonvalue.EncodeWhole(command).(bson.D)
	if len(doc) == 0 {
		return &document.RefusedError{Code: 59, Name: "CommandNotFound", Message: "a command needs a name"}
	}
	if concern := db.concern; concern != nil && writes[doc[0].Key] && !command.Has("writeConcern") {
		doc = append(doc, bson.E{Key: "writeConcern", Value: concern})
	}
	return db.answered(ctx, doc[0].Key, !reads[doc[0].Key], func(ctx context.Context) error {
		if doc[0].Key == "distinct" {
			ctx = unbounded{ctx}
		}
		return fn(ctx, doc)
	})
}

// answered runs a command as do does. What the server refuses is no failure of the
// connection.
func (db *DB) answered(ctx context.Context, command string, write bool, fn func(ctx context.Context) error) error {
	var refused error
	err := db.do(ctx, command, nil, write, func(ctx context.Context) error {
		err := fn(ctx)
		if refused = asRefused(err); refused != nil {
			err = nil
		}
		return err
	})
	if refused != nil {
		return refused
	}
	return err
}

// unbounded hides from the driver when the context ends: it would tell the server, and
// FerretDB refuses to be told with some commands. The wait still ends with the context.
type unbounded struct{ context.Context }

func (unbounded) Deadline() (time.Time, bool) { return time.Time{}, false }

// writes are the commands that take the write concern of the connection.
var writes = map[string]bool{"insert": true, "update": true, "delete": true, "findAndModify": true}

func hasWriteErrors(raw bson.Raw) bool {
	_, ok := raw.Lookup("writeErrors").ArrayOK()
	return ok
}

// asRefused is the error of a server that has answered; nil for other errors.
func asRefused(err error) error {
	var command mongo.CommandError
	if !errors.As(err, &command) || mongo.IsNetworkError(err) || mongo.IsTimeout(err) {
		return nil
	}
	return &document.RefusedError{Code: int(command.Code), Name: command.Name, Message: command.Message}
}

// cursor implements document.Cursor.
type cursor struct {
	db     *DB
	cursor *mongo.Cursor
	of     any  // collection
	read   bool // the first batch, which the command has answered with
}

// Next implements document.Cursor.
func (c *cursor) Next(ctx context.Context) (docs []any, more bool, err error) {
	err = c.db.answered(ctx, "getMore", false, func(ctx context.Context) error {
		if c.read && c.cursor.ID() != 0 {
			asked := note(ctx)
			defer func() {
				asked.end(len(docs), c.cursor.Err(), func() bson.D { return bson.D{{Key: "getMore", Value: c.of}} })
			}()
		}
		c.read = true
		for c.cursor.Next(ctx) {
			docs = append(docs, bsonvalue.DecodeWhole(c.cursor.Current))
			if c.cursor.RemainingBatchLength() == 0 {
				more = true
				return nil
			}
		}
		return c.cursor.Err()
	})
	return docs, more, err
}

// Close implements document.Cursor.
func (c *cursor) Close(ctx context.Context) error { return c.cursor.Close(ctx) }
