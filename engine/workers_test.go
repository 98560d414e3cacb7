package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

// ofWorkers are settings for a project in memory that is served by n workers.
func ofWorkers(n any) *value.Map {
	flags := memory()
	flags.Set("workers", n)
	return flags
}

const workerPets = `
-- package.json --
{"dependencies": {"sails": "~0.12.0"}}
-- api/models/Pet.js --
module.exports = { schema: true, migrate: 'drop', attributes: { name: 'string' } };
-- api/controllers/PetController.js --
module.exports = {};
-- config/seen.js --
var cluster = require('cluster');
module.exports.seen = cluster.isWorker + ' ' + cluster.isMaster + ' ' + cluster.isPrimary + ' ' + cluster.worker.id;
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) {
  Pet.count(function (err, n) {
    if (err || n) { return cb(err); }
    Pet.create({ name: 'of worker ' + require('cluster').worker.id }).exec(cb);
  });
};
-- api/services/State.js --
module.exports = { count: 0, version: 'one' };
-- api/controllers/WorkerController.js --
var cluster = require('cluster'), fs = require('fs');
function me() { return cluster.worker ? cluster.worker.id : 0; }
module.exports = {
  id: function (req, res) { res.send(String(me())); },
  version: function (req, res) { res.send(State.version); },
  seen: function (req, res) { res.send(sails.config.seen); },
  state: function (req, res) { res.json({ worker: me(), count: ++State.count }); },
  visit: function (req, res) { req.session.visits = (req.session.visits || 0) + 1; res.json({ worker: me(), count: req.session.visits }); },
  block: function (req, res) {
    fs.writeFileSync(sails.config.appPath + '/.tmp-blocks', '');
    while (!fs.existsSync(sails.config.appPath + '/.tmp-go')) { }
    res.send(String(me()));
  },
  endless: function (req, res) {
    fs.writeFileSync(sails.config.appPath + '/.tmp-blocks', '');
    for (;;) { }
  },
  join: function (req, res) { sails.sockets.join(req, 'all'); res.json({ worker: me() }); },
  shout: function (req, res) { sails.sockets.broadcast('all', 'heard', { from: me() }); res.json({ worker: me() }); },
  failing: function (req, res) {
    var said = [];
    ['send', 'disconnect'].forEach(function (name) { try { cluster.worker[name](); } catch (e) { said.push(e.code); } });
    res.send(said.join(' '));
  }
};
`

// idOf asks which worker answers.
func (l *live) idOf() string { return l.get("/worker/id") }

// everyWorker asks path until n workers have answered, which the answers must say
// themselves, and returns the answers by their workers.
func (l *live) everyWorker(path string, n int) map[string]string {
	l.t.Helper()
	out := map[string]string{}
	for range 1000 {
		text := l.get(path)
		var answer struct{ Worker int }
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			l.t.Fatalf("GET %s: %s", path, text)
		}
		out[fmt.Sprint(answer.Worker)] = text
		if len(out) == n {
			return out
		}
	}
	l.t.Fatalf("GET %s was answered by %v", path, out)
	return nil
}

// TestWorkersHaveTheirOwnState: as under cluster, each worker has modules of its own, and
// runs the bootstrap, one after the other.
func TestWorkersHaveTheirOwnState(t *testing.T) {
	t.Parallel()
	l := liven(t, workerPets, ofWorkers(int64(3)))
	first := l.everyWorker("/worker/state", 3)
	for worker, text := range first {
		if worker < "1" || worker > "3" {
			t.Errorf("worker %s: %s", worker, text)
		}
	}
	total := 0
	counts := map[int]int{}
	for range 30 {
		var answer struct{ Worker, Count int }
		if err := json.Unmarshal([]byte(l.get("/worker/state")), &answer); err != nil {
			t.Fatal(err)
		}
		counts[answer.Worker] = max(counts[answer.Worker], answer.Count)
	}
	for _, n := range counts {
		total += n
	}
	if total < 30 || slices.Max([]int{counts[1], counts[2], counts[3]}) >= total {
		t.Errorf("the workers have counted %v", counts)
	}
	// The bootstrap of the first one has made the record, the others have found it.
	if got := l.get("/pet"); strings.Count(got, `"name"`) != 1 || !strings.Contains(got, "of worker 1") {
		t.Errorf("GET /pet: %s", got)
	}
	// Configuration sees the same of cluster in all of them, although it says itself how
	// many there are.
	seen := map[string]bool{}
	for range 100 {
		seen[l.get("/worker/seen")] = true
	}
	for _, want := range []string{"true false false 1", "true false false 2", "true false false 3"} {
		if !seen[want] {
			t.Errorf("cluster was seen as %v, want %s", seen, want)
		}
	}
	l.expect("/worker/failing", "ERR_IPC_CHANNEL_CLOSED ERR_FEATURE_UNAVAILABLE_ON_PLATFORM")
}

