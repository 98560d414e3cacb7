package snapshot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/coverage"
	"framework/jsapi/machine"
)

// TestServer listens for one app of a test run.
type TestServer interface {
	// Listen serves s where its settings say, and returns that address.
	Listen(ctx context.Context, s *Snapshot) (net.Addr, error)
	// Close frees the address. What runs may go on until ctx ends.
	Close(ctx context.Context) error
}

// testRun is what the apps of a test run share: one realm.
type testRun struct {
	opts     Options
	listen   func(*Host) TestServer
	root     string // of the folder that the run is for
	release  profile.Release
	coverage *coverage.Counter // nil for none
	iso      *jsapi.Isolate
	main     *testApp // that require('sails') finds
	made     cleanups // undone at the end of the run

	mu   sync.Mutex
	apps []*testApp
}

// newTestRun makes the realm with its first app.
func newTestRun(ctx context.Context, opts Options, tests TestOptions, listen func(*Host) TestServer) (*testRun, error) {
	t := &testRun{opts: opts, listen: listen}
	if tests.Coverage != nil {
		root, err := project.Root(opts.Dir)
		if err != nil {
			return nil, err
		}
		t.coverage = coverage.New(covered(root, tests))
	}
	first := t.newApp()
	src, err := read(first.build)
	if err == nil {
		t.root, t.release = src.tree.Root, src.profile
		t.iso, err = newIsolate(first.build, src)
	}
	if err != nil {
		t.end()
		return nil, err
	}
	borrowed := new(datastore.Borrowed)
	t.made.add(borrowed.Close)
	first.realm = realm{iso: t.iso, borrows: true}
	if first.realm, err = first.realm.boot(ctx, first.build, src, borrowed, t.calls(first)); err != nil {
		t.end()
		return nil, err
	}
	t.main = first
	return t, nil
}

// newApp makes an app without its object.
func (t *testRun) newApp() *testApp {
	h := NewHost(t.opts, nil)
	h.cache.Cover(t.coverage)
	a := &testApp{run: t, build: newBuild(h, true), server: t.listen(h), end: make(chan struct{})}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.apps = append(t.apps, a)
	return a
}

// calls are what the object of a calls.
func (t *testRun) calls(a *testApp) calls {
	return calls{lift: a.lift, lower: a.lower, another: t.another, kit: t.kit}
}

// another is new Sails().
func (t *testRun) another() (*app.App, error) {
	a := t.newApp()
	src, err := a.read(nil)
	if err != nil {
		return nil, err
	}
	a.realm, err = t.main.realm.another(t.main.realm.js.Realm(), a.build, src, t.calls(a))
	return a.realm.js, err
}

// kit is that of the app which was configured last.
func (t *testRun) kit() *machine.Kit {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, a := range slices.Backward(t.apps) {
		if kit := a.build.gateway.kit(); kit != nil {
			return kit
		}
	}
	return nil
}

// end ends all apps. Nothing of the project runs any more when their databases are
// closed; what it wants to be done when it is lowered is for those that call lower.
func (t *testRun) end() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	t.mu.Lock()
	apps := slices.Clone(t.apps)
	t.mu.Unlock()
	for _, a := range apps {
		_ = a.server.Close(ctx) // nothing is waited for
	}
	if t.iso != nil {
		_ = t.iso.Close(context.Background()) // nothing can be done about it
	}
	for _, a := range apps {
		a.release()
		<-a.build.lifetime.over
		_ = a.build.Close(context.Background()) // the same
	}
	t.made.run()
}

// testApp is an app object of a test run, which is lifted once.
type testApp struct {
	run    *testRun
	build  *build
	realm  realm
	server TestServer
	early  bool // it was lifted before the tests were loaded

	mu       sync.Mutex
	lifting  chan struct{} // nil before a lift; closed when it is over
	failed   error
	lowering chan struct{} // nil before lower; closed when it is over
	left     error         // what lower failed with
	ended    bool          // the version is not used any more
	end      chan struct{}
}

// errLowered is what a lift fails with that was overtaken by lower.
var errLowered = errors.New("the app was lowered while it was lifted")

