package pubsub

import (
	"context"
	"slices"

	"framework/engine/orm"
)

// Watch subscribes the socket of a request to new records of a model, and to
// later changes of these. A request that has no socket changes nothing.
func (s *Set) Watch(ctx context.Context, by Request, m *orm.Model) error {
	if own, err := s.call(ctx, m, "watch", by); own {
		return err
	}
	if by.Socket == "" {
		return nil
	}
	return s.opts.Rooms.Join(ctx, by.Socket, WatchersRoom(m))
}

// Unwatch ends Watch, for records to come.
func (s *Set) Unwatch(ctx context.Context, by Request, m *orm.Model) error {
	if by.Socket == "" {
		return nil
	}
	return s.opts.Rooms.Leave(ctx, by.Socket, WatchersRoom(m))
}

// Autosubscribe are the default contexts of a model.
func (s *Set) Autosubscribe(m *orm.Model) Contexts {
	if c, ok := s.opts.Autosubscribe[m.Identity]; ok {
		return c
	}
	return Everything()
}

// Subscribe subscribes the socket of a request to records of one model, in the
// contexts of the model's autosubscribe. Records that are gone are no error.
func (s *Set) Subscribe(ctx context.Context, by Request, m *orm.Model, records ...*orm.Record) error {
	if len(records) == 0 {
		return nil
	}
	if s.has(m, "subscribe") {
		_, err := s.call(ctx, m, "subscribe", by, orm.Records(records))
		return err
	}
	return s.SubscribeKeys(ctx, by, m, keys(records), s.Autosubscribe(m))
}

// SubscribeKeys is Subscribe for keys and contexts; it calls no function of the
// project.
func (s *Set) SubscribeKeys(ctx context.Context, by Request, m *orm.Model, ids []any, contexts Contexts) error {
	if by.Socket == "" || len(ids) == 0 || contexts.None() {
		return nil
	}
	return s.opts.Rooms.Join(ctx, by.Socket, s.rooms(m, s.stored(m, ids), contexts.of(m))...)
}

// Unsubscribe ends Subscribe, in all contexts.
func (s *Set) Unsubscribe(ctx context.Context, by Request, m *orm.Model, records ...*orm.Record) error {
	if len(records) == 0 {
		return nil
	}
	if s.has(m, "unsubscribe") {
		_, err := s.call(ctx, m, "unsubscribe", by, orm.Records(records))
		return err
	}
	return s.UnsubscribeKeys(ctx, by, m, keys(records), Everything())
}

// UnsubscribeKeys is Unsubscribe for keys and contexts; it calls no function of
// the project.
func (s *Set) UnsubscribeKeys(ctx context.Context, by Request, m *orm.Model, ids []any, contexts Contexts) error {
	if by.Socket == "" || len(ids) == 0 || contexts.None() {
		return nil
	}
	return s.opts.Rooms.Leave(ctx, by.Socket, s.rooms(m, s.stored(m, ids), contexts.of(m))...)
}

// Introduce subscribes all who watch a model to a record of it.
func (s *Set) Introduce(ctx context.Context, m *orm.Model, record *orm.Record) error {
	if s.has(m, "introduce") {
		_, err := s.call(ctx, m, "introduce", record)
		return err
	}
	return s.IntroduceKey(ctx, m, record.ID())
}

// IntroduceKey is Introduce for a key; it calls no function of the project.
func (s *Set) IntroduceKey(ctx context.Context, m *orm.Model, id any) error {
	contexts := s.Autosubscribe(m)
	if contexts.None() {
		return nil
	}
	return s.opts.Rooms.JoinMembers(ctx, WatchersRoom(m), s.rooms(m, s.stored(m, []any{id}), contexts.of(m))...)
}

// Retire takes the sockets that are subscribed to a record out of its rooms.
func (s *Set) Retire(ctx context.Context, m *orm.Model, record *orm.Record) error {
	if s.has(m, "retire") {
		_, err := s.call(ctx, m, "retire", record)
		return err
	}
	return s.RetireKey(ctx, m, record.ID())
}

// RetireKey is Retire for a key; it calls no function of the project.
func (s *Set) RetireKey(ctx context.Context, m *orm.Model, id any) error {
	if s.Autosubscribe(m).None() {
		return nil
	}
	rooms := s.rooms(m, s.stored(m, []any{id}), AllContexts(m))
	if s.opts.Switches.RetireWatchers {
		return s.opts.Rooms.LeaveMembers(ctx, WatchersRoom(m), rooms...)
	}
	for _, room := range rooms {
		if err := s.opts.Rooms.LeaveMembers(ctx, room, room); err != nil {
			return err
		}
	}
	return nil
}

// Watchers are the ids of the sockets of this server that watch a model.
func (s *Set) Watchers(m *orm.Model) []string { return s.opts.Rooms.Members(WatchersRoom(m)) }

// Subscribers are the ids of the sockets of this server that are subscribed to
// a record in some of the contexts.
func (s *Set) Subscribers(m *orm.Model, id any, contexts Contexts) []string {
	var all []string
	for _, room := range s.rooms(m, s.stored(m, []any{id}), contexts.of(m)) {
		for _, socket := range s.opts.Rooms.Members(room) {
			if !slices.Contains(all, socket) {
				all = append(all, socket)
			}
		}
	}
	return all
}

func keys(records []*orm.Record) []any {
	ids := make([]any, 0, len(records))
	for _, r := range records {
		if id := r.ID(); id != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// stored gives keys the type that they are stored with: what clients compare
// with the records that they have.
func (s *Set) stored(m *orm.Model, ids []any) []any {
	out := make([]any, len(ids))
	for i, id := range ids {
		out[i] = Key(m, id)
	}
	return out
}

// Key is a primary key in the type in which it is stored; what cannot be one
// stays as it is.
func Key(m *orm.Model, id any) any {
	switch id.(type) {
	case int64:
		if a := m.Attribute(m.PrimaryKey); a != nil && a.Kind == orm.KindInteger {
			return id
		}
	case nil:
		return nil
	}
	if key := m.CastKey(id); key != nil {
		return key
	}
	return id
}
