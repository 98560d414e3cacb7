package ormtest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// loadVariable is the environment variable with the duration of the test Counters,
// such as 1m.
const loadVariable = "FRAMEWORK_TEST_LOAD"

const (
	workers  = 64 // writers, and as many readers
	accounts = 8
	rounds   = 4 // of each writer, without loadVariable
)

// counters: 64 writers increment counters and move amounts between records, each time
// in a transaction that reads first, while 64 readers compute the total. No increment
// is lost, no reader sees half of a transaction, and no operation fails because the
// store is busy.
func (s *suite) counters(t *testing.T) {
	d := model("account", orm.AttributeDef{Name: "count", Type: "integer"}, orm.AttributeDef{Name: "amount", Type: "integer"})
	d.AutoPK = true
	m := s.models(t, d).Model("account")
	store, ok := m.Adapter().(orm.Transactor)
	if !ok {
		t.Skip("the store has no transactions")
	}
	for range accounts {
		fill(t, m, `{"count":0,"amount":100}`)
	}
	until := time.Time{}
	if text := os.Getenv(loadVariable); text != "" {
		length, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("%s: %v", loadVariable, err)
		}
		until = time.Now().Add(length)
	}
	var counted, read, failed atomic.Int64
	fail := func(what string, err error) {
		if failed.Add(1) <= 3 {
			t.Errorf("%s: %v", what, err)
		}
	}
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for w := range workers {
		writers.Go(func() {
			for i := 0; i < rounds || time.Now().Before(until); i++ {
				from, to := int64((w+i)%accounts+1), int64((w*3+i*5+1)%accounts+1)
				if err := store.Transact(t.Context(), func(ctx context.Context) error { return transfer(ctx, m, from, to) }); err != nil {
					fail("a transaction", err)
					continue
				}
				counted.Add(1)
			}
		})
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				list, err := m.Find(t.Context(), &orm.Query{Sort: []orm.Order{{Attr: "id"}}})
				if err != nil {
					fail("a reader", err)
					return
				}
				if sum := total(list, "amount"); len(list) != accounts || sum != 100*accounts && !s.traits.Torn {
					fail("a reader", fmt.Errorf("%d records with %d in all", len(list), sum))
				}
				read.Add(1)
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	list := s.found(t, m, &orm.Query{})
	if got, want := total(list, "count"), counted.Load(); got != want || total(list, "amount") != 100*accounts {
		t.Errorf("%d of %d counts are there, and %d in all", got, want, total(list, "amount"))
	}
	t.Logf("%d transactions, %d reads, %d failures", counted.Load(), read.Load(), failed.Load())
}

// transfer increments the counter of one record and moves an amount to another. It
// reads and writes records in the order of their keys.
func transfer(ctx context.Context, m *orm.Model, from, to int64) error {
	change := map[int64]int64{from: -1}
	change[to]++
	for key := range int64(accounts + 1) {
		by, ok := change[key]
		if !ok {
			continue
		}
		r, err := m.FindOne(ctx, m.ByKey(key))
		if err != nil {
			return err
		}
		set := value.Of("amount", r.Value("amount").(int64)+by)
		if key == from {
			set.Set("count", r.Value("count").(int64)+1)
		}
		if _, err := m.Update(ctx, m.ByKey(key), set); err != nil {
			return err
		}
	}
	return nil
}

func total(list []*orm.Record, attr string) int64 {
	var sum int64
	for _, r := range list {
		n, _ := r.Value(attr).(int64)
		sum += n
	}
	return sum
}
