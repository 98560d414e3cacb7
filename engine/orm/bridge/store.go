package bridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// ErrClosed is returned by all operations after Close.
var ErrClosed = errors.New("the adapter of the datastore was torn down")

// Options are those of a store.
type Options struct {
	// Datastore is the name under which the adapter knows the store.
	Datastore string
	// Settings are those of the datastore; the adapter's defaults are added.
	Settings *value.Map
	// QueryTimeout is how long the adapter may take to call back; 0 means 30
	// seconds.
	QueryTimeout time.Duration
	// Rescue writes records that a migration has taken out of the store and cannot
	// put back, and returns where they are; nil for nowhere.
	Rescue func(table string, rows []any) (place string, err error)
	Log    *slog.Logger
}

const defaultTimeout = 30 * time.Second

// Store is a datastore of an adapter for Waterline. Safe for concurrent use.
type Store struct {
	opts   Options
	driver Driver
	calls  protocol
	log    *slog.Logger
	tables sqltext.Tables[table]

	change     sync.Mutex // held by Define and Close
	registered map[string]*table
	closed     bool
	// gone is closed with the store.
	gone chan struct{}

	aggregated, filtered sync.Once
}

var (
	_ orm.Adapter   = (*Store)(nil)
	_ orm.Forgetter = (*Store)(nil)
	_ orm.Describer = (*Store)(nil)
	_ orm.Scripted  = (*Store)(nil)
)

// Open makes a store. The adapter gets its datastore with the first models, by
// Define.
func Open(driver Driver, opts Options) (*Store, error) {
	if opts.QueryTimeout <= 0 {
		opts.QueryTimeout = defaultTimeout
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Settings == nil {
		opts.Settings = value.New(0)
	}
	s := &Store{opts: opts, driver: driver, log: opts.Log.With("adapter", driver.Name(), "datastore", opts.Datastore), gone: make(chan struct{})}
	switch {
	case driver.Has("registerDatastore"):
		s.calls = modern{s}
	case driver.Has("find"), driver.Has("registerConnection"):
		s.calls = classic{s}
	default:
		return nil, fmt.Errorf("the adapter %s (%s) has neither registerDatastore (1.x) nor registerConnection and find (0.10 to 0.12): it is no adapter for Waterline", driver.Name(), driver.Source())
	}
	return s, nil
}

// Driver is the adapter of the store.
func (s *Store) Driver() Driver { return s.driver }

// Traits implements orm.Adapter.
func (s *Store) Traits() orm.Traits {
	schema := s.schema()
	_, modern := s.calls.(modern)
	return orm.Traits{Sparse: !schema, Schema: schema, OneWriter: true, ObjectIDs: s.driver.Members().Value("pkFormat") == "string", MakesKeys: modern}
}

// Script implements orm.Scripted.
func (s *Store) Script() string { return Script(s.driver) }

// Script names the adapter of a store.
func Script(d Driver) string { return "adapter " + d.Name() }

// schema is what the datastore says of models that have no setting of that name.
func (s *Store) schema() bool {
	if v, ok := s.opts.Settings.Get("schema"); ok {
		return value.Truthy(v)
	}
	members := s.driver.Members()
	if defaults, ok := members.Value("defaults").(*value.Map); ok && defaults.Has("schema") {
		return value.Truthy(defaults.Value("schema"))
	}
	if members.Has("schema") {
		return value.Truthy(members.Value("schema"))
	}
	_, modern := s.calls.(modern)
	return !modern
}

// Forget implements orm.Forgetter.
func (s *Store) Forget(models []*orm.Model) { s.tables.Forget(models) }

// tearDownTime bounds the adapter's teardown.
const tearDownTime = 10 * time.Second

// Close lets the adapter tear down the datastore. Later operations return
// ErrClosed.
func (s *Store) Close() error {
	s.change.Lock()
	defer s.change.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	close(s.gone)
	if s.registered == nil {
		return nil
	}
	s.registered = nil
	return s.tearDown(context.Background())
}

func (s *Store) tearDown(ctx context.Context) error {
	if !s.driver.Has("teardown") {
		return nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, tearDownTime, s.silent("teardown", tearDownTime))
	defer cancel()
	_, err := s.driver.Call(ctx, "teardown", s.opts.Datastore)
	return overdue(ctx, err)
}

// of returns the table of a model that has been defined.
func (s *Store) of(m *orm.Model) (*table, error) {
	select {
	case <-s.gone:
		return nil, ErrClosed
	default:
	}
	if t := s.tables.Of(m); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("model %s is not defined in the datastore %q of the adapter %s", m.Identity, s.opts.Datastore, s.driver.Name())
}

// call calls a method of the adapter for a table, within the time of a query.
func (s *Store) call(ctx context.Context, method string, args ...any) (any, error) {
	if !s.driver.Has(method) {
		return nil, &orm.UnsupportedError{Datastore: s.opts.Datastore, What: "method " + method}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.opts.QueryTimeout, s.silent(method, s.opts.QueryTimeout))
	defer cancel()
	noted := note(ctx, method, args)
	v, err := s.driver.Call(ctx, method, args...)
	err = overdue(ctx, err)
	if noted != nil {
		noted(v, err)
	}
	return v, err
}

// silent is the error of a method that does not call back.
func (s *Store) silent(method string, after time.Duration) error {
	return &orm.UnavailableError{
		Datastore: s.driver.Name(), Err: context.DeadlineExceeded,
		Reason: fmt.Sprintf("%s of the adapter %s (%s) did not call back within %v", method, s.driver.Name(), s.driver.Source(), after),
	}
}

// overdue replaces the error of a deadline that has passed by what was waited for.
func overdue(ctx context.Context, err error) error {
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		if gone, ok := errors.AsType[*orm.UnavailableError](context.Cause(ctx)); ok {
			return gone
		}
	}
	return err
}
