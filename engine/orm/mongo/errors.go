package mongo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"framework/engine/orm"
	"framework/engine/value"
)

// kind is the name of the database in messages.
const kind = "MongoDB"

func unavailable(reason string, err error) error {
	return &orm.UnavailableError{Datastore: kind, Reason: reason, Err: err}
}

// Codes of the server.
const (
	codeDuplicate      = 11000
	codeBadValue       = 2
	codeNoSuchFunction = 115 // CommandNotSupported
	codeNotImplemented = 238
	codeIndexOptions   = 85
	codeIndexKeySpecs  = 86
	codeNamespace      = 26
	codeExists         = 48
)

// wrap adds the operation and the collection to an error, as an error of the ORM: a
// value that the server refuses is an *orm.UsageError, a server that does not answer
// an *orm.UnavailableError. Errors that are clear by themselves are not changed.
func (db *DB) wrap(operation string, c *collection, err error) error {
	if err == nil {
		return nil
	}
	var usage *orm.UsageError
	var unique *orm.UniqueError
	var gone *orm.UnavailableError
	var fault *orm.DefinitionError
	if errors.As(err, &usage) || errors.As(err, &unique) || errors.As(err, &gone) || errors.As(err, &fault) || errors.Is(err, context.Canceled) {
		return err
	}
	where := operation
	if c != nil {
		where += " in collection " + c.name
	}
	switch {
	case mongo.IsTimeout(err), errors.Is(err, context.DeadlineExceeded):
		return unavailable(where+": there was no answer in time: "+db.opts.Conceal(err.Error()), err)
	case mongo.IsNetworkError(err), unselected(err):
		return unavailable(where+": "+db.opts.Conceal(err.Error()), err)
	}
	var refused mongo.ServerError
	if errors.As(err, &refused) && (refused.HasErrorCode(codeBadValue) || isWrite(err)) {
		return &orm.UsageError{Reason: where + ": " + err.Error()}
	}
	return fmt.Errorf("%s: %w", where, err)
}

func isWrite(err error) bool {
	var one mongo.WriteException
	var many mongo.BulkWriteException
	return errors.As(err, &one) && len(one.WriteErrors) > 0 || errors.As(err, &many) && len(many.WriteErrors) > 0
}

// unselected reports whether no server could be found that answers.
func unselected(err error) bool {
	return strings.Contains(err.Error(), "server selection error") || errors.Is(err, mongo.ErrClientDisconnected)
}

// duplicate is the violation of a unique index.
type duplicate struct {
	row   int    // the index of the refused document
	index string // the name of the index, "" if the server does not say
	keys  []string
}

// indexOfFerret finds the index in the internal error that FerretDB has for an update.
var indexOfFerret = regexp.MustCompile(`UNIQUE constraint failed: index '.*_[0-9a-f]{8}_(.*)'`)

var indexInMessage = regexp.MustCompile(`index: (?:\S+\.\$)?(.+?) dup key`)

// asDuplicate returns the violation that err is about; nil for another error.
func asDuplicate(err error) *duplicate {
	var one mongo.WriteException
	var many mongo.BulkWriteException
	var command mongo.CommandError
	d := &duplicate{}
	var message string
	var raw bson.Raw
	switch {
	case errors.As(err, &one) && len(one.WriteErrors) > 0 && one.WriteErrors[0].Code == codeDuplicate:
		message, raw = one.WriteErrors[0].Message, one.WriteErrors[0].Raw
	case errors.As(err, &many) && len(many.WriteErrors) > 0 && many.WriteErrors[0].Code == codeDuplicate:
		d.row, message, raw = many.WriteErrors[0].Index, many.WriteErrors[0].Message, many.WriteErrors[0].Raw
	case errors.As(err, &command) && command.Code == codeDuplicate:
		message, raw = command.Message, command.Raw
	case errors.As(err, &command):
		found := indexOfFerret.FindStringSubmatch(command.Message)
		if found == nil {
			return nil
		}
		d.index = found[1]
		return d
	default:
		return nil
	}
	if found := indexInMessage.FindStringSubmatch(message); found != nil {
		d.index = found[1]
	}
	if pattern, ok := raw.Lookup("keyPattern").DocumentOK(); ok {
		if elements, err := pattern.Elements(); err == nil {
			for _, e := range elements {
				d.keys = append(d.keys, e.Key())
			}
		}
	}
	return d
}

// uniqueness turns the violation of a unique index into *orm.UniqueError. row has the
// values that were written, by attribute; itself is the document that was to be
// changed, nil for a new one.
func (db *DB) uniqueness(ctx context.Context, c *collection, err error, d *duplicate, row *value.Map, itself any) error {
	f := c.violated(d)
	if f == nil {
		// The server does not name the index: the attribute whose value is there.
		for _, candidate := range c.fields {
			if !candidate.attr.Unique {
				continue
			}
			v, given := row.Get(candidate.attr.Name)
			if !given || v == nil {
				continue
			}
			condition := bson.D{{Key: candidate.column, Value: candidate.encode(v)}}
			if itself != nil {
				condition = bson.D{{Key: "$and", Value: bson.A{condition, bson.D{{Key: "_id", Value: bson.D{{Key: "$ne", Value: itself}}}}}}}
			}
			asked := note(ctx)
			n, countErr := db.db.Collection(c.name).CountDocuments(ctx, condition)
			asked.end(found(countErr), countErr, func() bson.D { return countCommand(c.name, condition, 0, 0) })
			if countErr == nil && n > 0 {
				f = candidate
				break
			}
		}
	}
	if f == nil {
		return err
	}
	return &orm.UniqueError{Attribute: f.attr.Name, Value: row.Value(f.attr.Name)}
}

// violated returns the field of the index that was violated, nil if the server does
// not name one of the model's.
func (c *collection) violated(d *duplicate) *field {
	for _, key := range d.keys {
		if f := c.byColumn[key]; f != nil {
			return f
		}
	}
	if d.index == "_id_" {
		return c.byColumn["_id"]
	}
	for _, f := range c.fields {
		if d.index != "" && d.index == f.column+"_1" {
			return f
		}
	}
	return nil
}
