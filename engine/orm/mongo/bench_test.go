//go:build unix

package mongo_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm"
	"framework/engine/orm/mongo"
	"framework/engine/testenv"
	"framework/engine/value"
)

// BenchmarkBare does the same operations with the store, through its models, and with the
// driver alone, on the same documents, and reports the processor time that this process
// spends on one of them. They take turns, five each; the figures are medians: cpu-µs/op is
// that of the store, x-bare how many times as much it is as that of the driver, which
// decodes documents into maps. The server is another process, and is not counted.
//
//	go test -run '^$' -bench Bare -benchtime 1x ./engine/orm/mongo
func BenchmarkBare(b *testing.B) {
	w := newWork(b)
	for _, op := range []struct {
		name     string
		do, bare func(i int) error
		n        int
	}{
		{"find30", w.find30, w.bareFind30, 1000},
		{"findOne", w.findOne, w.bareFindOne, 2000},
		{"create", w.create, w.bareCreate, 1000},
		{"update", w.update, w.bareUpdate, 1000},
	} {
		b.Run(op.name, func(b *testing.B) {
			var ours, bare []float64
			for b.Loop() {
				for range 5 {
					ours = append(ours, testenv.PerCall(b, op.n/10, op.n, op.do))
					bare = append(bare, testenv.PerCall(b, op.n/10, op.n, op.bare))
				}
			}
			b.ReportMetric(0, "ns/op") // of all that is above: it says nothing
			b.ReportMetric(median(ours), "cpu-µs/op")
			b.ReportMetric(median(ours)/median(bare), "x-bare")
		})
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// work is what is done, on records of one model.
type work struct {
	ctx   context.Context
	model *orm.Model
	bare  *driver.Collection
	// others is the model that new records are made of, so that the first does not grow.
	others     *orm.Model
	bareOthers *driver.Collection
	ids        []string
	keys       []bson.ObjectID
}

func newWork(b *testing.B) *work {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background()) // as that of a request, it may end
	b.Cleanup(cancel)
	opts := place(b, mongo.Options{})
	define := func(name string) *orm.Definition {
		return &orm.Definition{
			Identity: name, GlobalID: name, Datastore: "main", AutoPK: true, CreatedAt: "createdAt", UpdatedAt: "updatedAt",
			Attributes: []orm.AttributeDef{
				{Name: "name", Type: "string"},
				{Name: "kind", Type: "string"},
				{Name: "age", Type: "integer"},
				{Name: "weight", Type: "float"},
				{Name: "born", Type: "datetime"},
				{Name: "tame", Type: "boolean"},
			},
		}
	}
	o, err := orm.Open(ctx, []*orm.Definition{define("pet"), define("other")}, orm.Options{Datastores: map[string]orm.Adapter{"main": with(b, opts)}})
	if err != nil {
		b.Fatal(err)
	}
	db := server(b, opts)
	w := &work{ctx: ctx, model: o.Model("pet"), bare: db.Collection("pet"), others: o.Model("other"), bareOthers: db.Collection("other")}
	for i := range 60 {
		r, err := w.model.Create(ctx, w.row(i))
		if err != nil {
			b.Fatal(err)
		}
		w.ids = append(w.ids, r.ID().(string))
		key, err := bson.ObjectIDFromHex(w.ids[i])
		if err != nil {
			b.Fatal(err)
		}
		w.keys = append(w.keys, key)
	}
	return w
}

var born = time.Date(2020, 2, 29, 12, 0, 0, 0, time.UTC)

func (*work) row(i int) *value.Map {
	return value.Of("name", fmt.Sprint("Rex ", i), "kind", fmt.Sprint("kind ", i%2), "age", int64(i), "weight", 3.5, "born", born, "tame", true)
}

func (w *work) find30(int) error {
	q, err := w.model.Query(value.Of("where", value.Of("age", value.Of("<", int64(30))), "sort", "age", "limit", int64(30)))
	if err != nil {
		return err
	}
	list, err := w.model.Find(w.ctx, q)
	if err == nil && len(list) != 30 {
		err = fmt.Errorf("%d records", len(list))
	}
	return err
}

func (w *work) bareFind30(int) error {
	cursor, err := w.bare.Find(w.ctx, bson.M{"age": bson.M{"$lt": 30}}, options.Find().SetSort(bson.M{"age": 1}).SetLimit(30))
	if err != nil {
		return err
	}
	var list []bson.M
	err = cursor.All(w.ctx, &list)
	if err == nil && len(list) != 30 {
		err = fmt.Errorf("%d documents", len(list))
	}
	return err
}

func (w *work) findOne(i int) error {
	q, err := w.model.Query(w.ids[i%len(w.ids)])
	if err != nil {
		return err
	}
	r, err := w.model.FindOne(w.ctx, q)
	if err == nil && r == nil {
		err = errors.New("there is no record")
	}
	return err
}

func (w *work) bareFindOne(i int) error {
	var doc bson.M
	return w.bare.FindOne(w.ctx, bson.M{"_id": w.keys[i%len(w.keys)]}).Decode(&doc)
}

func (w *work) create(i int) error {
	_, err := w.others.Create(w.ctx, w.row(100+i))
	return err
}

func (w *work) bareCreate(i int) error {
	_, err := w.bareOthers.InsertOne(w.ctx, bson.M{
		"name": fmt.Sprint("Rex ", i), "kind": fmt.Sprint("kind ", i%2), "age": 100 + i, "weight": 3.5, "born": born, "tame": true,
		"createdAt": time.Now(), "updatedAt": time.Now(),
	})
	return err
}

func (w *work) update(i int) error {
	q, err := w.model.Query(w.ids[i%len(w.ids)])
	if err != nil {
		return err
	}
	_, err = w.model.Update(w.ctx, q, value.Of("name", fmt.Sprint("Max ", i)))
	return err
}

// bareUpdate returns the document, as the store does.
func (w *work) bareUpdate(i int) error {
	var doc bson.M
	return w.bare.FindOneAndUpdate(w.ctx, bson.M{"_id": w.keys[i%len(w.keys)]},
		bson.M{"$set": bson.M{"name": fmt.Sprint("Max ", i), "updatedAt": time.Now()}},
		options.FindOneAndUpdate().SetReturnDocument(options.After)).Decode(&doc)
}
