package realtime

import (
	"context"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/orm"
	"framework/jsapi"
)

// ModelOptions are what pub/sub of models needs of the build of the project.
type ModelOptions struct {
	ORM        *orm.ORM
	Config     *config.Config
	Production bool
	// Policies decide who may read a record.
	Policies Policies
	// Pin keeps the version until release is called; false when it has ended.
	Pin func() (release func(), ok bool)
	// OnEnd adds what is to be done when the version ends.
	OnEnd func(undo func())
}

// Publish makes the pub/sub of the project's models, and gives them its methods.
func (s *Script) Publish(ctx context.Context, opts ModelOptions) (*pubsub.Set, error) {
	switches := s.opts.PubSub
	switches.Firehose = s.opts.Switches.firehoseRoom(opts.Production)
	set := pubsub.Options{
		ORM: opts.ORM, Rooms: rooms{s.server.hub}, Script: s.models, Switches: switches, Log: s.server.opts.Log,
	}
	check, err := s.readAccessCheck(opts)
	if err != nil {
		return nil, err
	}
	if check != nil {
		set.AccessCheck = check
	}
	policies := opts.Policies
	set.Guarded = func(m *orm.Model) bool { return policies.Guards(m, "find") || policies.Guards(m, "findone") }
	var out *pubsub.Set
	err = s.isolate.Do(ctx, func(r *jsapi.Realm) error {
		objects := s.opts.App.Object().Get("models").ToObject(r.Runtime())
		for _, m := range opts.ORM.Models() {
			if err := s.models.Model(m, objects.Get(m.Identity).ToObject(r.Runtime())); err != nil {
				return err
			}
		}
		s.models.SetFirehose(switches.Firehose)
		set.Autosubscribe = s.models.Autosubscribe()
		out = pubsub.New(set)
		opts.OnEnd(out.Close)
		s.events.Store(out)
		s.models.Start(out)
		return nil
	})
	return out, err
}
