//go:build unix

package serverdb_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// ownServer is a PostgreSQL server of the test's own, which it may kill.
type ownServer struct {
	t    *testing.T
	bin  string
	dir  string
	port string
	as   *syscall.Credential
	cmd  *exec.Cmd
	log  *os.File
	// ended is closed when the process has ended.
	ended chan struct{}
}

// newOwnServer makes the server's folder. PostgreSQL refuses to run as root.
func newOwnServer(t *testing.T) *ownServer {
	t.Helper()
	s := &ownServer{t: t, bin: postgresPrograms(t)}
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s.dir = filepath.Join(dir, "data")
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			testenv.Missing(t, "root cannot run PostgreSQL, and there is no user postgres")
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	if s.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.log.Close() })
	s.port = testenv.FreePort(t)
	if out, err := s.command("initdb", "-D", s.dir, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	return s
}

// postgresPrograms is the folder with initdb.
func postgresPrograms(t *testing.T) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		testenv.Missing(t, "PostgreSQL's programs are not installed")
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

func (s *ownServer) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as, Setpgid: true}
	cmd.Dir = "/"
	return cmd
}

// start starts the server and waits until it takes connections. One that was
// killed leaves processes behind that keep the next one from starting, and may
// hold its port open for a moment, until they see that they are alone.
func (s *ownServer) start() {
	for range 100 {
		s.cmd = s.command("postgres", "-D", s.dir, "-h", "127.0.0.1", "-p", s.port, "-k", "")
		s.cmd.Stderr = s.log
		if err := s.cmd.Start(); err != nil {
			s.t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = s.cmd.Wait(); close(ended) }()
		s.ended = ended
		for s.running() {
			if s.ready() {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.t.Fatalf("PostgreSQL does not start:\n%s", s.said())
}

// said returns what the server has logged.
func (s *ownServer) said() []byte {
	log, err := os.ReadFile(s.log.Name())
	if err != nil {
		s.t.Error(err)
	}
	return log
}

// ready reports whether the server's own file of its state says that this
// process takes connections: a connection to its port may reach what another
// one has left behind.
func (s *ownServer) ready() bool {
	state, err := os.ReadFile(filepath.Join(s.dir, "postmaster.pid"))
	if err != nil {
		return false
	}
	lines := strings.Fields(string(state))
	return len(lines) > 1 && lines[0] == strconv.Itoa(s.cmd.Process.Pid) && lines[len(lines)-1] == "ready"
}

func (s *ownServer) running() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// kill ends the server and all of its processes at once.
func (s *ownServer) kill() {
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	<-s.ended
}

// TestAcknowledgedRecordsSurviveTheServersDeath kills PostgreSQL again and
// again while records are made, and expects every acknowledged one to be there
// at the end, errors of the right kind in between, and no need to open the
// database again.
func TestAcknowledgedRecordsSurviveTheServersDeath(t *testing.T) {
	testenv.Slow(t)
	s := newOwnServer(t)
	s.start()
	defer func() { s.kill() }()
	m := model("entry", attr("n", orm.KindInteger))
	opts := serverdb.Options{URL: "postgres://postgres@127.0.0.1:" + s.port + "/postgres?sslmode=disable"}
	var db *serverdb.DB
	ctx := context.Background()
	until := time.Now().Add(30 * time.Second)
	for {
		var err error
		if db, err = serverdb.OpenPostgreSQL(ctx, opts); err == nil {
			break
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	defer func() { _ = db.Close() }()
	if err := db.Define(ctx, []*orm.Model{m}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acknowledged := map[int64]bool{}
	var made, away atomic.Int64
	stop := make(chan struct{})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				records, err := db.Create(ctx, m, []*value.Map{value.Of("n", int64(1))})
				switch {
				case err == nil:
					mu.Lock()
					acknowledged[records[0].ID().(int64)] = true
					mu.Unlock()
					made.Add(1)
				case errors.As(err, new(*orm.UnavailableError)):
					away.Add(1)
					time.Sleep(5 * time.Millisecond)
				default:
					t.Errorf("a create while the server is away: %v", err)
					return
				}
			}
		})
	}
	for range 3 {
		for before := made.Load(); made.Load() < before+100; {
			if time.Now().After(until.Add(60 * time.Second)) {
				t.Fatalf("records are made too slowly; the server says:\n%s", s.said())
			}
			time.Sleep(5 * time.Millisecond)
		}
		s.kill()
		for before := away.Load(); away.Load() == before; {
			time.Sleep(5 * time.Millisecond)
		}
		s.start()
	}
	for before := made.Load(); made.Load() < before+20; {
		if time.Now().After(until.Add(90 * time.Second)) {
			t.Fatalf("the database is not used again; the server says:\n%s", s.said())
		}
		time.Sleep(5 * time.Millisecond)
	}
	close(stop)
	all.Wait()
	found, err := db.Find(ctx, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range found {
		delete(acknowledged, r.ID().(int64))
	}
	if len(acknowledged) > 0 {
		t.Errorf("%d acknowledged records are lost", len(acknowledged))
	}
}
