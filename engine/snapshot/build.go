package snapshot

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"framework/engine/inputs"
	"framework/engine/listener"
	"framework/engine/logging"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi/modules"
)

// build is what the stages of one build share besides the values that they hand
// on: the server that it is for, what the project should know, what it has read,
// and how to undo what was made.
type build struct {
	*Host
	gateway  *gateway
	reading  *inputs.Reading
	reads    *modules.Reads // what was required; nil before the realm is there
	lifetime *lifetime
	// made is undone when the version has ended or the build fails, undo only when
	// it fails, and first.
	made, undo cleanups
	warnings   []problem.Problem
	scripts    *warnings.Scripts // for warnings; nil before the folder was read
	advice     []string
	doing      atomic.Pointer[string] // what the build does now
	began      time.Time              // when it began to do that
	steps      []Step                 // that are over
	bootstraps atomic.Bool            // config.bootstrap has begun
	// first is the first worker of the version, where this build makes another one; worker
	// is the number of its own, 0 if it is the only one.
	first  *Snapshot
	worker int
	// environ are the environment variables, with those of the project's file.
	environ []string
	// entry is what app.js came to.
	entry entry
	// script names the file of the project that runs now, "" for none.
	script atomic.Pointer[func() string]
}

// newBuild begins a build. last says that it is finished whatever files change
// meanwhile.
func newBuild(h *Host, last bool) *build {
	b := &build{Host: h, gateway: new(gateway), began: time.Now()}
	b.reading = inputs.NewReading(inputs.ReadingOptions{
		Dir: h.opts.Dir, Settle: h.opts.Settle, Clock: h.opts.Clock, Unsettled: &h.unsettled, Served: h.servedTree, Last: last,
	})
	b.lifetime = newLifetime(func() { b.made.run() })
	return b
}

// warn adds a warning for the project.
func (b *build) warn(problems ...problem.Problem) {
	for _, p := range problems {
		b.warnings = append(b.warnings, b.scripts.Locate(p))
	}
}

// advise adds what would make the project safer, "" for nothing.
func (b *build) advise(advice string) {
	if advice != "" {
		b.advice = append(b.advice, advice)
	}
}

// StrictError is a build that Options.WarningsFail refuses for its warnings.
type StrictError struct{ Warnings []problem.Problem }

func (e *StrictError) Error() string {
	if len(e.Warnings) == 1 {
		return "there is a warning, and --strict makes it an error"
	}
	return fmt.Sprintf("there are %d warnings, and --strict makes them errors", len(e.Warnings))
}

// strict returns a *StrictError if warnings are errors and there is one, apart from
// those that every project of its release gets.
func (b *build) strict(general []problem.Problem) error {
	own := slices.DeleteFunc(slices.Clone(b.warnings), func(w problem.Problem) bool { return slices.Contains(general, w) })
	if !b.opts.WarningsFail || len(own) == 0 {
		return nil
	}
	return &StrictError{own}
}

// fail undoes what was made.
func (b *build) fail() {
	b.undo.run()
	b.lifetime.releaseAndWait()
}

// buildTries is how often a build is begun because files change meanwhile; a
// project may write them itself.
const buildTries = 3

// Build makes a snapshot of the project as it is on disk now. What a failed
// build has made is undone; the error may be a *BuildError.
func Build(ctx context.Context, h *Host) (*Snapshot, error) {
	for try := 1; ; try++ {
		s, err := buildOnce(ctx, h, try == buildTries)
		if !startsAgain(err) {
			return s, err
		}
	}
}

// buildOnce is Build, unless the files change meanwhile: then the error is one that
// startsAgain knows, save for the last try.
func buildOnce(ctx context.Context, h *Host, last bool) (*Snapshot, error) {
	b := newBuild(h, last)
	defer h.cache.Age()
	s, err := b.finish(ctx)
	if err != nil {
		return nil, err
	}
	if err := b.addWorkers(ctx, s, last); err != nil {
		b.fail()
		return nil, err
	}
	return s, nil
}

