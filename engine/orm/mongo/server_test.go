package mongo_test

import (
	"context"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/orm/mongo"
)

// server is the database of a test as someone else uses it.
func server(t testing.TB, opts mongo.Options) *driver.Database {
	t.Helper()
	client, err := driver.Connect(options.Client().ApplyURI(opts.URL))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	return client.Database(opts.Database)
}

func drop(t testing.TB, opts mongo.Options) {
	client, err := driver.Connect(options.Client().ApplyURI(opts.URL))
	if err != nil {
		t.Error(err)
		return
	}
	ctx := context.Background()
	if err := client.Database(opts.Database).Drop(ctx); err != nil {
		t.Error(err)
	}
	_ = client.Disconnect(ctx)
}

// insert stores documents by another client.
func insert(t testing.TB, db *driver.Database, collection string, docs ...bson.D) {
	t.Helper()
	for _, doc := range docs {
		if _, err := db.Collection(collection).InsertOne(context.Background(), doc); err != nil {
			t.Fatal(err)
		}
	}
}