// TestWorkersShareSessions: the server owns sessions, whoever answers.
func TestWorkersShareSessions(t *testing.T) {
	t.Parallel()
	l := liven(t, workerPets, ofWorkers(int64(2)))
	workers := map[int]bool{}
	for n := 1; n <= 20; n++ {
		var answer struct{ Worker, Count int }
		text := l.get("/worker/visit")
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if answer.Count != n {
			t.Errorf("visit %d: %s", n, text)
		}
		workers[answer.Worker] = true
	}
	if len(workers) != 2 {
		t.Errorf("only the workers %v have answered", workers)
	}
}

// TestABlockedWorkerDelaysNobody: while the JavaScript of one worker does not return, the
// others answer all requests.
func TestABlockedWorkerDelaysNobody(t *testing.T) {
	t.Parallel()
	flags := ofWorkers(int64(2))
	flags.Set("script", value.Of("turnLimit", int64(0)))
	l := liven(t, workerPets, flags)
	blocked := make(chan string)
	go func() { blocked <- l.get("/worker/block") }()
	l.exists(".tmp-blocks")
	other := l.idOf()
	for range 50 {
		if got := l.idOf(); got != other {
			t.Errorf("worker %s has answered, and worker %s", got, other)
		}
		l.get("/worker/visit")
	}
	select {
	case got := <-blocked:
		t.Errorf("the worker was not blocked: %s", got)
	default:
	}
	l.write(".tmp-go", "")
	if got := <-blocked; got == other || got != "1" && got != "2" {
		t.Errorf("worker %s was blocked, and has answered others", got)
	}
	for range 1000 {
		if l.idOf() != other {
			return
		}
	}
	t.Errorf("only worker %s answers after the other one was blocked", other)
}

// TestAnInterruptedWorkerGoesOn: the endless loop of one worker ends at the turn limit,
// and the others have answered meanwhile.
func TestAnInterruptedWorkerGoesOn(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	flags := ofWorkers(int64(2))
	flags.Set("script", value.Of("turnLimit", int64(2000)))
	l := liven(t, workerPets, flags)
	ended := make(chan string)
	go func() { ended <- l.get("/worker/endless") }()
	l.exists(".tmp-blocks")
	other := l.idOf()
	l.expect("/worker/id", other)
	if got := <-ended; !strings.Contains(got, "interrupted") {
		t.Errorf("the loop ended with %s", got)
	}
	l.everyWorker("/worker/state", 2)
}

// exists waits for a file of the project.
func (l *live) exists(name string) {
	l.t.Helper()
	for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(l.dir, name)); err == nil {
			return
		}
	}
	l.t.Fatalf("there is no %s\n%s", name, l.log)
}

// workerSocket is a socket of a live project.
type workerSocket struct {
	*sockettest.Client
	worker int
}

