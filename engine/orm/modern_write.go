package orm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"framework/engine/value"
)

// stamp is the time as the attribute keeps it.
func (a *Attribute) stamp(now time.Time) any {
	switch a.Type {
	case "string":
		return now.Format(value.DateLayout)
	case "ref":
		return now
	}
	return now.UnixMilli()
}

func instantNow() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// refusal collects the errors of values.
type refusal struct {
	// creating: the values are those of new records.
	creating bool
	// first is the first thing that is wrong, "" when nothing is.
	first   string
	invalid []AttributeFailures
}

func (r *refusal) add(name string, err *ValueError) {
	failures := err.Violations
	if len(failures) == 0 {
		rule := map[string]string{"E_REQUIRED": "required", "E_TYPE": "type"}[err.Code]
		if rule == "" {
			rule = "valid"
		}
		failures = []Failure{{Rule: rule, Message: err.Reason}}
	}
	if r.first == "" {
		r.first = err.describe(name, r.creating)
	}
	r.invalid = append(r.invalid, AttributeFailures{name, failures})
}

func (r *refusal) error(code string) error {
	if r.first == "" {
		return nil
	}
	return &UsageError{Code: code, Reason: r.first, Invalid: r.invalid}
}

// normalize brings the given values of a new record, or of an update, into the
// types of their attributes. Undefined ones, and those of no attribute of a
// model with a schema, are left out.
func (m *Model) normalize(ctx context.Context, given *value.Map, into *value.Map, bad *refusal) error {
	for name, v := range given.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		a := m.byName[name]
		if a == nil {
			switch {
			case m.Schema:
			case !NamesAttribute(name):
				bad.add(name, BadName(name))
			default:
				into.Set(name, plainJSON(v))
			}
			continue
		}
		val, err := m.NormalizeValue(ctx, a, v)
		if err != nil {
			refused, ok := errors.AsType[*ValueError](err)
			if !ok {
				return fmt.Errorf("%s: the rules of %s.%s: %w", m.Definition.Source, m.GlobalID, name, err)
			}
			bad.add(name, refused)
			continue
		}
		into.Set(name, val)
	}
	return nil
}

// newRecord is the whole of a new record as beforeCreate sees it.
func (m *Model) newRecord(ctx context.Context, given *value.Map, now time.Time, bad *refusal) (*value.Map, error) {
	values := value.New(len(m.Attributes))
	before := len(bad.invalid)
	if err := m.normalize(ctx, given, values, bad); err != nil {
		return nil, err
	}
	for _, a := range m.Attributes {
		if values.Has(a.Name) {
			continue
		}
		if _, set := given.Get(a.Name); set && slices.ContainsFunc(bad.invalid[before:], func(f AttributeFailures) bool { return f.Attribute == a.Name }) {
			continue
		}
		switch {
		case a.AutoCreatedAt || a.AutoUpdatedAt:
			values.Set(a.Name, a.stamp(now))
		case a.PrimaryKey && m.makesKeys(), m.givesKey(a):
			values.Set(a.Name, nil)
		case a.Required, a.PrimaryKey && !a.AutoIncrement && a.ColumnType == "" && !a.HasDefault && m.keyType() == "string":
			bad.add(a.Name, m.missing(a))
		case a.HasDefault:
			values.Set(a.Name, value.CloneValue(a.Default))
		default:
			values.Set(a.Name, a.baseValue())
		}
	}
	return values, nil
}

// CheckNewRecord refuses the values of a new record that cannot be made.
func (m *Model) CheckNewRecord(ctx context.Context, given *value.Map) error {
	bad := &refusal{creating: true}
	if _, err := m.newRecord(ctx, given, instantNow(), bad); err != nil {
		return err
	}
	return bad.error(InvalidNewRecord)
}

// CreateWritten is CreateWith of 1.x, or CreateEachWith for a list, that also returns what
// was written: the values in the types of their attributes, with defaults, keys, times and
// what callbacks have changed. Values that no column takes are not among them.
func (m *Model) CreateWritten(ctx context.Context, given []*value.Map, list bool, meta Meta) ([]*Record, []*value.Map, error) {
	code := InvalidNewRecord
	if list {
		code = InvalidNewRecords
	}
	var written []*value.Map
	records, err := m.insert(ctx, given, meta, code, &written)
	return records, written, err
}