// finish makes a snapshot. What a failed build has made is undone; the error is one that
// startsAgain knows, or a *BuildError.
func (b *build) finish(ctx context.Context) (*Snapshot, error) {
	s, err := b.run(ctx)
	b.scripts = nil
	if err == nil {
		s.isolate.SetBlockWarning(blockWarning)
		return s, nil
	}
	if !startsAgain(err) && ctx.Err() == nil {
		outdated := b.reading.Settle(ctx)
		if outdated == nil {
			outdated = b.reading.Unchanged()
		}
		if outdated != nil {
			err = outdated // it may be a save half done that fails
		}
	}
	b.fail()
	b.step("")
	return nil, &BuildError{err, b.warnings, b.reads, b.reading, b.steps}
}

// blockWarning is how long JavaScript may keep requests waiting unnoticed.
const blockWarning = time.Second

// BuildError is why a build failed.
type BuildError struct {
	Err      error
	Warnings []problem.Problem // until then: often they name the cause
	Reads    *modules.Reads    // what the project had required, nil for nothing
	// Reading is all that was read.
	Reading *inputs.Reading
	Steps   []Step // until then
}

func (e *BuildError) Error() string { return e.Err.Error() }

func (e *BuildError) Unwrap() error { return e.Err }

// run takes the build through all stages.
func (b *build) run(ctx context.Context) (*Snapshot, error) {
	call := newLiftCall()
	src, rt, err := b.begin(ctx, call.lift)
	if err != nil {
		return nil, err
	}
	b.made.add(call.end)
	// Running JavaScript is awaited, unless the build is cancelled: then its
	// isolate is closed.
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		if b.bootstraps.Load() {
			interrupted(ctx, b, rt)
		}
		_ = rt.iso.Close(ctx)
	})
	if err := enter(ctx, b, src, rt, call); err != nil {
		return nil, err
	}
	s, err := b.lift(ctx, src, rt, nil)
	if !stop() {
		<-closed
		return nil, ctx.Err()
	}
	return s, err
}

// liftFunc answers the project's own calls of lift, see app.Options.
type liftFunc func(ctx context.Context, settings *value.Map, listen bool) error

// listenFunc makes tests that lift the app listen when everything else is done.
type listenFunc func(ctx context.Context, s *Snapshot) (net.Addr, error)

// begin is the stages that need nothing of the project's configuration: Read and
// Boot.
func (b *build) begin(ctx context.Context, onLift liftFunc) (source, realm, error) {
	src, err := read(b)
	if err != nil {
		return source{}, realm{}, err
	}
	if err := b.guessWorker(src); err != nil {
		return source{}, realm{}, err
	}
	rt, err := boot(ctx, b, src, onLift)
	return src, rt, err
}

