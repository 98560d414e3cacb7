package outages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

// TestKilledServerLosesNoAcknowledgedRecord streams creates, kills the process
// in the middle, and looks for every record whose creation was answered.
func TestKilledServerLosesNoAcknowledgedRecord(t *testing.T) {
	testenv.Slow(t)
	for _, store := range []struct{ adapter, variable string }{
		{"sails-disk", ""}, {"sails-postgresql", "FRAMEWORK_TEST_POSTGRES"}, {"sails-mysql", "FRAMEWORK_TEST_MYSQL"},
	} {
		t.Run(store.adapter, func(t *testing.T) {
			files, env := programtest.Shelf, "production"
			if store.variable != "" {
				env = "development" // production makes no tables on a server
				files = strings.Replace(files, "{ adapter: 'sails-disk' }", fmt.Sprintf("{ adapter: '%s', url: '%s' }", store.adapter, testenv.Server(t, store.variable)), 1)
				files = strings.Replace(files, "{ attributes: { title", fmt.Sprintf("{ tableName: 'book_%d', attributes: { title", os.Getpid()), 1)
			}
			if store.variable != "" {
				t.Cleanup(func() { dropTable(t, store.adapter, os.Getenv(store.variable)) })
			}
			killMidway(t, files, env)
		})
	}
}

// dropTable removes the table that the test made on a server.
func dropTable(t *testing.T, adapter, address string) {
	t.Helper()
	open := map[string]func(context.Context, serverdb.Options) (*serverdb.DB, error){
		"sails-postgresql": serverdb.OpenPostgreSQL, "sails-mysql": serverdb.OpenMySQL,
	}[adapter]
	db, err := open(context.Background(), serverdb.Options{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Query(context.Background(), fmt.Sprintf("DROP TABLE book_%d", os.Getpid()), nil); err != nil {
		t.Error(err)
	}
	_ = db.Close()
}

func killMidway(t *testing.T, files, env string) {
	t.Helper()
	binary, dir := programtest.Path(t), programtest.Project(t, files)
	acknowledged := map[string]bool{}
	for round := range 3 {
		s := programtest.Lift(t, binary, dir, env, "--set", "models.migrate="+map[string]string{"production": "create", "development": "alter"}[env])
		var mu sync.Mutex
		var wg sync.WaitGroup
		enough := make(chan struct{})
		var once sync.Once
		for w := range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					code := fmt.Sprintf("r%d-w%d-%d", round, w, i)
					status, _ := s.Ask("POST", "/book", fmt.Sprintf(`{"title":"t","code":%q}`, code))
					if status == 0 {
						return
					}
					if status != 201 {
						t.Errorf("create answered %d", status)
						return
					}
					mu.Lock()
					acknowledged[code] = true
					if len(acknowledged) >= 200*(round+1) {
						once.Do(func() { close(enough) })
					}
					mu.Unlock()
				}
			})
		}
		select {
		case <-enough:
		case <-time.After(60 * time.Second):
			t.Fatal("the server creates too slowly to test it")
		}
		s.Kill()
		wg.Wait()
	}
	s := programtest.Lift(t, binary, dir, env, "--set", "models.migrate="+map[string]string{"production": "create", "development": "alter"}[env])
	_, body := s.Ask("GET", "/book?limit=100000", "")
	var stored []struct{ Code string }
	if err := json.Unmarshal([]byte(body), &stored); err != nil {
		t.Fatalf("%v: %.200s", err, body)
	}
	for _, r := range stored {
		delete(acknowledged, r.Code)
	}
	for code := range acknowledged {
		t.Errorf("%s was acknowledged and is gone", code)
	}
}
