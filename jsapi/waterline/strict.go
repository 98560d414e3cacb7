package waterline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// fetches are the methods that a strict model's settings make give records
// unasked.
type fetches struct{ create, createEach, update, destroy bool }

// made is what findOrCreate gives: a record, and whether it is new.
type made struct {
	rec *orm.Record
	new bool
}

// strictCall is a call of a method of a strict model, its arguments copied.
type strictCall struct {
	class    *Class
	method   string
	criteria any
	values   any
	mods     *ordered.Map
	meta     orm.Meta
	options  orm.CriteriaOptions
	fetch    bool
}

func usage(code, format string, args ...any) error {
	return &orm.UsageError{Code: code, Reason: fmt.Sprintf(format, args...)}
}

// strictWorker is what a method does; what cannot be used of the call says which
// method it was.
func (c *Class) strictWorker(method string, criteria, values any, mods *ordered.Map) (worker, error) {
	called := method
	if name, ok := mods.Value("method").(string); ok {
		called = name
	}
	by := func(err error) error {
		if e, ok := errors.AsType[*orm.UsageError](err); ok && e.Code != "" {
			return e.By(called, c.model.Identity)
		}
		return err
	}
	work, err := c.strictMethod(method, criteria, values, mods)
	if err != nil {
		return nil, by(err)
	}
	return func(ctx context.Context) (any, error) {
		v, err := work(ctx)
		if err != nil {
			return v, by(err)
		}
		return v, nil
	}, nil
}

func (c *Class) strictMethod(method string, criteria, values any, mods *ordered.Map) (worker, error) {
	call := &strictCall{class: c, method: method, criteria: criteria, values: values, mods: mods}
	if err := call.readMeta(); err != nil {
		return nil, err
	}
	m := c.model
	switch method {
	case "find":
		return call.asking(func(ctx context.Context, q *orm.Query) (any, error) { return m.Find(ctx, q) }), nil
	case "findOne":
		return call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
			if err := call.narrow(q); err != nil {
				return nil, err
			}
			return m.FindOne(ctx, q)
		}), nil
	case "page":
		at, _ := values.(*ordered.Map)
		return call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
			if page(m, q, at) {
				return []*orm.Record{}, nil
			}
			return m.Find(ctx, q)
		}), nil
	case "count":
		return call.asking(func(ctx context.Context, q *orm.Query) (any, error) { return m.Count(ctx, q) }), nil
	case "sum", "avg":
		return call.aggregate()
	case "create", "createEach", "update", "updateOne", "findOrCreate":
		return call.writer()
	case "destroy", "archive", "destroyOne", "archiveOne":
		return call.remover(), nil
	case "addToCollection", "removeFromCollection", "replaceCollection":
		return call.collecting(), nil
	case "query":
		return c.rawQuery(criteria, values)
	case "describe":
		return c.describe, nil
	case "drop":
		return func(ctx context.Context) (any, error) { return nil, m.Drop(ctx) }, nil
	}
	return nil, fmt.Errorf("%s has no method %s", m.GlobalID, method)
}

// readMeta reads the options of the call.
func (call *strictCall) readMeta() error {
	fetches := call.class.fetches
	switch call.method {
	case "create":
		call.fetch = fetches.create
	case "createEach":
		call.fetch = fetches.createEach
	case "update":
		call.fetch = fetches.update
	case "destroy", "archive":
		call.fetch = fetches.destroy
	case "updateOne", "destroyOne", "archiveOne", "findOrCreate":
		call.fetch = true
	}
	given := call.mods.Value("meta")
	if isAbsent(given) {
		call.meta.Unfetched = !call.fetch
		return nil
	}
	meta, ok := given.(*ordered.Map)
	if !ok {
		return usage(orm.InvalidMeta, "%s", orm.NotMeta(given))
	}
	for name, into := range map[string]*bool{"fetch": &call.fetch, "decrypt": &call.meta.Decrypt, "skipEncryption": &call.meta.SkipEncryption} {
		v, set := meta.Get(name)
		if !set || isAbsent(v) {
			continue
		}
		on, isBool := v.(bool)
		if !isBool {
			return usage(orm.InvalidMeta, "%s", orm.NotMetaFlag(name))
		}
		*into = on
	}
	for name, into := range map[string]*bool{
		"skipAllLifecycleCallbacks": &call.meta.SkipCallbacks, "makeLikeModifierCaseInsensitive": &call.options.IgnoreCase,
		"enableExperimentalDeepTargets": &call.options.DeepTargets,
	} {
		*into = ordered.Truthy(meta.Value(name))
	}
	if v := meta.Value("cascade"); !isAbsent(v) {
		cascade := ordered.Truthy(v)
		call.meta.Cascade = &cascade
	}
	if name := meta.Value("encryptWith"); !isAbsent(name) {
		text, ok := name.(string)
		if !ok || text == "" {
			return usage(orm.InvalidMeta, "%s", orm.NotKeyName())
		}
		call.meta.EncryptWith = text
	}
	if size := meta.Value("batchSize"); !isAbsent(size) {
		if n, ok := size.(int64); !ok || n < 1 {
			return usage(orm.InvalidMeta, "%s", orm.NotBatchSize(size))
		}
	}
	call.meta.Unfetched = !call.fetch
	return nil
}

