package blueprints_test

import (
	"context"
	"fmt"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
)

// BenchmarkActions compares the default actions, request and answer included,
// with the ORM doing the same work.
func BenchmarkActions(b *testing.B) {
	s := serve(b, settings(b, "populate", false))
	for i := range 100 {
		if status, body := s.ask("POST", "/pet", fmt.Sprintf(`{"name":"pet %d","age":%d}`, i, i%20)); status != 201 {
			b.Fatal(status, body)
		}
	}
	pets, ctx := s.orm.Model("pet"), context.Background()
	next := 0
	name := func() string { next++; return fmt.Sprintf("new %d", next) }
	query := func(limit int, key any) *orm.Query {
		q, err := pets.Query(key)
		if err != nil {
			b.Fatal(err)
		}
		if limit > 0 {
			q.Limit = limit
		}
		return q
	}
	fail := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name      string
		ask, bare func()
	}{
		{"findOne", func() { s.ask("GET", "/pet/7", "") }, func() {
			_, err := pets.FindOne(ctx, query(0, int64(7)))
			fail(err)
		}},
		{"find30", func() { s.ask("GET", "/pet", "") }, func() {
			_, err := pets.Find(ctx, query(30, value.New(0)))
			fail(err)
		}},
		{"create", func() { s.ask("POST", "/pet", `{"name":"`+name()+`"}`) }, func() {
			_, err := pets.Create(ctx, value.Of("name", name()))
			fail(err)
		}},
		{"update", func() { s.ask("PUT", "/pet/9", `{"age":4}`) }, func() {
			_, err := pets.Update(ctx, query(0, int64(9)), value.Of("age", int64(4)))
			fail(err)
		}},
	} {
		b.Run(c.name+"/action", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.ask()
			}
		})
		b.Run(c.name+"/orm", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.bare()
			}
		})
	}
}

// BenchmarkModernActions are those of 1.x, which populate every association
// unless a request says otherwise.
func BenchmarkModernActions(b *testing.B) {
	s := serveModern(b, nil)
	for _, c := range []struct{ name, method, target, body string }{
		{"findOne", "GET", "/owner/1", ""},
		{"find", "GET", "/pet", ""},
		{"find/populate=false", "GET", "/pet?populate=false", ""},
		{"update", "PATCH", "/pet/1", `{"name":"Max"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if status, body := s.ask(c.method, c.target, c.body); status != 200 {
					b.Fatal(status, body)
				}
			}
		})
	}
}

var _ blueprints.Resolver = nothing{}
