package sqldb_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// crashVariable names the database for the process that is going to be killed.
const crashVariable = "SQLDB_CRASH_TEST"

func crashModel() *orm.Model { return model("entry", attr("n", orm.KindInteger)) }

// crashChild writes records from several goroutines until it is killed, and
// prints the id of each one that was acknowledged. It reports whether this
// process is such a child.
func crashChild() bool {
	path := os.Getenv(crashVariable)
	if path == "" {
		return false
	}
	ctx, m := context.Background(), crashModel()
	db, err := sqldb.Open(ctx, sqldb.Options{Path: path, Sparse: true})
	if err == nil {
		err = db.Define(ctx, []*orm.Model{m})
	}
	if err != nil {
		fmt.Println(err)
		return true
	}
	lines := make(chan any)
	for range 8 {
		go func() {
			for {
				made, err := db.Create(ctx, m, []*value.Map{value.Of("n", int64(1))})
				if err != nil {
					lines <- err
					return
				}
				lines <- made[0].ID()
			}
		}()
	}
	for line := range lines {
		fmt.Println(line)
	}
	return true
}

func TestAcknowledgedRecordsSurviveKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crash.db")
	acknowledged := map[int64]bool{}
	for round := range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashVariable+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n < 150*(round+1) && lines.Scan(); n++ {
			id, err := strconv.ParseInt(lines.Text(), 10, 64)
			if err != nil {
				t.Fatalf("the child says %s", lines.Text())
			}
			acknowledged[id] = true
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what it wrote before it died counts, too
			if id, err := strconv.ParseInt(lines.Text(), 10, 64); err == nil {
				acknowledged[id] = true
			}
		}
		_ = child.Wait()
	}
	m := crashModel()
	db := open(t, sqldb.Options{Path: path, Sparse: true}, m)
	stored := map[int64]bool{}
	for _, r := range find(t, db, m, nil) {
		stored[r.ID().(int64)] = true
	}
	for id := range acknowledged {
		if !stored[id] {
			t.Errorf("record %d was acknowledged and is lost", id)
		}
	}
	if len(acknowledged) < 900 {
		t.Errorf("only %d records were acknowledged", len(acknowledged))
	}
}
