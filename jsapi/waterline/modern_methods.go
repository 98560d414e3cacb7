package waterline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// fetches are the settings fetchRecordsOnCreate and others: which methods return
// records without the option fetch.
type fetches struct{ create, createEach, update, destroy bool }

// foundOrCreated is the result of findOrCreate: a record, and whether it is new.
type foundOrCreated struct {
	rec *orm.Record
	new bool
}

// modernCall is a call of a method of 1.x with its options.
type modernCall struct {
	*invocation
	// absent: the criteria are missing.
	absent bool
	// asked and populates come from chained calls: the options, and a list of pairs.
	asked, populates any

	// given are the objects to store, as the caller has them.
	given []*goja.Object

	meta    orm.Meta
	options orm.CriteriaOptions
	fetch   bool
}

// modernMethods are the methods of models, by their names in the scripts.
var modernMethods = map[string]func(call *modernCall) (worker, error){
	"find":                 (*modernCall).find,
	"findOne":              (*modernCall).findOne,
	"criteria":             (*modernCall).understood,
	"page":                 (*modernCall).page,
	"count":                (*modernCall).count,
	"sum":                  (*modernCall).aggregate,
	"avg":                  (*modernCall).aggregate,
	"create":               (*modernCall).create,
	"createEach":           (*modernCall).createEach,
	"update":               (*modernCall).update,
	"updateOne":            (*modernCall).update,
	"findOrCreate":         (*modernCall).findOrCreate,
	"destroy":              (*modernCall).remove,
	"archive":              (*modernCall).remove,
	"destroyOne":           (*modernCall).removeOne,
	"archiveOne":           (*modernCall).removeOne,
	"addToCollection":      (*modernCall).addToCollection,
	"removeFromCollection": (*modernCall).removeFromCollection,
	"replaceCollection":    (*modernCall).replaceCollection,
	"query":                func(call *modernCall) (worker, error) { return call.raw() },
	"describe":             func(call *modernCall) (worker, error) { return call.describe() },
	"drop":                 func(call *modernCall) (worker, error) { return call.drop() },
}

func usage(code, format string, args ...any) error {
	return &orm.UsageError{Code: code, Reason: fmt.Sprintf(format, args...)}
}

// prepare: usage errors name the method.
func (modern) prepare(c *Class, q *queryCall) (work worker, reads bool, err error) {
	in, err := c.copy(q)
	if err != nil {
		return nil, false, err
	}
	if q.values == nil || goja.IsUndefined(q.values) {
		in.values = value.Undefined{}
	}
	method := in.method
	if asked, ok := in.values.(*value.Map); ok && method == "criteria" {
		in.method, _ = asked.Value("method").(string)
	}
	called := in.method
	if called == "page" {
		called = "stream"
	}
	by := func(err error) error {
		if e, ok := errors.AsType[*orm.UsageError](err); ok && e.Code != "" {
			return e.By(called, c.model.Identity)
		}
		return err
	}
	call := &modernCall{invocation: in, absent: isNothing(q.criteria), given: c.bridge.givenObjects(q.values)}
	if call.asked, err = c.chained(q, "_meta"); err != nil {
		return nil, false, err
	}
	if call.populates, err = c.chained(q, "_populates"); err != nil {
		return nil, false, err
	}
	if err := call.readMeta(); err != nil {
		return nil, false, by(err)
	}
	do, ok := modernMethods[method]
	if !ok {
		return nil, false, in.unknown()
	}
	ask, err := do(call)
	if err != nil {
		return nil, false, by(err)
	}
	return func(ctx context.Context) (any, error) {
		v, err := ask(ctx)
		if err != nil {
			return v, by(err)
		}
		return v, nil
	}, in.readsOneTable() && isAbsent(call.populates), nil
}

func (call *modernCall) find() (worker, error) {
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) { return call.class.model.Find(ctx, q) }), nil
}

func (call *modernCall) findOne() (worker, error) {
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if err := call.narrow(q); err != nil {
			return nil, err
		}
		return call.class.model.FindOne(ctx, q)
	}), nil
}

// page finds the next page of a stream.
func (call *modernCall) page() (worker, error) {
	at, _ := call.values.(*value.Map)
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if page(call.class.model, q, at) {
			return []*orm.Record{}, nil
		}
		return call.class.model.Find(ctx, q)
	}), nil
}

func (call *modernCall) count() (worker, error) {
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) { return call.class.model.Count(ctx, q) }), nil
}

