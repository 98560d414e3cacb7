package blueprints_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/ormtest"
	"framework/engine/value"
)

// guarded is a store in memory whose records do not change any more once it is
// sealed.
type guarded struct {
	*ormtest.Naive
	sealed bool
}

var errSealed = errors.New("a request that reads has changed records")

func (g *guarded) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	if g.sealed {
		return nil, errSealed
	}
	return g.Naive.Create(ctx, m, rows)
}

func (g *guarded) Update(ctx context.Context, m *orm.Model, q *orm.Query, set *value.Map) ([]*orm.Record, error) {
	if g.sealed {
		return nil, errSealed
	}
	return g.Naive.Update(ctx, m, q, set)
}

func (g *guarded) Destroy(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	if g.sealed {
		return nil, errSealed
	}
	return g.Naive.Destroy(ctx, m, q)
}

// FuzzRequest: whatever a client writes where, reading answers 200, 404 or
// 400 and changes nothing. One request per execution, on a store in memory:
// what SQL makes of conditions is for FuzzWhere and the targets of the stores.
func FuzzRequest(f *testing.F) {
	for i, seed := range [][4]string{
		{`{"age":{">":20}}`, "2", "1", "name DESC"},
		{`{"or":[{"name":"Bob"}]}`, "", "", `{"name":-1}`},
		{`{"groups":1}`, "-1", "1e9", "[home,pets]"},
		{`{"id":[1,"2"],"limit":1}`, "NaN", "0x1", "pets,home"},
		{`{"home":{"id":1}}`, "9", "é", "name"},
		{`{"name":{"like":"%_"}}`, "1", "1", "\x00"},
		{"null", "", "", ""},
	} {
		for target := range 6 {
			f.Add(byte(i), byte(target), seed[0], seed[1], seed[2], seed[3])
		}
	}
	store := &guarded{Naive: ormtest.NewNaive(ormtest.Traits{Sparse: true})}
	o := communityIn(f, store)
	var servers []*server
	for i, rel := range releases {
		s := serveAs(f, o, rel, settings(f), nil)
		if i == 0 {
			settle(s)
		}
		servers = append(servers, s)
	}
	store.sealed = true
	f.Fuzz(func(t *testing.T, release, path byte, where, limit, skip, word string) {
		i := int(release) % len(servers)
		s := servers[i]
		s.t = t
		step := url.PathEscape(word)
		word, where = url.QueryEscape(word), url.QueryEscape(where)
		query := "where=" + where + "&limit=" + url.QueryEscape(limit) + "&skip=" + url.QueryEscape(skip)
		var target string
		switch path % 6 {
		case 0:
			target = "/user?" + query + "&sort=" + word
		case 1:
			target = "/user?populate=" + word + "&" + query
		case 2:
			target = "/user/1/pets?" + query + "&sort=" + word
		case 3:
			target = "/user/1/groups/" + step
		case 4:
			target = "/user/" + step + "?" + query
		case 5:
			target = "/user?" + word + "=" + where
		}
		switch status, body := s.ask("GET", target, ""); status {
		case http.StatusOK, http.StatusBadRequest, http.StatusNotFound:
		default:
			t.Errorf("%s: GET %s: %d %.300s", releases[i].Name, target, status, body)
		}
	})
}