// insert creates records; what was written goes to written, unless that is nil.
func (m *Model) insert(ctx context.Context, given []*value.Map, meta Meta, code string, written *[]*value.Map) ([]*Record, error) {
	if len(given) == 0 {
		return []*Record{}, nil
	}
	now := instantNow()
	rows := make([]*value.Map, len(given))
	bad := &refusal{creating: true}
	for i, one := range given {
		row, err := m.newRecord(ctx, one, now, bad)
		if err != nil {
			return nil, err
		}
		rows[i] = row
	}
	if code == InvalidNewRecords && bad.first != "" {
		bad.first = OneOfRecords(bad.first)
	}
	if err := bad.error(code); err != nil {
		return nil, err
	}
	links := make([]map[*Association][]any, len(rows))
	orders := make([][]string, len(rows)) // of the attributes, where they are wanted
	nested := false
	for i, row := range rows {
		encrypted := map[string]any{}
		if err := m.encryptAll(row, &meta, encrypted); err != nil {
			return nil, err
		}
		if !meta.SkipCallbacks {
			if err := each(ctx, m.Definition.Callbacks.BeforeCreate, row); err != nil {
				return nil, err
			}
			if err := m.encryptAll(row, &meta, encrypted); err != nil {
				return nil, err
			}
		}
		if written != nil {
			orders[i] = row.Keys()
		}
		links[i] = m.takeMembers(row)
		nested = nested || len(links[i]) > 0
		if key := m.byName[m.PrimaryKey]; key != nil && row.Value(key.Name) == nil {
			row.Delete(key.Name)
			if m.makesKeys() {
				row.Set(key.Name, documentKey())
			}
		}
		m.strip(row)
	}
	var records []*Record
	run := func(ctx context.Context) (err error) {
		if records, err = m.queries.Create(ctx, m, rows); err != nil {
			method := "create"
			if code == InvalidNewRecords {
				method = "createEach"
			}
			return m.adapterError(method, err)
		}
		m.arrange(records)
		for i, r := range records {
			for a, keys := range links[i] {
				if err := m.replaceMembers(ctx, []any{r.ID()}, a, keys); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := m.whole(ctx, nested, run); err != nil {
		return nil, err
	}
	if written != nil {
		for i, r := range records {
			rows[i] = m.written(rows[i], r, orders[i])
		}
	}
	if err := m.showDecrypted(records, meta.Decrypt); err != nil {
		return nil, err
	}
	if written != nil {
		*written = rows
	}
	if meta.Unfetched && !nested || meta.SkipCallbacks {
		return records, nil
	}
	return records, m.runAfter(ctx, m.Definition.Callbacks.AfterCreate, records)
}

// written is the row of a new record with its key, in the given order of the attributes;
// sails-disk adds the key under the name that it has in its files.
func (m *Model) written(row *value.Map, r *Record, order []string) *value.Map {
	out := value.New(len(order) + 1)
	for _, name := range order {
		if name == m.PrimaryKey {
			out.Set(name, r.ID())
		} else if v, ok := row.Get(name); ok {
			out.Set(name, v)
		}
	}
	if m.adapter.Traits().Embedded {
		out.Set(documentColumn, r.ID())
	}
	return out
}

// arrange brings the attributes of new records into the order of the model, in
// which they will be found.
func (m *Model) arrange(records []*Record) {
	for _, r := range records {
		out := value.New(r.Len())
		for _, a := range m.Attributes {
			if v, ok := r.Get(a.Name); ok {
				out.Set(a.Name, v)
			}
		}
		if out.Len() < r.Len() {
			for k, v := range r.All() {
				out.Set(k, v)
			}
		}
		r.Map = *out
	}
}

// whole runs fn in a transaction where it is made of several steps.
func (m *Model) whole(ctx context.Context, several bool, fn func(ctx context.Context) error) error {
	if several {
		return m.Transact(ctx, fn)
	}
	return fn(ctx)
}

func (m *Model) runAfter(ctx context.Context, callbacks []func(context.Context, *Record) error, records []*Record) error {
	for _, r := range records {
		for _, after := range callbacks {
			if err := after(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// takeMembers takes the keys that are given for collections out of values. An
// empty list for a new record says nothing.
func (m *Model) takeMembers(values *value.Map) map[*Association][]any {
	var out map[*Association][]any
	for _, a := range m.Associations {
		if !a.Collection {
			continue
		}
		v, ok := values.Get(a.Alias)
		values.Delete(a.Alias)
		if keys, isList := v.([]any); ok && isList && len(keys) > 0 {
			if out == nil {
				out = map[*Association][]any{}
			}
			out[a] = keys
		}
	}
	return out
}

func (modern) update(ctx context.Context, m *Model, q *Query, given *value.Map) ([]*Record, *value.Map, error) {
	if err := m.requireCondition(q, "update"); err != nil {
		return nil, nil, err
	}
	set := value.New(given.Len() + 1)
	bad := &refusal{}
	if err := m.normalize(ctx, given, set, bad); err != nil {
		return nil, nil, err
	}
	if err := bad.error(InvalidValuesToSet); err != nil {
		return nil, nil, err
	}
	now := instantNow()
	for _, a := range m.Attributes {
		if a.AutoUpdatedAt && !set.Has(a.Name) {
			set.Set(a.Name, a.stamp(now))
		}
	}
	encrypted := map[string]any{}
	if err := m.encryptAll(set, &q.Meta, encrypted); err != nil {
		return nil, nil, err
	}
	if !q.Meta.SkipCallbacks {
		if err := each(ctx, m.Definition.Callbacks.BeforeUpdate, set); err != nil {
			return nil, nil, err
		}
		if err := m.encryptAll(set, &q.Meta, encrypted); err != nil {
			return nil, nil, err
		}
	}
	if q.Nothing {
		return []*Record{}, set, nil
	}
	var links []*Association
	lists := map[*Association][]any{}
	for _, a := range m.Associations {
		if keys, ok := set.Value(a.Alias).([]any); ok && a.Collection {
			links = append(links, a)
			lists[a] = keys
		}
	}
	m.strip(set)
	var records []*Record
	run := func(ctx context.Context) (err error) {
		if records, err = m.queries.Update(ctx, m, q, set); err != nil {
			return m.adapterError("update", err)
		}
		if len(records) == 0 {
			return nil
		}
		keys := keysIn(records)
		for _, a := range links {
			if err := m.replaceMembers(ctx, keys, a, lists[a]); err != nil {
				return err
			}
		}
		return nil
	}
	if err := m.whole(ctx, len(links) > 0, run); err != nil {
		return nil, nil, err
	}
	if err := m.showDecrypted(records, q.Meta.Decrypt); err != nil {
		return nil, nil, err
	}
	if q.Meta.Unfetched && len(links) == 0 || q.Meta.SkipCallbacks {
		return records, set, nil
	}
	return records, set, m.runAfter(ctx, m.Definition.Callbacks.AfterUpdate, records)
}

func keysIn(records []*Record) []any {
	keys := make([]any, len(records))
	for i, r := range records {
		keys[i] = r.ID()
	}
	return keys
}

// requireCondition refuses criteria that mean every record only because what they ask
// for is undefined.
func (m *Model) requireCondition(q *Query, method string) error {
	if q.Where != nil || q.Nothing || len(q.Dropped) == 0 {
		return nil
	}
	return badCriteria("where", "Cannot `%s` with these criteria: the value of `%s` is undefined, which leaves no condition, so that every record of `%s` would be meant.  Give it a value; if all records are meant, use the criteria `{}`",
		method, strings.Join(q.Dropped, "`, `"), m.Identity)
}

func (modern) destroy(ctx context.Context, m *Model, q *Query) ([]*Record, error) {
	if err := m.requireCondition(q, "destroy"); err != nil {
		return nil, err
	}
	if !q.Meta.SkipCallbacks {
		for _, before := range m.Definition.Callbacks.BeforeDestroy {
			if err := before(ctx, q); err != nil {
				return nil, err
			}
		}
	}
	if q.Nothing {
		return []*Record{}, nil
	}
	cascade := m.Definition.CascadeOnDestroy
	if q.Meta.Cascade != nil {
		cascade = *q.Meta.Cascade
	}
	cascade = cascade && slices.ContainsFunc(m.Associations, func(a *Association) bool { return a.Collection })
	var gone []*Record
	run := func(ctx context.Context) (err error) {
		if cascade {
			found, err := m.queries.Find(ctx, m, &Query{Where: q.Where, Sort: q.Sort, Limit: q.Limit, Skip: q.Skip, Select: []string{m.PrimaryKey}})
			if err != nil {
				return m.adapterError("destroy", err)
			}
			if len(found) == 0 {
				gone = []*Record{}
				return nil
			}
			for _, a := range m.Associations {
				if !a.Collection {
					continue
				}
				err := m.replaceMembers(ctx, keysIn(found), a, nil)
				if collision, ok := errors.AsType[*CollisionError](err); ok {
					collision.Destroyed = len(found)
				}
				if err != nil {
					return err
				}
			}
		}
		if gone, err = m.queries.Destroy(ctx, m, q); err != nil {
			return m.adapterError("destroy", err)
		}
		return nil
	}
	if err := m.whole(ctx, cascade, run); err != nil {
		return nil, err
	}
	if err := m.showDecrypted(gone, q.Meta.Decrypt); err != nil {
		return nil, err
	}
	if q.Meta.Unfetched || q.Meta.SkipCallbacks || len(gone) == 0 {
		return gone, nil
	}
	for _, after := range m.Definition.Callbacks.AfterDestroy {
		if err := after(ctx, gone); err != nil {
			return nil, err
		}
	}
	return gone, nil
}

// adapterError converts an error of a store to that of 1.x.
func (m *Model) adapterError(method string, err error) error {
	if taken, ok := errors.AsType[*UniqueError](err); ok {
		e := &AdapterError{Code: "E_UNIQUE", Model: m.Identity, Method: method, Err: err}
		if taken.Attribute != "" {
			e.Attributes = []string{taken.Attribute}
		}
		return e
	}
	if usage, ok := errors.AsType[*UsageError](err); ok && usage.Code == "" { // the store refuses a value
		code := map[string]string{"create": InvalidNewRecord, "createEach": InvalidNewRecords, "update": InvalidValuesToSet}[method]
		if code == "" {
			code = InvalidCriteria
		}
		return &UsageError{Code: code, Clause: usage.Clause, Reason: usage.Reason}
	}
	if isOwn(err) {
		return err
	}
	if _, ok := errors.AsType[*MissingTableError](err); ok {
		return &AdapterError{Code: noSuchTable, Model: m.Identity, Method: method, Remedy: m.Remedied(), Err: err}
	}
	return &AdapterError{Model: m.Identity, Method: method, Err: err}
}

// isOwn reports whether an error is one of the ORM, which needs no wrapping.
func isOwn(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	_, usage := errors.AsType[*UsageError](err)
	_, away := errors.AsType[*UnavailableError](err)
	_, already := errors.AsType[*AdapterError](err)
	return usage || away || already
}

// several is the *SeveralError of a query that is to change one record.
func (m *Model) several(ctx context.Context, method string, q *Query) error {
	n, err := m.queries.Count(ctx, m, &Query{Where: q.Where})
	if err != nil {
		return m.adapterError(method, err)
	}
	return &SeveralError{Model: m.GlobalID, Method: method, Count: n, Criteria: value.Of("where", Condition(q.Where, nil))}
}

// Single does something to the record that the query matches; nil for none, and
// nothing is done when there are several, which is a *SeveralError.
func (m *Model) Single(ctx context.Context, method string, q *Query, do func(ctx context.Context, q *Query) ([]*Record, error)) ([]*Record, error) {
	if q.Nothing {
		return nil, nil
	}
	var done []*Record
	err := m.Transact(ctx, func(ctx context.Context) error {
		found, err := m.queries.Find(ctx, m, &Query{Where: q.Where, Limit: 2, Select: []string{m.PrimaryKey}})
		switch {
		case err != nil:
			return m.adapterError(method, err)
		case len(found) == 0:
			return nil
		case len(found) > 1:
			return m.several(ctx, method, q)
		}
		one := *q
		one.Asked = q.Where
		one.Where = m.byKeys(found[0].ID()).Where
		done, err = do(ctx, &one)
		return err
	})
	return done, err
}