// readMeta reads the options of the call.
func (call *modernCall) readMeta() error {
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
	resultRecords := call.asked
	if isAbsent(resultRecords) {
		call.meta.Unfetched = !call.fetch
		return nil
	}
	meta, ok := resultRecords.(*value.Map)
	if !ok {
		return usage(orm.InvalidMeta, "%s", orm.NotMeta(resultRecords))
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
		*into = value.Truthy(meta.Value(name))
	}
	if v := meta.Value("cascade"); !isAbsent(v) {
		cascade := value.Truthy(v)
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

// withQuery makes a method of a function that gets the query. The query is made on
// the goroutine, so that it takes no time on the loop.
func (call *modernCall) withQuery(do func(ctx context.Context, q *orm.Query) (any, error)) worker {
	return func(ctx context.Context) (any, error) {
		q, err := call.query()
		if err != nil {
			return nil, err
		}
		return do(ctx, q)
	}
}

func (call *modernCall) query() (*orm.Query, error) {
	m := call.class.model
	whole, _ := call.criteria.(*value.Map)
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
			if v, resultRecords := whole.Get(name); resultRecords && !isAbsent(v) {
				return nil, orm.NotOfMethod(name, call.method)
			}
		}
	}
	q, err := m.QueryWith(call.criteria, call.options)
	if err != nil {
		return nil, err
	}
	q.Meta = call.meta
	wanted, several := call.populates.([]any)
	if !several && !isAbsent(call.populates) {
		return nil, usage(orm.InvalidPopulates, "%s", orm.NotPopulates(call.populates))
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
		if slices.Contains(omitted, any(p.Alias)) && !m.Association(p.Alias).Collection {
			return nil, usage(orm.InvalidPopulates, "%s", orm.OmittedAssociation(p.Alias))
		}
		if slices.ContainsFunc(q.Sort, func(o orm.Order) bool { return o.Attr == p.Alias }) {
			return nil, usage(orm.InvalidPopulates, "%s", orm.SortedAssociation(p.Alias))
		}
	}
	return q, nil
}

// narrow returns an error if a method for one record has criteria for all records.
func (call *modernCall) narrow(q *orm.Query) error {
	if q.Where != nil || q.Nothing {
		return nil
	}
	method := call.method
	if method == "findOrCreate" {
		method = "findOne"
	}
	return orm.TooBroad(method)
}

// requireCriteria returns an error if the criteria are missing, so that a mistake
// does not change all records. Methods for one record check this themselves.
func (call *modernCall) requireCriteria() error {
	if !call.absent || strings.HasSuffix(call.method, "One") {
		return nil
	}
	return orm.NoCriteria(call.method)
}

