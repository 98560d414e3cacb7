package serverdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// postgres is a pool of connections to a PostgreSQL server. pgx encodes the parameters;
// results are text.
type postgres struct {
	pool  *pgxpool.Pool
	words *dialect
	types *pgtype.Map
	local *time.Location
}

func newPostgres(ctx context.Context, opts Options, local *time.Location) (driver, error) {
	cfg, err := opts.postgres()
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p := &postgres{pool: pool, words: postgresDialect(), types: pgtype.NewMap(), local: local}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, unopened(p, err)
	}
	return p, nil
}

// postgres returns the configuration of the pool.
func (o *Options) postgres() (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("the url does not parse: %s", withoutSecret(err, o))
	}
	c := cfg.ConnConfig
	if o.Host != "" || o.Socket != "" {
		c.Host = o.Host
		if o.Socket != "" {
			c.Host = o.Socket
		}
		c.Fallbacks = nil
	}
	if o.Port != 0 {
		c.Port = uint16(o.Port) //nolint:gosec // checked when the configuration is read
	}
	if o.User != "" {
		c.User = o.User
	}
	if o.Password != "" {
		c.Password = o.Password
	}
	if o.Database != "" {
		c.Database = o.Database
	}
	switch {
	case o.TLS != nil:
		if c.TLSConfig, err = o.TLS.config(c.Host); err != nil {
			return nil, err
		}
		c.Fallbacks = nil
	case o.URL == "":
		c.TLSConfig, c.Fallbacks = nil, nil
	}
	c.ConnectTimeout = o.ConnectTimeout
	// The server ends a slow query first, with an error; if it does not answer, the
	// client gives up a second later.
	for name, val := range map[string]string{
		"statement_timeout": strconv.FormatInt(o.QueryTimeout.Milliseconds(), 10),
		"timezone":          "UTC", "datestyle": "ISO", "extra_float_digits": "1", "bytea_output": "hex", "intervalstyle": "postgres",
		"standard_conforming_strings": "on", "application_name": "framework",
	} {
		if name != "application_name" || c.RuntimeParams[name] == "" {
			c.RuntimeParams[name] = val
		}
	}
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, CancelRequestDelay: 0, DeadlineDelay: time.Second}
	}
	cfg.MaxConns = int32(o.PoolSize) //nolint:gosec // a number of connections
	return cfg, nil
}

// withoutSecret returns the text of an error that may quote the settings, without the
// password.
func withoutSecret(err error, o *Options) string {
	text := err.Error()
	if o.Password != "" {
		text = strings.ReplaceAll(text, o.Password, "…")
	}
	if o.URL != "" {
		text = strings.ReplaceAll(text, o.URL, "…")
	}
	return text
}

func (p *postgres) slow() (*sql.DB, error) {
	cfg := p.pool.Config().ConnConfig
	cfg.RuntimeParams["statement_timeout"] = "0"
	return stdlib.OpenDB(*cfg), nil
}

func (p *postgres) dialect() *dialect { return p.words }

func (p *postgres) close() { p.pool.Close() }

// renew closes all connections, those in use when they are returned: their prepared
// statements may refer to tables that have changed.
func (p *postgres) renew() { p.pool.Reset() }

// querier is a pool, a connection or a transaction of pgx.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

var asTexts = pgx.QueryResultFormats{pgx.TextFormatCode}

func (p *postgres) query(ctx context.Context, text string, args []any, row func([][]byte) error) error {
	return postgresQuery(ctx, p.pool, text, args, row)
}

func (p *postgres) Query(ctx context.Context, text []byte, args []any, into sqlstore.Receiver) error {
	return postgresQuery(ctx, p.pool, string(text), args, receive(into))
}