func (l *live) socketOf() workerSocket {
	l.t.Helper()
	c, err := sockettest.Dial(context.Background(), l.base, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(c.Close)
	s := workerSocket{Client: c}
	s.worker = s.ask(l.t, "/worker/join")
	return s
}

// ask is the worker that answers a request over the socket.
func (s workerSocket) ask(t testing.TB, path string) int {
	t.Helper()
	a := s.send(t, "GET "+path, value.Undefined{})
	m, _ := a.Body.(*value.Map)
	n, ok := m.Value("worker").(int64)
	if !ok {
		t.Fatalf("GET %s over a socket: %d %s", path, a.Status, value.Append(nil, a.Body))
	}
	return int(n)
}

func (s workerSocket) send(t testing.TB, address string, data any) sockettest.Answer {
	t.Helper()
	a, err := s.Request(context.Background(), address, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// hears waits until the socket was sent an event that contains text.
func (s workerSocket) hears(t testing.TB, text string) {
	t.Helper()
	var all []sockettest.Event
	for deadline := time.Now().Add(generous); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		events, err := s.Heard(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, events...)
		if slices.ContainsFunc(events, func(e sockettest.Event) bool { return strings.Contains(e.String(), text) }) {
			return
		}
	}
	t.Errorf("a socket of worker %d has not heard %q, but %v", s.worker, text, all)
}

// TestWorkersShareSockets: a socket stays with its worker, and everyone reaches all
// sockets.
func TestWorkersShareSockets(t *testing.T) {
	t.Parallel()
	l := liven(t, workerPets, ofWorkers(int64(2)))
	list := []workerSocket{l.socketOf(), l.socketOf(), l.socketOf(), l.socketOf()}
	of := map[int]int{}
	for _, s := range list {
		of[s.worker]++
		for range 10 {
			if got := s.ask(t, "/worker/state"); got != s.worker {
				t.Errorf("worker %d answers a socket of worker %d", got, s.worker)
			}
		}
	}
	if of[1] != 2 || of[2] != 2 {
		t.Errorf("the workers have %v sockets", of)
	}
	for _, from := range list {
		from.ask(t, "/worker/shout")
		for _, to := range list {
			to.hears(t, fmt.Sprintf(`heard {"from":%d}`, from.worker))
		}
	}
	// Messages of models too, whoever changes the record.
	for _, s := range list {
		if a := s.send(t, "GET /pet", value.Undefined{}); a.Status != 200 || strings.Count(string(value.Append(nil, a.Body)), "of worker 1") != 1 {
			t.Fatalf("GET /pet: %d %s", a.Status, value.Append(nil, a.Body))
		}
	}
	for n, from := range list {
		name := fmt.Sprint("pet ", n)
		if a := from.send(t, "PUT /pet/1", value.Of("name", name)); a.Status != 200 {
			t.Fatalf("PUT /pet/1: %d %s", a.Status, value.Append(nil, a.Body))
		}
		for m, to := range list {
			if m != n { // who changes a record is not sent the message
				to.hears(t, name)
			}
		}
	}
}

// TestWorkersReloadTogether: whoever has seen the new version never sees the old one again.
func TestWorkersReloadTogether(t *testing.T) {
	t.Parallel()
	l := liven(t, workerPets, ofWorkers(int64(2)))
	s := l.socketOf()
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			seen := 0
			order := []string{"one", "two", "three"}
			for {
				select {
				case <-stop:
					return
				default:
				}
				got := slices.Index(order, l.get("/worker/version"))
				if got < seen {
					t.Errorf("version %d was answered after version %d", got, seen)
					return
				}
				seen = got
			}
		})
	}
	l.write("api/services/State.js", "module.exports = { count: 0, version: 'two' };")
	l.reload()
	for range 10 {
		l.expect("/worker/version", "two")
	}
	l.write("api/services/State.js", "module.exports = { count: 0, version: 'three' };")
	l.reload()
	for range 10 {
		l.expect("/worker/version", "three")
	}
	close(stop)
	clients.Wait()
	if got := s.ask(t, "/worker/state"); got != s.worker {
		t.Errorf("a socket of worker %d is with worker %d after the reload", s.worker, got)
	}
}

