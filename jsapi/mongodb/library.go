package mongodb

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm/document"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
)

// Database is a server of MongoDB that takes commands.
type Database interface {
	// Name is the name of the database that a datastore is.
	Name() string
	// Command returns the answer to a command, in which errors of single writes are.
	Command(ctx context.Context, database string, command *value.Map) (*value.Map, error)
	// Open sends a command whose answer is a cursor.
	Open(ctx context.Context, database string, command *value.Map) (document.Cursor, error)
}

//go:embed *.js
var sources embed.FS

// scripts build on each other: each is a function(native, parts).
var scripts = [...]string{"bson.js", "cursor.js", "collection.js"}

var programs = func() (out [len(scripts)]func() (*goja.Program, error)) {
	for i, name := range scripts {
		text, err := sources.ReadFile(name)
		if err != nil {
			panic(err)
		}
		out[i] = compile.Once("framework:mongodb/"+name, string(text), true)
	}
	return out
}()

type typesKey struct{}

// types are what all databases of a realm share. It is used on the loop only.
type types struct {
	realm   *jsapi.Realm
	exports *goja.Object
	makers  map[string]goja.Callable
	typeOf  goja.Callable

	machine [5]byte
	counter atomic.Uint32
}

// typesOf makes the types of a realm at the first call, and has values of package
// document converted to and from them.
func typesOf(r *jsapi.Realm) (*types, error) {
	if t, ok := r.Slot(typesKey{}).(*types); ok {
		return t, nil
	}
	t := &types{realm: r, makers: map[string]goja.Callable{}}
	var seed [9]byte
	_, _ = rand.Read(seed[:]) // never fails
	copy(t.machine[:], seed[:5])
	t.counter.Store(binary.BigEndian.Uint32(seed[5:]))
	parts, err := t.run(nil)
	if err != nil {
		return nil, err
	}
	t.exports = parts.Get("exports").ToObject(r.Runtime())
	makers := parts.Get("makers").ToObject(r.Runtime())
	for _, name := range makers.Keys() {
		t.makers[name], _ = goja.AssertFunction(makers.Get(name))
	}
	t.typeOf, _ = goja.AssertFunction(parts.Get("typeOf"))
	r.OnFromJS(t.fromJS)
	r.OnToJS(t.toJS)
	r.SetSlot(typesKey{}, t)
	return t, nil
}

// HasTypes reports whether code of the realm may have objects of the types of BSON.
func HasTypes(r *jsapi.Realm) bool { return r.Slot(typesKey{}) != nil }

// run runs the scripts for a database, nil for none.
func (t *types) run(db Database) (*goja.Object, error) {
	rt := t.realm.Runtime()
	native, parts := rt.NewObject(), rt.NewObject()
	d := &driver{types: t, db: db, parts: parts, cursors: map[int64]*open{}}
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"newID": t.newID, "later": d.later, "command": d.command, "open": d.open, "next": d.next, "close": d.close,
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	for i, compiled := range programs {
		if db != nil && i == 0 { // the types are those of the realm
			if err := parts.Set("bson", t.exports); err != nil {
				return nil, err
			}
			continue
		}
		program, err := compiled()
		if err != nil {
			return nil, err
		}
		v, err := rt.RunProgram(program)
		if err != nil {
			return nil, t.realm.Wrap(err)
		}
		start, ok := goja.AssertFunction(v)
		if !ok {
			return nil, errors.New(scripts[i] + " gives no function")
		}
		if _, err := start(goja.Undefined(), native, parts); err != nil {
			return nil, t.realm.Wrap(err)
		}
	}
	return parts, nil
}

// newID is a new key: the time, random bytes of the realm, and a counter.
func (t *types) newID(goja.FunctionCall) goja.Value {
	var id [12]byte
	binary.BigEndian.PutUint32(id[:], uint32(time.Now().Unix())) //nolint:gosec // as far as keys go
	copy(id[4:], t.machine[:])
	n := t.counter.Add(1)
	id[9], id[10], id[11] = byte(n>>16), byte(n>>8), byte(n)
	return t.realm.Runtime().ToValue(hex.EncodeToString(id[:]))
}

// Manager returns the Db of a database for code, and what require('mongodb') gives.
func Manager(r *jsapi.Realm, db Database) (manager, library goja.Value, err error) {
	t, err := typesOf(r)
	if err != nil {
		return nil, nil, err
	}
	parts, err := t.run(db)
	if err != nil {
		return nil, nil, err
	}
	makeDB, ok := goja.AssertFunction(parts.Get("makeDb"))
	if !ok {
		return nil, nil, errors.New("collection.js gives no makeDb")
	}
	manager, err = makeDB(goja.Undefined(), r.Runtime().ToValue(db.Name()))
	if err != nil {
		return nil, nil, r.Wrap(err)
	}
	return manager, t.exports, nil
}

// Modules is require('mongodb'), for projects that have not installed it.
func Modules() map[string]modules.Core {
	return map[string]modules.Core{"mongodb": func(r *jsapi.Realm, module *goja.Object) error {
		t, err := typesOf(r)
		if err != nil {
			return fmt.Errorf("preparing mongodb: %w", err)
		}
		return module.Set("exports", t.exports)
	}}
}