// lift is all other stages. listen may be nil.
func (b *build) lift(ctx context.Context, src source, rt realm, listen listenFunc) (*Snapshot, error) {
	slow := time.AfterFunc(slowBuild, b.logSlow)
	defer slow.Stop()

	// Configure
	b.step("reads config")
	conf, found, err := configure(ctx, b, src, rt)
	if err != nil {
		return nil, err
	}
	if b.opts.Configured != nil && b.first == nil {
		b.opts.Configured(conf.datastores(b.Host))
	}
	if b.running && b.starting() {
		// Before hooks and migrations do anything.
		if err := listener.Probe(ctx, conf.set.Host, conf.set.Port); err != nil {
			return nil, err
		}
	}
	b.step("loads the hooks")
	hooks, conf, err := prepareHooks(ctx, b, conf, rt, found)
	if err != nil {
		return nil, err
	}
	b.warn((&warnings.Project{Scripts: b.scripts, Rules: conf.profile.Checks, Config: conf.cfg}).MisspeltSettings()...)

	// Load
	b.step("loads the files of api")
	code, err := load(ctx, b, conf, rt, found)
	if err != nil {
		return nil, err
	}
	b.step("waits for a file that is empty to be written")
	if err := b.reading.Settle(ctx); err != nil {
		return nil, err
	}
	b.step("sets the hooks going")
	loading, err := hooks.begin(ctx, rt, b.opts.Inspect && !b.opts.InitializeHooks)
	if err != nil {
		return nil, err
	}

	if err := code.readAgain(ctx, b, conf, rt, hooks); err != nil {
		return nil, err
	}

	// Open
	b.step("opens the databases")
	data, err := open(ctx, b, conf, rt, code)
	if err != nil {
		return nil, err
	}

	// Present
	b.step("reads responses and views")
	faces, err := present(ctx, b, conf, rt, code)
	if err != nil {
		return nil, err
	}
	if hooks.count > 0 { // they may use models
		b.step("migrates the tables")
		if err := migrate(ctx, b, data); err != nil {
			return nil, err
		}
	}
	b.step("waits for a hook to call back")
	if conf, err = hooks.await(ctx, b, conf, rt, loading); err != nil {
		return nil, err
	}

	// Bind
	b.step("prepares the sockets")
	socketSettings, err := readSockets(ctx, b, conf, rt)
	if err != nil {
		return nil, err
	}
	b.step("makes the routes")
	binds := binder{build: b, configuration: conf, realm: rt, code: code, data: data, presentation: faces}
	bound, err := bind(ctx, binds, found, hooks, socketSettings)
	if err != nil {
		return nil, err
	}

	// Serve
	served, err := serve(ctx, b, conf, rt, faces, bound)
	if err != nil {
		return nil, err
	}
	live := serveSockets(b, conf, rt, socketSettings, served)
	if b.opts.Lint {
		b.step("reads the scripts")
		problems, err := linting{conf, rt, data.orm, faces}.problems(ctx, &b.sources)
		if err != nil {
			return nil, err
		}
		b.warn(problems...)
	}
	if err := b.strict(conf.profile.Warnings); err != nil {
		return nil, err
	}
	if hooks.count == 0 { // a project that cannot be served changes no table
		b.step("migrates the tables")
		if err := migrate(ctx, b, data); err != nil {
			return nil, err
		}
	}
	b.step("connects to the other servers")
	joinServers(ctx, b, socketSettings)
	b.step("makes sure that no file has changed")
	if err := b.reading.Unchanged(); err != nil {
		return nil, err
	}
	b.step("") // the bootstrap logs its own progress
	if err = bootstrap(ctx, b, rt, conf, binds.late(found, hooks, bound)); err != nil {
		return nil, err
	}
	if err = bound.scripted.look(ctx, b, rt, code, bound.settings.AssociationPolicies); err != nil {
		return nil, err
	}
	b.steps = append(b.steps, Step{"runs the bootstrap", time.Since(b.began)})
	s := newSnapshot(b, conf, rt, data, faces, live, bound, served)
	if loading == nil {
		s.IdleHooks = hooks.count
	}
	if b.opts.Inspect || b.opts.LoadOnly {
		return s, nil
	}
	return s, notifyLifted(ctx, b, s, listen)
}

// notifyLifted emits 'lifted' and 'ready' in the project, unless Run does.
func notifyLifted(ctx context.Context, b *build, s *Snapshot, listen listenFunc) error {
	switch at := b.addr.Load(); {
	case at != nil: // a reload
		return s.Lifted(ctx, *at)
	case b.running:
		return nil
	case listen != nil:
		addr, err := listen(ctx, s)
		if err != nil {
			return err
		}
		return s.Lifted(ctx, addr)
	}
	return s.Lifted(ctx, nil)
}

// step notes what the build does now, for logSlow; "" for what logs its own progress. At the
// level verbose the log says how long the step before took.
func (b *build) step(doing string) {
	now := time.Now()
	took := now.Sub(b.began)
	switch before := b.doing.Swap(&doing); {
	case before == nil:
		b.steps = append(b.steps, Step{"reads the folder and begins JavaScript", took})
	case *before != "":
		b.log.Log(context.Background(), logging.Verbose, "build: it "+*before, "took", took.Round(10*time.Microsecond))
		b.steps = append(b.steps, Step{*before, took})
	}
	b.began = now
}

// Step is a part of a build, for people: what it does, and how long that took.
type Step struct {
	Does string
	Took time.Duration
}

// slowBuild is how long a build runs until the log says what it waits for.
const slowBuild = 3 * time.Second

// logSlow logs what a build is doing.
func (b *build) logSlow() {
	doing := b.doing.Load()
	if doing == nil || *doing == "" {
		return
	}
	text := fmt.Sprintf("still loading after %v: it %s", slowBuild, *doing)
	if b.first != nil {
		text = fmt.Sprintf("worker %d is still loading after %v: it %s", b.worker, slowBuild, *doing)
	}
	if script := b.script.Load(); script != nil {
		if file := (*script)(); file != "" {
			text += "; " + file + " runs"
		}
	}
	if b.current.Load() != nil {
		text += "; the last good version is served meanwhile"
	}
	b.log.Warn(text)
}