// TestWorkersFailTogether: a version that one worker cannot be built for is not served,
// and its tables are brought back.
func TestWorkersFailTogether(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, workerPets, ofWorkers(int64(2)))
	l.everyWorker("/worker/state", 2)
	l.write("api/services/State.js", "module.exports = { count: 0, version: 'two' };")
	l.write("api/models/Pet.js", "module.exports = { schema: true, migrate: 'alter', attributes: { name: 'string', age: 'integer' } };")
	l.write("config/bootstrap.js", "module.exports.bootstrap = function (cb) { cb(require('cluster').worker.id === 2 ? new Error('no second one') : null); };")
	if _, err := l.app.Reload(context.Background()); err == nil || !strings.Contains(err.Error(), "no second one") {
		t.Fatalf("got %v", err)
	}
	for range 10 {
		if got := l.get("/worker/version"); !strings.HasPrefix(got, "one") { // the page of the failure is behind it
			t.Errorf("got %s", got)
		}
	}
	l.everyWorker("/worker/state", 2)
	if got := l.get("/pet"); strings.Contains(got, "age") || !strings.Contains(got, "of worker 1") {
		t.Errorf("GET /pet: %s", got)
	}
	l.write("config/bootstrap.js", "")
	l.reload()
	l.expect("/worker/version", "two")
}

// TestWorkersChangeTheirNumber: a reload may bring another number of workers, and sockets
// go on with one of them.
func TestWorkersChangeTheirNumber(t *testing.T) {
	t.Parallel()
	files := strings.Replace(workerPets, "module.exports.seen = cluster.isWorker + ' ' + cluster.isMaster + ' ' + cluster.isPrimary + ' ' + cluster.worker.id;", "module.exports.workers = '3';", 1)
	files = strings.Replace(files, "require('cluster').worker.id", "1", 1)
	l := liven(t, files, memory())
	sockets := []workerSocket{l.socketOf(), l.socketOf(), l.socketOf()}
	l.everyWorker("/worker/state", 3)
	for _, n := range []int{1, 2, 1, 3} {
		l.write("config/seen.js", fmt.Sprintf("require('cluster'); module.exports.workers = %d;", n))
		l.reload()
		l.everyWorker("/worker/state", n)
		for _, s := range sockets {
			if got := s.ask(t, "/worker/shout"); got > n || n > 1 && got == 0 {
				t.Errorf("worker %d of %d answers", got, n)
			}
			for _, to := range sockets {
				to.hears(t, "heard")
			}
		}
	}
}

// TestClusterInConfiguration: files of the configuration may use cluster although they say
// themselves how many workers there are.
func TestClusterInConfiguration(t *testing.T) {
	t.Parallel()
	l := liven(t, workerPets+"-- config/zz.js --\nmodule.exports.workers = 2;\n", memory())
	seen := map[string]bool{}
	for range 100 {
		seen[l.get("/worker/seen")] = true
	}
	if !seen["true false false 1"] || !seen["true false false 2"] || len(seen) != 2 {
		t.Errorf("cluster was seen as %v", seen)
	}
	// What fails for another reason is reported as it is.
	l.write("config/seen.js", "require('cluster'); module.exports.seen = no.such.thing;")
	if _, err := l.app.Reload(context.Background()); err == nil || !strings.Contains(engine.Explain(err), "no is not defined") {
		t.Errorf("got %v", err)
	}
}

// TestWorkersAreWatched: health checks, metrics and the control of the server show each
// worker.
func TestWorkersAreWatched(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	flags := ofWorkers(int64(2))
	flags.Set("metrics", true)
	l := liven(t, workerPets, flags)
	if got := l.get("/_framework/health"); !strings.Contains(got, `"workers":[{"waiting":0,"turn":0},{"waiting":0,"turn":0}]`) {
		t.Errorf("health: %s", got)
	}
	got := l.get("/_framework/metrics")
	for _, want := range []string{`framework_worker_waiting{kind="task",worker="1"} 0`, `framework_worker_turn_seconds{worker="2"} 0`} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("there is no %s in the metrics", want)
		}
	}
	if n := strings.Count(liven(t, workerPetsAlone, memory()).get("/_framework/health"), "workers"); n != 0 {
		t.Error("the health check of a project without workers shows some")
	}
}

