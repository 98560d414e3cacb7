//go:build unix

package engine_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"framework/engine/orm"
	"framework/engine/testenv"
	"framework/engine/value"
)

// BenchmarkBridge does the same queries with sails-disk 2.1.2 in memory, and with an adapter
// that only answers, over the bridge and with Waterline 0.15 on Node, and reports the processor
// time that each process spends on one of them. They take turns, three each; the figures are
// medians: cpu-µs/op is that of the bridge, x-node how many times as much it is as that of Node.
// The queries of the bridge are begun in Go, as default actions do.
//
// It runs where npm packages are kept (FRAMEWORK_TEST_NPM):
//
//	go test -run '^$' -bench Bridge -benchtime 1x ./engine
func BenchmarkBridge(b *testing.B) {
	dir := testenv.Packages(b, "waterline@0.15.2", "sails-disk@2.1.2")
	hollow, err := filepath.Abs("testdata/adapters/hollow.js")
	if err != nil {
		b.Fatal(err)
	}
	for name, adapter := range map[string]string{"disk": filepath.Join(dir, "node_modules", "sails-disk"), "hollow": hollow} {
		b.Run(name, func(b *testing.B) { benchmarkBridge(b, dir, adapter) })
	}
}

func benchmarkBridge(b *testing.B, dir, adapter string) {
	db := bridgeTo(b, adapter, value.Of("inMemoryOnly", true))
	o, err := orm.Open(b.Context(), []*orm.Definition{{
		Identity: "pet", GlobalID: "Pet", Datastore: "store", Schema: new(true), Migrate: orm.Drop, Attributes: []orm.AttributeDef{
			{Name: "id", Type: "number", PrimaryKey: true, AutoIncrement: true, Unique: true},
			{Name: "name", Type: "string"},
			{Name: "age", Type: "number"},
		},
	}}, orm.Options{Datastores: map[string]orm.Adapter{"store": db}, Rules: orm.Modern()})
	if err != nil {
		b.Fatal(err)
	}
	pet := o.Model("pet")
	row := func(i int) *value.Map { return value.Of("name", "Rex "+strconv.Itoa(i), "age", int64(i%100)) }
	for i := range 100 {
		if _, err := pet.Create(b.Context(), row(i)); err != nil {
			b.Fatal(err)
		}
	}
	for _, op := range []struct {
		name string
		do   func(i int) error
		n    int
	}{
		{"findOne", func(i int) error {
			_, err := pet.FindOne(b.Context(), &orm.Query{Where: orm.Compare{Attr: "id", Op: orm.Equal, Value: int64(1 + i%100)}})
			return err
		}, 500},
		{"find30", func(int) error {
			_, err := pet.Find(b.Context(), &orm.Query{Where: orm.Compare{Attr: "age", Op: orm.Less, Value: int64(30)}, Sort: []orm.Order{{Attr: "age"}}, Limit: 30})
			return err
		}, 200},
		{"update", func(i int) error {
			_, err := pet.Update(b.Context(), &orm.Query{Where: orm.Compare{Attr: "id", Op: orm.Equal, Value: int64(1 + i%100)}}, value.Of("name", "Max "+strconv.Itoa(i)))
			return err
		}, 300},
		{"create", func(i int) error {
			_, err := pet.Create(b.Context(), row(i))
			return err
		}, 300},
	} {
		b.Run(op.name, func(b *testing.B) {
			var ours, node []float64
			for b.Loop() {
				for range 3 {
					ours = append(ours, testenv.PerCall(b, op.n/2, op.n, op.do))
					node = append(node, onNode(b, dir, adapter, op.name, op.n))
				}
			}
			slices.Sort(ours)
			slices.Sort(node)
			b.ReportMetric(0, "ns/op") // of all that is above: it says nothing
			b.ReportMetric(ours[len(ours)/2], "cpu-µs/op")
			b.ReportMetric(ours[len(ours)/2]/node[len(node)/2], "x-node")
		})
	}
}

// onNode is the same of Waterline on Node.
func onNode(b *testing.B, dir, adapter, op string, n int) float64 {
	b.Helper()
	script, err := filepath.Abs("testdata/adapters/peer.js")
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), "node", script, op, strconv.Itoa(n), adapter)
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(dir, "node_modules"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("node: %v\n%s", err, &stderr)
	}
	var spent float64
	if err := json.Unmarshal(out, &spent); err != nil {
		b.Fatalf("node writes %s: %v", out, err)
	}
	return spent
}
