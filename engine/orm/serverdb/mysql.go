package serverdb

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// maria is a pool of connections to a MySQL or MariaDB server. The driver writes the
// parameters into the text, by the rules of the connection, which saves the
// preparation of statements.
type maria struct {
	pool  *sql.DB
	plain *mysql.Config // without time limits
	words *dialect
	local *time.Location
}

func newMySQL(ctx context.Context, opts Options, local *time.Location) (driver, error) {
	cfg, err := opts.mysql()
	if err != nil {
		return nil, err
	}
	m := &maria{words: mysqlDialect(), local: local, plain: cfg.Clone()}
	if m.pool, err = openPool(cfg, 1); err != nil {
		return nil, err
	}
	var version string
	var statements bool // the binary log has the format STATEMENT
	err = m.pool.QueryRowContext(ctx, "SELECT VERSION(), @@auto_increment_increment, @@log_bin AND @@binlog_format = 'STATEMENT'").
		Scan(&version, &m.words.Step, &statements)
	_ = m.pool.Close()
	if err != nil {
		return nil, unopened(m, err)
	}
	// The server itself ends slow queries: closing the connection would leave them
	// running.
	if cfg.Params == nil {
		cfg.Params = map[string]string{}
	}
	isolation := "transaction_isolation"
	if strings.Contains(version, "MariaDB") {
		isolation = "tx_isolation"
		cfg.Params["max_statement_time"] = strconv.FormatFloat(opts.QueryTimeout.Seconds(), 'f', 3, 64)
	} else {
		cfg.Params["max_execution_time"] = strconv.FormatInt(opts.QueryTimeout.Milliseconds(), 10)
	}
	if !statements {
		// The default of other databases. The default of the server locks gaps between
		// rows, which leads to deadlocks between writers of one join table.
		cfg.Params[isolation] = "'READ-COMMITTED'"
	}
	m.pool, err = openPool(cfg, opts.PoolSize)
	return m, err
}

func openPool(cfg *mysql.Config, size int) (*sql.DB, error) {
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	pool := sql.OpenDB(connector)
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return pool, nil
}

// mysql returns the configuration of the driver.
func (o *Options) mysql() (*mysql.Config, error) {
	cfg := mysql.NewConfig()
	host, port := "localhost", 3306
	if o.URL != "" {
		u, err := url.Parse(o.URL)
		if err != nil || u.Host == "" {
			return nil, errors.New("the url does not parse; it looks like mysql://user:password@host:3306/database")
		}
		if u.Hostname() != "" {
			host = u.Hostname()
		}
		if p := u.Port(); p != "" {
			if port, err = strconv.Atoi(p); err != nil {
				return nil, fmt.Errorf("the port %q of the url is no number", p)
			}
		}
		cfg.User = u.User.Username()
		cfg.Passwd, _ = u.User.Password()
		cfg.DBName = strings.TrimPrefix(u.Path, "/")
	}
	if o.Host != "" {
		host = o.Host
	}
	if o.Port != 0 {
		port = o.Port
	}
	if o.User != "" {
		cfg.User = o.User
	}
	if o.Password != "" {
		cfg.Passwd = o.Password
	}
	if o.Database != "" {
		cfg.DBName = o.Database
	}
	if cfg.DBName == "" {
		return nil, errors.New("it names no database")
	}
	cfg.Net, cfg.Addr = "tcp", net.JoinHostPort(host, strconv.Itoa(port))
	if o.Socket != "" {
		cfg.Net, cfg.Addr = "unix", o.Socket
	}
	if o.TLS != nil {
		var err error
		if cfg.TLS, err = o.TLS.config(host); err != nil {
			return nil, err
		}
	}
	charset := o.Charset
	if charset == "" || strings.EqualFold(charset, "utf8") || strings.HasPrefix(strings.ToUpper(charset), "UTF8_") {
		charset = "utf8mb4" // UTF-8; the charset utf8 of MySQL lacks characters of four bytes
	}
	if err := safeCharset(charset, o.Collation); err != nil {
		return nil, err
	}
	if err := cfg.Apply(mysql.Charset(charset, o.Collation)); err != nil {
		return nil, err
	}
	cfg.Timeout = o.ConnectTimeout
	cfg.InterpolateParams = true
	cfg.RejectReadOnly = true
	cfg.Logger = log.New(io.Discard, "", 0) // the driver returns the same as errors
	return cfg, nil
}

func (m *maria) slow() (*sql.DB, error) { return openPool(m.plain, 2) }