// asking makes the query and hands it to what is done with it. It is made on the
// goroutine: reading it costs nothing on the loop.
func (call *strictCall) asking(do func(ctx context.Context, q *orm.Query) (any, error)) worker {
	return func(ctx context.Context) (any, error) {
		q, err := call.query()
		if err != nil {
			return nil, err
		}
		return do(ctx, q)
	}
}

func (call *strictCall) query() (*orm.Query, error) {
	m := call.class.model
	whole, _ := call.criteria.(*ordered.Map)
	var refused []string
	switch call.method {
	case "find", "page":
	case "findOne":
		refused = []string{"limit", "skip", "sort"}
	default:
		refused = []string{"limit", "skip", "sort", "select", "omit"}
	}
	for _, name := range refused {
		if whole.Has("where") || m.Attribute(name) == nil {
			if v, given := whole.Get(name); given && !isAbsent(v) {
				return nil, orm.NotOfMethod(name, call.method)
			}
		}
	}
	q, err := m.QueryWith(call.criteria, call.options)
	if err != nil {
		return nil, err
	}
	q.Meta = call.meta
	populates := call.mods.Value("populate")
	wanted, several := populates.([]any)
	if !several && !isAbsent(populates) {
		return nil, usage(orm.InvalidPopulates, "%s", orm.NotPopulates(populates))
	}
	for _, entry := range wanted {
		pair, _ := entry.([]any)
		path, _ := pair[0].(string)
		if err := call.populate(m, &q.Populate, path, pair[1]); err != nil {
			return nil, err
		}
	}
	omitted, _ := whole.Value("omit").([]any)
	for _, p := range q.Populate {
		if slices.Contains(omitted, any(p.Alias)) {
			return nil, usage(orm.InvalidPopulates, "%s", orm.OmittedAssociation(p.Alias))
		}
	}
	return q, nil
}

// narrow refuses criteria of a method for one record that mean all of them.
func (call *strictCall) narrow(q *orm.Query) error {
	if q.Where != nil || q.Nothing {
		return nil
	}
	method := call.method
	if method == "findOrCreate" {
		method = "findOne"
	}
	return orm.TooBroad(method)
}

// present refuses to change all records for want of criteria; methods for one
// record do so themselves.
func (call *strictCall) present() error {
	if call.mods.Value("absent") != true || strings.HasSuffix(call.method, "One") {
		return nil
	}
	return orm.NoCriteria(call.method)
}

func (call *strictCall) aggregate() (worker, error) {
	m := call.class.model
	a, wrong := m.NumericAttribute(call.values)
	if wrong != "" {
		return nil, usage(orm.InvalidNumericName, "%s", wrong)
	}
	name := a.Name
	return call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
		if q.Nothing {
			return int64(0), nil
		}
		if call.method == "sum" {
			q.Sum = []string{name}
		} else {
			q.Average = []string{name}
		}
		found, err := m.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			if v := found[0].Value(name); v != nil {
				return v, nil
			}
		}
		return int64(0), nil
	}), nil
}

// given is what the caller gets of records that were written.
func (call *strictCall) given(records []*orm.Record, err error) (any, error) {
	if err != nil || !call.fetch {
		return nil, err
	}
	return records, nil
}

func (call *strictCall) one(records []*orm.Record, err error) (any, error) {
	if err != nil || len(records) == 0 {
		return nil, err
	}
	return records[0], nil
}

// row is the values of one record.
func (call *strictCall) row(v any, code string) (*ordered.Map, error) {
	switch v := v.(type) {
	case *ordered.Map:
		return v, nil
	case *orm.Record:
		return &v.Map, nil
	case ordered.Undefined:
		if code != orm.InvalidValuesToSet {
			return ordered.New(0), nil
		}
	}
	switch code {
	case orm.InvalidNewRecord:
		return nil, usage(code, "%s", orm.NotOneRecord(v))
	case orm.InvalidNewRecords:
		return nil, usage(code, "%s", orm.OneOfRecords(orm.NotRecord(v, true)))
	}
	return nil, usage(code, "%s", orm.NotRecord(v, false))
}

