package mongo

import (
	"context"
	"errors"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/querylog"
)

// noted is a command that runs for a request whose statements are recorded; nil for others.
type noted struct {
	log   *querylog.Log
	line  string // of the project that asked
	began time.Time
}

// note begins the record of a command.
func note(ctx context.Context) *noted {
	log := querylog.Of(ctx)
	if log == nil {
		return nil
	}
	return &noted{log, querylog.Line(ctx), time.Now()}
}

// end records the command with the number of documents that it has answered with. The command
// is built only where its text is kept.
func (n *noted) end(rows int, err error, command func() bson.D) {
	if n == nil {
		return
	}
	if errors.Is(err, mongo.ErrNoDocuments) {
		err = nil
	}
	s := querylog.Statement{Rows: rows, Line: n.line, Began: n.began, Took: time.Since(n.began), Err: err}
	if n.log.Keeps() || err != nil {
		s.Text, s.Args = commandText(command())
	}
	n.log.Add(s)
}

// found is the number of documents of a command that answers with one or none.
func found(err error) int {
	if err != nil {
		return 0
	}
	return 1
}

// findCommand is the command that a find with these options sends.
func findCommand(collection string, filter any, opts *options.FindOptionsBuilder) bson.D {
	out := bson.D{{Key: "find", Value: collection}, {Key: "filter", Value: filter}}
	var of options.FindOptions
	for _, set := range opts.List() {
		if err := set(&of); err != nil {
			return out
		}
	}
	if of.Sort != nil {
		out = append(out, bson.E{Key: "sort", Value: of.Sort})
	}
	if of.Projection != nil {
		out = append(out, bson.E{Key: "projection", Value: of.Projection})
	}
	if of.Skip != nil {
		out = append(out, bson.E{Key: "skip", Value: *of.Skip})
	}
	if of.Limit != nil {
		out = append(out, bson.E{Key: "limit", Value: *of.Limit})
	}
	return out
}

// countCommand is the command with which the driver counts documents.
func countCommand(collection string, filter bson.D, skip, limit int) bson.D {
	stages := bson.A{bson.D{{Key: "$match", Value: filter}}}
	if skip > 0 {
		stages = append(stages, bson.D{{Key: "$skip", Value: skip}})
	}
	if limit > 0 {
		stages = append(stages, bson.D{{Key: "$limit", Value: limit}})
	}
	stages = append(stages, bson.D{{Key: "$group", Value: bson.D{{Key: "_id", Value: 1}, {Key: "n", Value: bson.D{{Key: "$sum", Value: 1}}}}}})
	return bson.D{{Key: "aggregate", Value: collection}, {Key: "pipeline", Value: stages}}
}

func insertCommand(collection string, docs ...any) bson.D {
	return bson.D{{Key: "insert", Value: collection}, {Key: "documents", Value: bson.A(docs)}}
}

func updateCommand(collection string, filter, change bson.D) bson.D {
	return bson.D{{Key: "update", Value: collection}, {Key: "updates", Value: bson.A{bson.D{{Key: "q", Value: filter}, {Key: "u", Value: change}}}}}
}

func deleteCommand(collection string, filter bson.D) bson.D {
	return bson.D{{Key: "delete", Value: collection}, {Key: "deletes", Value: bson.A{bson.D{{Key: "q", Value: filter}}}}}
}

// modifyCommand finds a document and changes it, or removes it where change is nil.
func modifyCommand(collection string, filter, change bson.D) bson.D {
	out := bson.D{{Key: "findAndModify", Value: collection}, {Key: "query", Value: filter}}
	if change == nil {
		return append(out, bson.E{Key: "remove", Value: true})
	}
	return append(out, bson.E{Key: "update", Value: change})
}
