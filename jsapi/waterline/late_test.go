package waterline_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

// logged is a log that can be read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestCallbackThatIsNeverDone: the log names a lifecycle callback that keeps a query waiting.
func TestCallbackThatIsNeverDone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqldb.Open(ctx, sqldb.Options{Sparse: true})
	if err != nil {
		t.Fatal(err)
	}
	var log logged
	var def *orm.Definition
	err = iso.Do(ctx, func(r *jsapi.Realm) error {
		exports, err := r.Runtime().RunString(`({ attributes: {}, beforeCreate: function (values, next) {} })`)
		if err != nil {
			return err
		}
		var class *waterline.Class
		def, class, err = waterline.ReadDefinition(r, exports, waterline.Defaults{
			Source: "api/models/Pet.js", Identity: "pet", GlobalID: "Pet", Datastore: "ram", Migrate: orm.Drop, Isolate: iso,
			Log: slog.New(slog.NewTextHandler(&log, nil)), Unanswered: time.Millisecond,
		})
		if err != nil {
			return err
		}
		models, err := orm.Open(ctx, []*orm.Definition{def}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
		if err != nil {
			return err
		}
		object, err := waterline.Bind(r, models, models.Model("pet"), waterline.Binding{Class: class, Raw: db, Isolate: iso})
		if err != nil {
			return err
		}
		if err := r.Runtime().Set("Pet", object); err != nil {
			return err
		}
		_, err = r.Runtime().RunString(`Pet.create({}).exec(function () {})`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `level=WARN msg="a query has waited for 1ms: beforeCreate of Pet has not called its callback" source=api/models/Pet.js`
	for deadline := time.Now().Add(time.Minute); !strings.Contains(log.String(), want); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log has no line\n%s\nbut\n%s", want, log.String())
		}
	}
	cancel()
	over, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	_ = iso.Close(over) // the callback is still waited for
	_ = db.Close()
}