func (call *strictCall) writer() (worker, error) {
	m := call.class.model
	code := map[string]string{"update": orm.InvalidValuesToSet, "updateOne": orm.InvalidValuesToSet, "createEach": orm.InvalidNewRecords}[call.method]
	if code == "" {
		code = orm.InvalidNewRecord
	}
	if call.method == "createEach" {
		list, ok := call.values.([]any)
		if !ok {
			return nil, usage(code, "%s", orm.NotRecords(call.values))
		}
		rows := make([]*ordered.Map, 0, len(list))
		for _, v := range list {
			if _, undefined := v.(ordered.Undefined); undefined {
				continue
			}
			row, err := call.row(v, code)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		return func(ctx context.Context) (any, error) { return call.given(m.CreateEachWith(ctx, rows, call.meta)) }, nil
	}
	row, err := call.row(call.values, code)
	if err != nil {
		return nil, err
	}
	if call.givesMembers(row) {
		call.fetch, call.meta.Unfetched = true, false
	}
	switch call.method {
	case "create":
		return func(ctx context.Context) (any, error) {
			rec, err := m.CreateWith(ctx, row, call.meta)
			if err != nil || !call.fetch {
				return nil, err
			}
			return rec, nil
		}, nil
	case "findOrCreate":
		ask := call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
			if err := call.narrow(q); err != nil {
				return nil, err
			}
			rec, isNew, err := m.FindOrCreate(ctx, q, row)
			if err != nil {
				return nil, err
			}
			return &made{rec, isNew}, nil
		})
		return func(ctx context.Context) (any, error) {
			if err := m.CheckNewRecord(ctx, row); err != nil {
				return nil, err
			}
			return ask(ctx)
		}, nil
	}
	if err := call.present(); err != nil {
		return nil, err
	}
	return call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
		if call.method == "updateOne" {
			if err := call.narrow(q); err != nil {
				return nil, err
			}
			return call.one(m.Single(ctx, "updateOne", q, func(ctx context.Context, q *orm.Query) ([]*orm.Record, error) { return m.Update(ctx, q, row) }))
		}
		return call.given(m.Update(ctx, q, row))
	}), nil
}

// givesMembers reports values that have members of collections, for which the
// record comes back unasked.
func (call *strictCall) givesMembers(row *ordered.Map) bool {
	return slices.ContainsFunc(call.class.collections, func(alias string) bool {
		v := row.Value(alias)
		if list, ok := v.([]any); ok {
			return len(list) > 0 || call.method == "update"
		}
		return !isAbsent(v)
	})
}

func (call *strictCall) remover() worker {
	m := call.class.model
	one := call.method == "destroyOne" || call.method == "archiveOne"
	do := m.Destroy
	if call.method == "archive" || call.method == "archiveOne" {
		do = m.Archive
	}
	return call.asking(func(ctx context.Context, q *orm.Query) (any, error) {
		if err := call.present(); err != nil {
			return nil, err
		}
		if !one {
			return call.given(do(ctx, q))
		}
		if err := call.narrow(q); err != nil {
			return nil, err
		}
		return call.one(m.Single(ctx, call.method, q, do))
	})
}

func (call *strictCall) collecting() worker {
	m := call.class.model
	args, _ := call.values.(*ordered.Map)
	do := map[string]func(ctx context.Context, targets, alias, members any) error{
		"addToCollection": m.AddToCollection, "removeFromCollection": m.RemoveFromCollection, "replaceCollection": m.ReplaceCollection,
	}[call.method]
	return func(ctx context.Context) (any, error) {
		return nil, do(ctx, argument(args, "targets"), argument(args, "alias"), argument(args, "members"))
	}
}

// argument is an argument of a call, undefined where it was left out.
func argument(args *ordered.Map, name string) any {
	if v, ok := args.Get(name); ok {
		return v
	}
	return ordered.Undefined{}
}

// validate is Model.validate(attribute, value): the value as it would be stored.
func (c *Class) validate(call goja.FunctionCall) goja.Value {
	b := c.bridge
	if !goja.IsString(call.Argument(0)) {
		refused, cause := b.usage(goja.Undefined(), goja.Undefined(), b.rt.ToValue("Please specify the name of the attribute to validate against (1st argument)."))
		if cause != nil {
			panic(cause)
		}
		panic(refused)
	}
	if goja.IsUndefined(call.Argument(1)) {
		return goja.Undefined()
	}
	name := call.Argument(0).String()
	a := c.model.Attribute(name)
	b.functions = true
	value, err := b.realm.FromJS(call.Argument(1))
	b.functions = false
	if err == nil {
		switch {
		case a != nil:
			ctx := context.WithValue(b.realm.Context(), onLoopKey{}, b.realm)
			value, err = c.model.NormalizeValue(ctx, a, value)
		case c.model.Schema:
			return goja.Undefined()
		default:
			if !orm.NamesAttribute(name) {
				err = orm.BadName(name)
			}
		}
	}
	if err != nil {
		panic(ToJSError(b.realm, c.model, err))
	}
	return b.realm.ToJS(value)
}