// lift is a liftFunc. Calls after the first one return what that one did.
func (a *testApp) lift(ctx context.Context, settings *value.Map, listen bool) error {
	a.mu.Lock()
	if over := a.lifting; over != nil {
		a.mu.Unlock()
		<-over
		if a.early && settings != nil && len(settings.Keys()) > 0 {
			a.build.log.Warn("the settings of this lift are ignored: the app was lifted before the tests were loaded, because no file of them calls lift itself. Write sails.lift(…) in one of the files that framework test is given or requires")
		}
		return a.failed
	}
	over := make(chan struct{})
	a.lifting = over
	a.mu.Unlock()
	defer close(over)

	s, err := a.lifted(ctx, settings, listen)
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil && a.lowering != nil {
		err = errLowered
	}
	if err != nil {
		a.failed = err
		_ = a.server.Close(ctx) // it has served nothing yet
		a.build.Withdraw()
		a.build.undo.run()
		a.releaseLocked()
		return err
	}
	if a.build.Current() == nil {
		a.build.Serve(ctx, s)
	}
	return nil
}

// lifted builds the project, and serves it where listen wants it.
func (a *testApp) lifted(ctx context.Context, settings *value.Map, listen bool) (*Snapshot, error) {
	src, err := a.read(settings)
	if err != nil {
		return nil, err
	}
	err = a.run.iso.Do(ctx, func(*jsapi.Realm) error {
		return a.realm.js.Move(src.tree.Root, src.tree.Package.Dependencies, src.tree.Modules())
	})
	if err != nil {
		return nil, err
	}
	b := a.build
	if settings != nil {
		b.opts.Flags = config.Merge([]config.Layer{
			{Source: "the command line", Values: b.opts.Flags}, {Source: "the tests", Values: settings},
		}, src.profile.Config).Values
	}
	var listening listenFunc
	if listen {
		listening = a.listen
	}
	return b.lift(ctx, src, a.realm, listening)
}

// read reads the folder of the app: that of the run, unless appPath of the settings names another.
// All apps are of the release that the run is for.
func (a *testApp) read(settings *value.Map) (source, error) {
	if path, _ := settings.Value("appPath").(string); path != "" {
		if !filepath.IsAbs(path) {
			path = filepath.Join(a.run.root, path)
		}
		a.build.opts.Dir = path
	}
	src, err := readAs(a.build, func(string, project.Package) (profile.Release, error) { return a.run.release, nil })
	if err != nil && a.build.opts.Dir != a.run.opts.Dir {
		return src, fmt.Errorf("appPath: %w", err)
	}
	return src, err
}

// listen is a listenFunc. A port that is taken is an error only if it was
// configured: tests that use the app without a port need none.
func (a *testApp) listen(ctx context.Context, s *Snapshot) (net.Addr, error) {
	addr, err := a.server.Listen(ctx, s)
	if err != nil && s.Config.Source("port") == s.Profile.DefaultsSource() {
		a.build.log.Warn(err.Error() + "; the tests go on without a port of their own")
		return nil, nil
	}
	return addr, err
}

// endTime is how long lower waits, besides its delay, for what runs to end.
const endTime = time.Second

// lower frees the port of the app, disconnects its sockets and closes its datastores. What
// still runs when delay has passed is cut off. Calls after the first one wait for what that
// one does: whoever is told that the app is lowered may lift another one on its port.
func (a *testApp) lower(ctx context.Context, delay time.Duration) (over bool, err error) {
	a.mu.Lock()
	if first := a.lowering; first != nil {
		a.mu.Unlock()
		select {
		case <-first:
			return true, a.left
		case <-ctx.Done():
			return true, ctx.Err()
		}
	}
	done := make(chan struct{})
	a.lowering = done
	running := a.lifting != nil && a.build.Current() == nil && a.failed == nil
	a.mu.Unlock()
	defer func() {
		a.left = err
		close(done)
	}()
	if running {
		return true, nil // the lift ends what it has made
	}
	stop, cancel := context.WithTimeout(ctx, delay)
	err = a.server.Close(stop)
	cancel()
	a.build.Withdraw()
	a.release()
	timeout, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	select {
	case <-a.build.lifetime.over:
	case <-timeout.Done(): // a request that waits for this very call, for instance
	}
	return true, err
}

// release gives up the version, once.
func (a *testApp) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.releaseLocked()
}

func (a *testApp) releaseLocked() {
	if !a.ended {
		a.ended = true
		a.build.lifetime.release()
	}
}
