package serverdb_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestWritersOfOneTable replaces the rows of different parents at the same
// time, each in a transaction of its own, as members of collections are.
func TestWritersOfOneTable(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		links := model("links", attr("parent", orm.KindInteger, indexed), attr("member", orm.KindInteger, indexed))
		db := p.db(t, links)
		var group sync.WaitGroup
		failures := make([]error, 16)
		for parent := range failures {
			group.Go(func() {
				for round := range 10 {
					failures[parent] = errors.Join(failures[parent], db.Transact(context.Background(), func(ctx context.Context) error {
						if _, err := db.Destroy(ctx, links, where(compare("parent", orm.Equal, int64(parent)))); err != nil {
							return err
						}
						for member := range 3 {
							row := value.Of("parent", int64(parent), "member", int64(round+member))
							if _, err := db.Create(ctx, links, []*value.Map{row}); err != nil {
								return err
							}
						}
						return nil
					}))
				}
			})
		}
		group.Wait()
		if err := errors.Join(failures...); err != nil {
			t.Error(err)
		}
		if n, err := db.Count(context.Background(), links, nil); n != int64(3*len(failures)) || err != nil {
			t.Errorf("%d links (%v)", n, err)
		}
	})
}

// TestAutoIncrementOtherThanTheKey: an attribute that asks to be numbered and is no key
// has a column that can be made.
func TestAutoIncrementOtherThanTheKey(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		key := attr("title", orm.KindString, unique)
		key.PrimaryKey = true
		number := attr("number", orm.KindInteger)
		number.AutoIncrement = true
		m := keyed("document", "title", key, number)
		db := p.db(t, m)
		made := fill(t, db, m, value.Of("title", "a", "number", int64(5)))
		if len(made) != 1 || made[0].Value("number") != int64(5) {
			t.Errorf("made %v", made)
		}
	})
}