func (m *maria) dialect() *dialect { return m.words }

func (m *maria) close() { _ = m.pool.Close() }

// sqlQuerier is a pool or a connection of database/sql.
type sqlQuerier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func (m *maria) query(ctx context.Context, text string, args []any, row func([][]byte) error) error {
	return mysqlQuery(ctx, m.pool, text, args, row)
}

func (m *maria) Query(ctx context.Context, text []byte, args []any, into sqlstore.Receiver) error {
	return mysqlQuery(ctx, m.pool, string(text), args, receive(into))
}

func mysqlQuery(ctx context.Context, q sqlQuerier, text string, args []any, row func([][]byte) error) error {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err returns its error
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	raws := make([]sql.RawBytes, len(columns))
	values, into := make([][]byte, len(columns)), make([]any, len(columns))
	for i := range raws {
		into[i] = &raws[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i := range raws {
			values[i] = raws[i]
		}
		if err := row(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (m *maria) Exec(ctx context.Context, text []byte, args []any) (int64, error) {
	return mysqlExec(ctx, m.pool, string(text), args)
}

func mysqlExec(ctx context.Context, q sqlQuerier, text string, args []any) (int64, error) {
	result, err := q.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (m *maria) native(ctx context.Context, text string, args []any, result *orm.Result) error {
	return m.nativeOn(ctx, m.pool, text, args, result)
}

// givesRows reports whether a statement has result rows.
func givesRows(command, text string) bool {
	switch command {
	case "INSERT", "REPLACE", "DELETE", "UPDATE":
		return returning.MatchString(text)
	case "SELECT", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "WITH", "VALUES", "TABLE", "CALL", "ANALYZE", "CHECK", "OPTIMIZE", "REPAIR", "CHECKSUM":
		return true
	}
	return false
}

var returning = regexp.MustCompile(`(?i)\breturning\b`)

// nativeOn runs a statement of the project. A list among the parameters stands for its
// elements, as in the driver of Sails.
func (m *maria) nativeOn(ctx context.Context, q sqlQuerier, text string, args []any, result *orm.Result) error {
	text, flat := spread(text, args)
	for i, v := range flat {
		flat[i] = m.rawParam(v)
	}
	if !givesRows(result.Command, text) {
		done, err := q.ExecContext(ctx, text, flat...)
		if err != nil {
			return err
		}
		if result.Affected, err = done.RowsAffected(); err != nil {
			return err
		}
		id, err := done.LastInsertId()
		result.InsertID = id
		return err
	}
	rows, err := q.QueryContext(ctx, text, flat...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err returns its error
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	columns, into, raws := make([]*column, len(types)), make([]any, len(types)), make([]sql.RawBytes, len(types))
	for i, t := range types {
		columns[i] = &column{Name: t.Name(), Storage: mysqlStorage(strings.ToLower(t.DatabaseTypeName())), Local: m.local, Zone: m.local}
		into[i] = &raws[i]
		result.Columns = append(result.Columns, t.Name())
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		row := value.New(len(columns))
		for i, c := range columns {
			row.Set(c.Name, decode(c, raws[i]))
		}
		result.Rows = append(result.Rows, row)
	}
	result.Affected = int64(len(result.Rows))
	return rows.Err()
}

func (m *maria) rawParam(v any) any {
	switch x := v.(type) {
	case nil, value.Undefined:
		return nil
	case string, []byte, int64, float64, bool:
		return x
	case time.Time:
		return x.In(m.local).Format(stampLayout)
	}
	return string(value.Append(nil, v))
}

// spread replaces lists among the arguments with their elements.
func spread(text string, args []any) (string, []any) {
	lists := false
	for _, v := range args {
		if _, ok := v.([]any); ok {
			lists = true
		}
	}
	if !lists {
		return text, append([]any(nil), args...)
	}
	var b strings.Builder
	var flat []any
	n := 0
	lexis().Walk(text, func(part string, code bool) {
		for code && n < len(args) {
			i := strings.IndexByte(part, '?')
			if i < 0 {
				break
			}
			b.WriteString(part[:i+1])
			part = part[i+1:]
			list, ok := args[n].([]any)
			n++
			if !ok {
				flat = append(flat, args[n-1])
				continue
			}
			if len(list) == 0 {
				list = []any{nil}
			}
			b.WriteString(strings.Repeat(",?", len(list)-1))
			flat = append(flat, list...)
		}
		b.WriteString(part)
	})
	return b.String(), append(flat, args[n:]...)
}

func (m *maria) begin(ctx context.Context) (session, error) {
	conn, err := m.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := &mysqlSession{mysqlConn: mysqlConn{m, conn}}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (m *maria) lease(ctx context.Context) (connection, error) {
	conn, err := m.pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &mysqlConn{m, conn}, nil
}

// mysqlConn is one connection.
type mysqlConn struct {
	server *maria
	conn   *sql.Conn
}

func (s *mysqlConn) query(ctx context.Context, text string, args []any, row func([][]byte) error) error {
	return mysqlQuery(ctx, s.conn, text, args, row)
}

func (s *mysqlConn) Query(ctx context.Context, text []byte, args []any, into sqlstore.Receiver) error {
	return mysqlQuery(ctx, s.conn, string(text), args, receive(into))
}

func (s *mysqlConn) Exec(ctx context.Context, text []byte, args []any) (int64, error) {
	return mysqlExec(ctx, s.conn, string(text), args)
}

func (s *mysqlConn) native(ctx context.Context, text string, args []any, result *orm.Result) error {
	return s.server.nativeOn(ctx, s.conn, text, args, result)
}

func (s *mysqlConn) begin(ctx context.Context) (session, error) {
	t := &mysqlSession{mysqlConn: *s, kept: true}
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

func (s *mysqlConn) release(dirty bool) {
	if dirty {
		_ = s.conn.Raw(func(any) error { return sqldriver.ErrBadConn })
	}
	_ = s.conn.Close()
}

// mysqlSession is a transaction on one connection.
type mysqlSession struct {
	mysqlConn
	kept bool // the connection is leased, so the transaction does not return it
}

func (s *mysqlSession) start(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "START TRANSACTION")
	if err != nil {
		s.discard()
	}
	return err
}

func (s *mysqlSession) commit(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "COMMIT")
	if err == nil {
		s.giveBack()
	}
	return err
}

func (s *mysqlSession) rollback(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "ROLLBACK")
	if err != nil {
		s.discard()
		return err
	}
	s.giveBack()
	return nil
}

func (s *mysqlSession) giveBack() {
	if !s.kept {
		s.release(false)
	}
}

// discard closes the connection instead of returning it to the pool.
func (s *mysqlSession) discard() {
	if !s.kept {
		s.release(true)
	}
}

func (s *mysqlSession) lost(err error) bool {
	var refused *mysql.MySQLError
	if errors.As(err, &refused) {
		return refused.Number == 1213 // the victim of a deadlock is rolled back
	}
	return s.server.failure(err).Kind == sqlstore.Unavailable || errors.Is(err, context.Canceled)
}

func (m *maria) failure(err error) sqlstore.Failure {
	f := sqlstore.Failure{Reason: err.Error()}
	var refused *mysql.MySQLError
	var network net.Error
	switch {
	case errors.As(err, &refused):
		f.Reason = refused.Message
		switch refused.Number {
		case 1062, 1586:
			f.Kind = sqlstore.Taken
			if _, key, ok := strings.Cut(refused.Message, " for key '"); ok {
				key = strings.TrimSuffix(key, "'")
				if _, name, ok := strings.Cut(key, "."); ok { // MySQL 8 adds the name of the table
					key = name
				}
				f.Index = key
			}
		case 1213:
			f.Kind = sqlstore.Conflict
		case 1146:
			f.Kind = sqlstore.NoTable
		case 1048, 1118, 1153, 1264, 1265, 1292, 1364, 1366, 1367, 1406, 1451, 1452, 1690, 3140, 3819, 4025:
			f.Kind = sqlstore.BadData
		case 1040, 1203, 1053, 1317, 1927, 2006, 2013:
			f.Kind = sqlstore.Unavailable
		case 1205, 1969, 3024:
			f.Kind, f.Reason = sqlstore.Unavailable, "the query took too long: "+refused.Message
		}
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind, f.Reason = sqlstore.Unavailable, "the database did not answer in time"
	case errors.Is(err, context.Canceled):
	case errors.As(err, &network) || isBroken(err):
		f.Kind, f.Reason = sqlstore.Unavailable, "there is no connection to the database: "+err.Error()
	}
	return f
}

// isBroken reports whether an error of a driver says that a connection ended.
func isBroken(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, sqldriver.ErrBadConn, mysql.ErrInvalidConn, sql.ErrConnDone} {
		if errors.Is(err, end) {
			return true
		}
	}
	return strings.Contains(err.Error(), "conn closed") // pgx has no error value for it
}

// renew does nothing: the server itself prepares statements again.
func (m *maria) renew() {}
