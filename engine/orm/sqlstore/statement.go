package sqlstore

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

// statement is one statement, and what is made of its rows. The store keeps statements
// for reuse, with their buffers.
type statement struct {
	Builder
	reader *Reader
	// row takes a result row.
	row func(s *statement, row Row) error

	records   []*orm.Record
	positions []int64 // of the records
	count     int64
	list      []aggregated

	insertions []insertion
	cells      []cell // of the insertions

	text       []byte // JSON of the rows
	start, end int    // where it begins in text; the number of rows
	rows       sqltext.Rows
}

// builder returns an empty statement about a table; the caller hands it back with done.
func (db *Store) builder(t *Table) *statement {
	s, _ := db.statements.Get().(*statement)
	if s == nil {
		s = &statement{Builder: Builder{Bytes: make([]byte, 0, 256)}}
	}
	s.restart(t)
	return s
}

// restart empties the text.
func (s *statement) restart(t *Table) {
	clear(s.Args)
	s.Table, s.Bytes, s.Args, s.Err = t, s.Bytes[:0], s.Args[:0], nil
}

// maxKept is the size up to which buffers are kept.
const maxKept = 16 << 10

// done keeps a statement for reuse. Its results are the caller's.
func (db *Store) done(s *statement) {
	if cap(s.Bytes) > maxKept || cap(s.cells) > maxKept/64 || cap(s.Args) > maxKept/16 {
		return
	}
	s.restart(nil)
	clear(s.insertions)
	clear(s.cells)
	s.positions, s.insertions, s.cells = s.positions[:0], s.insertions[:0], s.cells[:0]
	s.reader, s.row, s.records, s.list = nil, nil, nil, nil
	s.text, s.start, s.rows = nil, 0, sqltext.Rows{}
	db.statements.Put(s)
}

// Run implements Work.
func (s *statement) Run(ctx context.Context, on Statements) error {
	if s.Err != nil {
		return s.Err
	}
	s.records, s.positions, s.count, s.text, s.end = nil, s.positions[:0], 0, s.text[:s.start], 0
	return on.Query(ctx, s.Bytes, s.Args, s)
}

// Row implements Receiver.
func (s *statement) Row(row Row) error { return s.row(s, row) }

// readRecord makes a record of the row.
func (s *statement) readRecord(row Row) error {
	rec, err := s.reader.Record(row, 0)
	if err == nil {
		s.records = append(s.records, rec)
	}
	return err
}

// readJSON appends the row to the text.
func (s *statement) readJSON(row Row) (err error) {
	s.text, err = s.reader.AppendJSON(s.rows.Start(s.text, s.end), row, &s.rows)
	s.end++
	return err
}

func (s *statement) readCount(row Row) error {
	s.count = row.Int(0)
	return nil
}

// readAggregates makes a record of a row of aggregates.
func (s *statement) readAggregates(row Row) error {
	rec := newRecord(s.Table, len(s.list))
	for i, a := range s.list {
		rec.Set(a.name, row.Value(a.column, i))
	}
	s.records = append(s.records, rec)
	return nil
}