const workerPetsAlone = "-- config/x.js --\n"

// TestWorkersWarn: what is JavaScript is there once for each worker.
func TestWorkersWarn(t *testing.T) {
	t.Parallel()
	const files = `
-- api/adapters/MineAdapter.js --
module.exports = { identity: 'mine', registerConnection: function (c, m, cb) { cb(); }, find: function (c, t, o, cb) { cb(null, []); } };
-- api/models/Note.js --
module.exports = { connection: 'own', migrate: 'safe', attributes: { text: 'string' } };
-- config/own.js --
module.exports.connections = { own: { adapter: 'mine' } };
module.exports.session = { secret: 'x', store: { get: function (id, cb) { cb(); }, set: function (id, s, cb) { cb(); }, destroy: function (id, cb) { cb(); }, on: function () {} } };
`
	for n, want := range map[int64]int{1: 0, 2: 2} {
		app := liven(t, files, ofWorkers(n)).app
		found := 0
		for _, w := range app.Current().Warnings {
			if strings.Contains(w.String(), "each worker has") {
				found++
			}
		}
		if found != want {
			t.Errorf("%d workers: %d warnings in %v", n, found, app.Current().Warnings)
		}
	}
}

// TestWorkersStopTogether: the project is lifted, signalled and shut down in every worker.
func TestWorkersStopTogether(t *testing.T) {
	t.Parallel()
	out := new(lockedLog)
	dir := write(t, map[string]string{
		"package.json": "{}",
		"config/stopping.js": `
			var id = require('cluster').worker.id;
			process.on('exit', function () { console.log('exit ' + id); });
			module.exports.beforeShutdown = function (done) { console.log('before ' + id); setTimeout(done, 1); };
			module.exports.bootstrap = function (cb) {
				sails.on('lifted', function () { console.log('lifted ' + id); });
				console.log('bootstrap ' + id);
				cb();
			};`,
	})
	app := engine.New(engine.Options{Dir: dir, Stdout: out, Stderr: out, Flags: value.Of("workers", "auto", "port", int64(0), "log", value.Of("level", "silent"))})
	workers := 0
	ctx, cancel := context.WithCancelCause(t.Context())
	if err := app.Run(ctx, func() {
		workers = app.Current().Workers()
		cancel(errors.New("enough"))
	}); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"bootstrap", "lifted", "before", "exit"} {
		for id := 1; workers > 1 && id <= workers; id++ {
			if line := fmt.Sprintf("%s %d\n", what, id); strings.Count(out.String(), line) != 1 {
				t.Errorf("%q was not printed once:\n%s", line, out)
			}
		}
	}
}

// TestWorkersOfOthers: what is no number of workers is the project's.
func TestWorkersOfOthers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		value, warning string
	}{
		"an object": {"{ queue: 'mail' }", ""},
		"false":     {"false", ""},
		"true":      {"true", "config workers: expected"},
		"a text":    {"'redis://queue'", "config workers: expected"},
		"zero":      {"0", "config workers: expected"},
		"too many":  {"1000", "config workers: expected"},
		"a part":    {"1.5", "config workers: expected"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, "-- config/workers.js --\nmodule.exports.workers = "+tc.value+";\n-- config/routes.js --\nmodule.exports.routes = { '/is': function (req, res) { res.json({ is: sails.config.workers }); } };\n", memory())
			s := l.app.Current()
			var got string
			for _, w := range s.Warnings {
				got += w.String() + "\n"
			}
			if s.Workers() != 1 || tc.warning == "" && got != "" || !strings.Contains(got, tc.warning) || tc.warning != "" && !strings.Contains(got, "config/workers.js") {
				t.Errorf("%d workers, warnings %q", s.Workers(), got)
			}
			if is := l.get("/is"); strings.Contains(is, "undefined") || is == "{}" {
				t.Errorf("the project sees %s", is)
			}
		})
	}
}
