package snapshot

import (
	"context"
	"net/http"

	"framework/blueprints/pubsub"
	"framework/engine/diff"
	"framework/engine/health"
	"framework/engine/orm"
	"framework/engine/realtime"
	"framework/engine/targets"
	"framework/jsapi"
)

// versions are the versions of the project as sockets need them.
type versions struct{ host *Host }

var _ realtime.Versions = versions{}

// Current implements realtime.Versions.
func (v versions) Current() *realtime.Version {
	if s := v.host.current.Load(); s != nil {
		return s.sockets
	}
	return nil
}

// Acquire implements realtime.Versions.
func (v versions) Acquire() (*realtime.Version, func(), error) {
	s, release, err := v.host.Acquire()
	if err != nil {
		return nil, nil, err
	}
	return s.sockets, release, nil
}

// ServeSockets answers what is below the path of the sockets.
func (h *Host) ServeSockets(w http.ResponseWriter, r *http.Request) { h.sockets.ServeHTTP(w, r) }

// Parts is what other servers are reached by.
func (h *Host) Parts() []health.Part { return h.sockets.Health() }

// TellSockets has the sockets go on with a new version of the project.
func (h *Host) TellSockets(s *Snapshot, changes diff.Diff) { h.sockets.Reloaded(s.sockets, changes) }

// TellPages tells the sockets of views and assets that were saved.
func (h *Host) TellPages(files []string) { h.sockets.FilesChanged(files) }

// readSockets reads what the configuration says about sockets.
func readSockets(ctx context.Context, b *build, c configuration, rt realm) (*realtime.Settings, error) {
	var out *realtime.Settings
	_, hook := c.tree.Package.Dependencies["sails-hook-sockets"]
	err := rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		out, err = b.sockets.ReadSettings(realtime.Project{
			Config: c.cfg, Switches: c.profile.Sockets, Production: c.set.Production(), BodyValues: c.set.BodyValues, HasHook: hook, Warn: b.warn,
		})
		return err
	})
	return out, err
}

// joinServers connects a server that starts before its bootstrap, which may
// publish; a running one changes over with the new version.
func joinServers(ctx context.Context, b *build, settings *realtime.Settings) {
	if b.current.Load() == nil {
		b.sockets.Connect(ctx, settings)
		b.undo.add(func() { b.sockets.Disconnect(ctx) })
	}
}

// publishModels makes the pub/sub of the project's models.
func publishModels(ctx context.Context, b *build, c configuration, rt realm, models *orm.ORM) (*pubsub.Set, error) {
	return rt.sockets.Publish(ctx, realtime.ModelOptions{
		ORM: models, Config: c.cfg, Production: c.set.Production(), OnEnd: b.made.add,
		Policies: targets.Readers{Live: b.gateway.live},
		Pin:      func() (func(), bool) { return b.lifetime.release, b.lifetime.acquire() },
	})
}

// serveSockets makes what sockets reach of the version.
func serveSockets(b *build, c configuration, rt realm, settings *realtime.Settings, served serving) *realtime.Version {
	return rt.sockets.Serve(realtime.VersionOptions{
		Root: c.tree.Root, Production: c.set.Production(), Settings: settings,
		Sessions: served.manager, Trust: served.trust, Requests: b.gateway,
	})
}