func postgresQuery(ctx context.Context, q querier, text string, args []any, row func([][]byte) error) error {
	all := make([]any, 0, len(args)+1)
	rows, err := q.Query(ctx, text, append(append(all, asTexts), args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.RawValues()); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (p *postgres) Exec(ctx context.Context, text []byte, args []any) (int64, error) {
	_, err := p.pool.Exec(ctx, string(text), args...)
	return 0, err
}

func (p *postgres) native(ctx context.Context, text string, args []any, result *orm.Result) error {
	return p.nativeOn(ctx, p.pool, text, args, result)
}

// nativeOn runs a statement of the project. Parameters are sent as text, and the server
// infers their types, as with the driver of Sails.
func (p *postgres) nativeOn(ctx context.Context, q querier, text string, args []any, result *orm.Result) error {
	all := []any{asTexts}
	for _, v := range args {
		all = append(all, rawParam(v))
	}
	rows, err := q.Query(ctx, text, all...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var columns []*column
	for _, f := range rows.FieldDescriptions() {
		columns = append(columns, p.resultColumn(f))
		result.Columns = append(result.Columns, f.Name)
	}
	for rows.Next() {
		m := value.New(len(columns))
		for i, raw := range rows.RawValues() {
			m.Set(columns[i].Name, decode(columns[i], raw))
		}
		result.Rows = append(result.Rows, m)
	}
	result.Affected = rows.CommandTag().RowsAffected()
	return rows.Err()
}

// resultColumn returns the column that decodes a result column by its type.
func (p *postgres) resultColumn(f pgconn.FieldDescription) *column {
	c := &column{Name: f.Name, Storage: sqlstore.StoreText, Local: p.local}
	if t, ok := p.types.TypeForOID(f.DataTypeOID); ok {
		c.Storage = postgresStorage(t.Name)
	}
	return c
}

func rawParam(v any) any {
	switch x := v.(type) {
	case nil, value.Undefined:
		return nil
	case []byte:
		return x
	case string:
		return x
	case time.Time:
		return x.UTC().Format(stampLayout + "-07:00")
	case []any:
		return arrayText(x)
	}
	return string(value.Append(nil, v))
}

func (p *postgres) begin(ctx context.Context) (session, error) {
	tx, err := p.pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &postgresSession{postgresOn{p, tx}, tx}, nil
}

func (p *postgres) lease(ctx context.Context) (connection, error) {
	c, err := p.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	return &postgresConn{postgresOn{p, c}, c}, nil
}

// postgresOn runs statements on one connection.
type postgresOn struct {
	server *postgres
	on     querier
}

func (s postgresOn) query(ctx context.Context, text string, args []any, row func([][]byte) error) error {
	return postgresQuery(ctx, s.on, text, args, row)
}

func (s postgresOn) Query(ctx context.Context, text []byte, args []any, into sqlstore.Receiver) error {
	return postgresQuery(ctx, s.on, string(text), args, receive(into))
}

func (s postgresOn) Exec(ctx context.Context, text []byte, args []any) (int64, error) {
	_, err := s.on.Exec(ctx, string(text), args...)
	return 0, err
}

func (s postgresOn) native(ctx context.Context, text string, args []any, result *orm.Result) error {
	return s.server.nativeOn(ctx, s.on, text, args, result)
}

// postgresConn is a leased connection.
type postgresConn struct {
	postgresOn
	conn *pgxpool.Conn
}

func (s *postgresConn) begin(ctx context.Context) (session, error) {
	tx, err := s.conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &postgresSession{postgresOn{s.server, tx}, tx}, nil
}

func (s *postgresConn) release(dirty bool) {
	if dirty {
		ctx, cancel := context.WithTimeout(context.Background(), rollbackTimeout)
		defer cancel()
		_ = s.conn.Hijack().Close(ctx)
		return
	}
	s.conn.Release()
}

// postgresSession is a transaction on one connection.
type postgresSession struct {
	postgresOn
	tx pgx.Tx
}

func (s *postgresSession) commit(ctx context.Context) error { return s.tx.Commit(ctx) }

func (s *postgresSession) rollback(ctx context.Context) error { return s.tx.Rollback(ctx) }

func (s *postgresSession) lost(error) bool { return s.tx.Conn().IsClosed() }

// keyDetail matches the columns and values in the message of a uniqueness error.
var keyDetail = regexp.MustCompile(`^Key \((.*?)\)=\((.*)\) already exists`)

func (p *postgres) failure(err error) sqlstore.Failure {
	f := sqlstore.Failure{Reason: err.Error()}
	var refused *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &refused):
		f.Reason = refused.Message
		if refused.Detail != "" {
			f.Reason += " (" + refused.Detail + ")"
		}
		switch code := refused.Code; {
		case code == "23505":
			f.Kind, f.Index = sqlstore.Taken, refused.ConstraintName
			if m := keyDetail.FindStringSubmatch(refused.Detail); m != nil {
				for name := range strings.SplitSeq(m[1], ", ") {
					f.Columns = append(f.Columns, strings.Trim(strings.TrimSuffix(strings.TrimPrefix(name, "lower("), ")"), `"`))
				}
			}
		case code == "42P01":
			f.Kind = sqlstore.NoTable
		case code == "40001" || code == "40P01":
			f.Kind = sqlstore.Conflict
		case code == "0A000" && refused.Routine == "RevalidateCachedQuery":
			// The table was changed after the statement was prepared; the driver has
			// dropped the statement now.
			f.Kind = sqlstore.Conflict
		case strings.HasPrefix(code, "22") || code == "42804" || code == "54000" || code == "23502" || code == "23503" || code == "23514":
			f.Kind = sqlstore.BadData
		case code == "57014":
			f.Kind, f.Reason = sqlstore.Unavailable, "the query took too long"
		case strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "53"):
			f.Kind = sqlstore.Unavailable
		}
		if errors.As(err, &connect) && f.Kind == sqlstore.Failed {
			f.Kind = sqlstore.Unavailable
		}
	case errors.As(err, &connect):
		f.Kind = sqlstore.Unavailable
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind, f.Reason = sqlstore.Unavailable, "the database did not answer in time"
	case errors.Is(err, context.Canceled):
	case pgconn.SafeToRetry(err):
		f.Kind = sqlstore.Severed
	default:
		var network net.Error
		if errors.As(err, &network) || isBroken(err) {
			f.Kind, f.Reason = sqlstore.Unavailable, "the connection to the database broke: "+err.Error()
		}
	}
	return f
}