func (call *modernCall) aggregate() (worker, error) {
	m := call.class.model
	a, wrong := m.NumericAttribute(call.values)
	if wrong != "" {
		return nil, usage(orm.InvalidNumericName, "%s", wrong)
	}
	name := a.Name
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
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

// resultRecords returns the records for the caller of a method that writes.
func (call *modernCall) resultRecords(records []*orm.Record, err error) (any, error) {
	if err != nil || !call.fetch {
		return nil, err
	}
	return records, nil
}

func (call *modernCall) one(records []*orm.Record, err error) (any, error) {
	if err != nil || len(records) == 0 {
		return nil, err
	}
	return records[0], nil
}

// row returns the values of one record.
func (call *modernCall) row(v any, code string) (*value.Map, error) {
	switch v := v.(type) {
	case *value.Map:
		return v, nil
	case *orm.Record:
		return &v.Map, nil
	case value.Undefined:
		if code != orm.InvalidValuesToSet {
			return value.New(0), nil
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

func (call *modernCall) createEach() (worker, error) {
	list, ok := call.values.([]any)
	if !ok {
		return nil, usage(orm.InvalidNewRecords, "%s", orm.NotRecords(call.values))
	}
	rows := make([]*value.Map, 0, len(list))
	for _, v := range list {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		row, err := call.row(v, orm.InvalidNewRecords)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return func(ctx context.Context) (any, error) {
		records, written, err := call.class.model.CreateWritten(ctx, rows, true, call.meta)
		v, err := call.resultRecords(records, err)
		return call.wrote(v, written...), err
	}, nil
}

// storedValues returns the values of one record to store.
func (call *modernCall) storedValues(code string) (*value.Map, error) {
	row, err := call.row(call.values, code)
	if err == nil && call.givesMembers(row) {
		call.fetch, call.meta.Unfetched = true, false
	}
	return row, err
}

func (call *modernCall) create() (worker, error) {
	row, err := call.storedValues(orm.InvalidNewRecord)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		records, written, err := call.class.model.CreateWritten(ctx, []*value.Map{row}, false, call.meta)
		if err != nil {
			return nil, err
		}
		var v any
		if call.fetch {
			v = records[0]
		}
		return call.wrote(v, written...), nil
	}, nil
}

func (call *modernCall) findOrCreate() (worker, error) {
	m := call.class.model
	row, err := call.storedValues(orm.InvalidNewRecord)
	if err != nil {
		return nil, err
	}
	ask := call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if err := call.narrow(q); err != nil {
			return nil, err
		}
		rec, isNew, err := m.FindOrCreate(ctx, q, row)
		if err != nil {
			return nil, err
		}
		found := &foundOrCreated{rec, isNew}
		if !isNew {
			return found, nil
		}
		return call.wrote(found, rec.Map.Clone()), nil
	})
	return func(ctx context.Context) (any, error) {
		if err := m.CheckNewRecord(ctx, row); err != nil {
			return nil, err
		}
		return ask(ctx)
	}, nil
}

// update is update and updateOne.
func (call *modernCall) update() (worker, error) {
	m := call.class.model
	row, err := call.storedValues(orm.InvalidValuesToSet)
	if err != nil {
		return nil, err
	}
	if err := call.requireCriteria(); err != nil {
		return nil, err
	}
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if call.method == "updateOne" {
			if err := call.narrow(q); err != nil {
				return nil, err
			}
			var written *value.Map
			v, err := call.one(m.Single(ctx, "updateOne", q, func(ctx context.Context, q *orm.Query) (records []*orm.Record, err error) {
				records, written, err = m.UpdateWritten(ctx, q, row)
				return records, err
			}))
			return call.wrote(v, written), err
		}
		records, written, err := m.UpdateWritten(ctx, q, row)
		v, err := call.resultRecords(records, err)
		return call.wrote(v, written), err
	}), nil
}

// givesMembers reports whether values contain members of collections; then the
// records are returned without the option fetch.
func (call *modernCall) givesMembers(row *value.Map) bool {
	return slices.ContainsFunc(call.class.collections, func(alias string) bool {
		v := row.Value(alias)
		if list, ok := v.([]any); ok {
			return len(list) > 0 || call.method == "update"
		}
		return !isAbsent(v)
	})
}

// remove is destroy and archive.
func (call *modernCall) remove() (worker, error) {
	do := call.class.model.Destroy
	if call.method == "archive" {
		do = call.class.model.Archive
	}
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if err := call.requireCriteria(); err != nil {
			return nil, err
		}
		return call.resultRecords(do(ctx, q))
	}), nil
}

// removeOne is destroyOne and archiveOne.
func (call *modernCall) removeOne() (worker, error) {
	m := call.class.model
	do := m.Destroy
	if call.method == "archiveOne" {
		do = m.Archive
	}
	return call.withQuery(func(ctx context.Context, q *orm.Query) (any, error) {
		if err := call.narrow(q); err != nil {
			return nil, err
		}
		return call.one(m.Single(ctx, call.method, q, do))
	}), nil
}

func (call *modernCall) addToCollection() (worker, error) {
	return call.collecting(call.class.model.AddToCollection), nil
}

func (call *modernCall) removeFromCollection() (worker, error) {
	return call.collecting(call.class.model.RemoveFromCollection), nil
}

func (call *modernCall) replaceCollection() (worker, error) {
	return call.collecting(call.class.model.ReplaceCollection), nil
}

func (call *modernCall) collecting(do func(ctx context.Context, targets, alias, members any) error) worker {
	args, _ := call.values.(*value.Map)
	return func(ctx context.Context) (any, error) {
		return nil, do(ctx, argument(args, "targets"), argument(args, "alias"), argument(args, "members"))
	}
}

// argument returns an argument of a call, undefined if it is missing.
func argument(args *value.Map, name string) any {
	if v, ok := args.Get(name); ok {
		return v
	}
	return value.Undefined{}
}

// validate is Model.validate(attribute, value). It returns the value as it would be
// stored.
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
	val, err := b.realm.FromJS(call.Argument(1))
	b.functions = false
	if err == nil {
		switch {
		case a != nil:
			ctx := context.WithValue(b.realm.Context(), onLoopKey{}, b.realm)
			val, err = c.model.NormalizeValue(ctx, a, val)
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
	return b.realm.ToJS(val)
}
