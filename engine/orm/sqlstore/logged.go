package sqlstore

import (
	"context"
	"errors"
	"time"

	"framework/engine/orm"
	"framework/engine/querylog"
)

// logged is an engine that records what it runs, for requests with a querylog.Log.
type logged struct{ Engine }

// Read implements Engine.
func (e logged) Read(ctx context.Context, w Work) error {
	log := querylog.Of(ctx)
	if log == nil || orm.Budget(ctx) == 0 {
		return e.Engine.Read(ctx, loggedWork(ctx, w))
	}
	tried := &querylog.Log{}
	err := e.Engine.Read(ctx, &recorded{w, tried, querylog.Line(ctx)})
	if !errors.Is(err, orm.ErrNotBrief) { // else it begins again, and is recorded then
		for _, s := range tried.Last() {
			log.Add(s)
		}
	}
	return err
}

// Write implements Engine.
func (e logged) Write(ctx context.Context, w Work) error {
	return e.Engine.Write(ctx, loggedWork(ctx, w))
}

// Change implements Engine.
func (e logged) Change(ctx context.Context, w Work) error {
	return e.Engine.Change(ctx, loggedWork(ctx, w))
}

// Native implements Engine.
func (e logged) Native(ctx context.Context, command, sql string, args []any, result *orm.Result) error {
	log := querylog.Of(ctx)
	if log == nil {
		return e.Engine.Native(ctx, command, sql, args, result)
	}
	started := time.Now()
	err := e.Engine.Native(ctx, command, sql, args, result)
	log.Add(querylog.Statement{Text: sql, Args: len(args), Line: querylog.Line(ctx), Began: started, Took: time.Since(started), Err: err})
	return err
}

func loggedWork(ctx context.Context, w Work) Work {
	if log := querylog.Of(ctx); log != nil {
		return &recorded{w, log, querylog.Line(ctx)}
	}
	return w
}

// recorded is work whose statements are recorded.
type recorded struct {
	Work
	log  *querylog.Log
	line string // of the project that asked
}

// Run implements Work.
func (w *recorded) Run(ctx context.Context, on Statements) error {
	return w.Work.Run(ctx, recordedStatements{on, w.log, w.line})
}

type recordedStatements struct {
	Statements
	log  *querylog.Log
	line string
}

// Query implements Statements.
func (s recordedStatements) Query(ctx context.Context, text []byte, args []any, into Receiver) error {
	started := time.Now()
	if !s.log.Keeps() {
		err := s.Statements.Query(ctx, text, args, into)
		s.add(text, args, 0, started, err)
		return err
	}
	counted := &countedRows{Receiver: into}
	err := s.Statements.Query(ctx, text, args, counted)
	s.add(text, args, counted.rows, started, err)
	return err
}

// Exec implements Statements.
func (s recordedStatements) Exec(ctx context.Context, text []byte, args []any) (int64, error) {
	started := time.Now()
	key, err := s.Statements.Exec(ctx, text, args)
	s.add(text, args, 0, started, err)
	return key, err
}

func (s recordedStatements) add(text []byte, args []any, rows int, started time.Time, err error) {
	took := querylog.Statement{Args: len(args), Rows: rows, Line: s.line, Began: started, Took: time.Since(started), Err: err}
	if s.log.Keeps() || err != nil {
		took.Text = string(text)
	}
	s.log.Add(took)
}

// countedRows counts the rows that it hands on.
type countedRows struct {
	Receiver
	rows int
}

// Row implements Receiver.
func (c *countedRows) Row(row Row) error {
	c.rows++
	return c.Receiver.Row(row)
}
