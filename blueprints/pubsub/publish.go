package pubsub

import (
	"context"
	"fmt"
	"math"

	"framework/engine/orm"
	"framework/engine/value"
)

// MisuseError is a call that names nothing to publish; nothing was published.
type MisuseError struct {
	Model  string // global id
	Reason string
}

func (e *MisuseError) Error() string { return e.Model + ": " + e.Reason }

// publishers are the methods that publish, by verb.
var publishers = map[string]string{
	Created: "publishCreate", Updated: "publishUpdate", Destroyed: "publishDestroy",
	AddedTo: "publishAdd", RemovedFrom: "publishRemove",
}

// Publish publishes an event: first those of the other sides of associations,
// then the event itself to the sockets that are subscribed to the record, in the
// order of Sails. Where the model defines
// the publishing method itself, that is called instead.
func (s *Set) Publish(ctx context.Context, ev Event) error {
	if s.Idle(ev.Model) {
		return nil
	}
	return s.turn(ctx, ev.Model, func(ctx context.Context) error { return s.publish(ctx, &ev) })
}

// PublishBuiltin is Publish without regard to a publishing method of the model: it is
// what the built-in ones do.
func (s *Set) PublishBuiltin(ctx context.Context, ev Event) error {
	return s.turn(ctx, ev.Model, func(ctx context.Context) error { return s.dispatch(ctx, &ev) })
}

func (s *Set) publish(ctx context.Context, ev *Event) error {
	if method := publishers[ev.Verb]; method != "" && s.has(ev.Model, method) {
		return s.script.Event(ctx, s.opts.Switches.Name(method), ev)
	}
	return s.dispatch(ctx, ev)
}

// dispatch publishes between the model's before and after functions.
func (s *Set) dispatch(ctx context.Context, ev *Event) error {
	if err := ev.check(s.opts.Switches); err != nil {
		return err
	}
	verb := map[string]string{Created: "Create", Updated: "Update", Destroyed: "Destroy", AddedTo: "Add", RemovedFrom: "Remove"}[ev.Verb]
	if err := s.runHook(ctx, "beforePublish", verb, ev); err != nil {
		return err
	}
	ev.ID = Key(ev.Model, ev.ID)
	var err error
	switch ev.Verb {
	case Created:
		err = s.created(ctx, ev)
	case Updated:
		err = s.updated(ctx, ev)
	case Destroyed:
		err = s.destroyed(ctx, ev)
	case AddedTo, RemovedFrom:
		err = s.member(ctx, ev)
	case Messaged:
		err = s.send(ctx, ev, s.Room(ev.Model, ev.ID, Message), value.Of("verb", Messaged, "id", ev.ID, "data", ev.Data))
	default:
		err = fmt.Errorf("there is no verb %q", ev.Verb)
	}
	if err != nil {
		return err
	}
	return s.runHook(ctx, "afterPublish", verb, ev)
}

// runHook calls a function that the model defines to run before or after an
// event is published.
func (s *Set) runHook(ctx context.Context, when, verb string, ev *Event) error {
	if verb == "" || !s.has(ev.Model, when+verb) {
		return nil
	}
	return s.script.Event(ctx, s.opts.Switches.Name(when+verb), ev)
}

// check finds the key of a created record, and refuses what names no record or
// no collection.
func (ev *Event) check(s Switches) error {
	m := ev.Model
	if ev.Verb == Created {
		ev.ID = members(ev.Data).Value(m.PrimaryKey)
		if !value.Truthy(ev.ID) {
			return &MisuseError{m.GlobalID, fmt.Sprintf("publishCreate needs a record with its key %q, not %s", m.PrimaryKey, value.Inspect(ev.Data))}
		}
		return nil
	}
	if !isKey(ev.ID) {
		return &MisuseError{m.GlobalID, fmt.Sprintf("the message %s needs the key of a record, not %s", ev.Verb, value.Inspect(ev.ID))}
	}
	if ev.Verb == AddedTo || ev.Verb == RemovedFrom {
		if ev.Alias == "" {
			return &MisuseError{m.GlobalID, fmt.Sprintf("the message %s needs the name of a collection", ev.Verb)}
		}
		if a := m.Association(ev.Alias); a == nil || !a.Collection { // code fails at this in all releases
			return fmt.Errorf("%s has no collection %q, of which the message %s could be", m.GlobalID, ev.Alias, ev.Verb)
		}
		if ev.Added != nil && !s.AddedRecords && ev.Verb == AddedTo {
			return &MisuseError{m.GlobalID, "publishAdd takes the key of a member, not a record, before 0.11"}
		}
		if !isKey(ev.Child) {
			return &MisuseError{m.GlobalID, fmt.Sprintf("the message %s needs the key of a member, not %s", ev.Verb, value.Inspect(ev.Child))}
		}
	}
	return nil
}

func isKey(v any) bool {
	switch v := v.(type) {
	case string:
		return v != ""
	case int64, int:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return false
}

func (s *Set) created(ctx context.Context, ev *Event) error {
	m := ev.Model
	for alias, v := range members(ev.Data).All() {
		if a := m.Association(alias); a != nil {
			for _, other := range s.keysOf(a, v, s.opts.Switches.NestedKeys) {
				if err := s.publishReverse(ctx, ev, a, other, true, true); err != nil {
					return err
				}
			}
		}
	}
	if s.noListeners(m, WatchersRoom(m)) {
		return nil // nor is there a socket to subscribe
	}
	data, err := s.redact(ctx, m, s.withCollections(ev, ev.Data), ev.Script == nil && !s.opts.Switches.EmptyCollections && !s.opts.Switches.Stored)
	if err != nil {
		return err
	}
	if err := s.send(ctx, ev, WatchersRoom(m), value.Of("verb", Created, "data", data, "id", ev.ID)); err != nil {
		return err
	}
	if ev.NoIntroduce {
		return nil
	}
	record, ok := ev.Data.(*orm.Record)
	if !ok {
		record = orm.NewRecord(m)
		record.Set(m.PrimaryKey, ev.ID)
	}
	return s.Introduce(ctx, m, record)
}

// withCollections adds empty lists for the collections that a record does not
// have, where it is published as it is in memory: before 1.0 when code publishes
// it, and by switch.
func (s *Set) withCollections(ev *Event, v any) any {
	m := ev.Model
	r, ok := v.(*orm.Record)
	if !ok || s.opts.Switches.Stored || !s.opts.Switches.EmptyCollections && ev.Script == nil {
		return v
	}
	out := orm.NewRecord(m)
	for _, a := range m.Associations {
		if a.Collection && !r.Has(a.Alias) {
			out.Set(a.Alias, []any{})
		}
	}
	if out.Len() == 0 {
		return v
	}
	for k, val := range r.All() {
		out.Set(k, val)
	}
	return out
}

func (s *Set) updated(ctx context.Context, ev *Event) error {
	m := ev.Model
	changes := members(ev.Data)
	if before := members(ev.Previous); before != nil && !ev.NoReverse {
		for alias, v := range changes.All() {
			if a := m.Association(alias); a != nil {
				if err := s.publishRelinked(ctx, ev, a, before, v); err != nil {
					return err
				}
			}
		}
	}
	if s.noListeners(m, s.Room(m, ev.ID, Update)) {
		return nil
	}
	message := value.Of("verb", Updated)
	if changes != nil {
		data, err := s.redactChanges(ctx, ev, changes)
		if err != nil {
			return err
		}
		message.Set("data", data)
	} else if _, ok := ev.Data.(*value.Map); !ok && ev.Data != nil {
		message.Set("data", ev.Data) // what is no object is sent as it is
	}
	message.Set("id", ev.ID)
	if err := s.addPrevious(ctx, ev, message); err != nil {
		return err
	}
	return s.send(ctx, ev, s.Room(m, ev.ID, Update), message)
}

// addPrevious adds the record as it was to a message, where that is known.
func (s *Set) addPrevious(ctx context.Context, ev *Event, message *value.Map) error {
	if members(ev.Previous) == nil {
		return nil
	}
	previous, err := s.redact(ctx, ev.Model, ev.Previous, !s.opts.Switches.Stored)
	if err != nil {
		return err
	}
	message.Set("previous", previous)
	return nil
}

func (s *Set) destroyed(ctx context.Context, ev *Event) error {
	m := ev.Model
	if room := s.Room(m, ev.ID, Destroy); !s.noListeners(m, room) {
		message := value.Of("verb", Destroyed, "id", ev.ID)
		if err := s.addPrevious(ctx, ev, message); err != nil {
			return err
		}
		if err := s.send(ctx, ev, room, message); err != nil {
			return err
		}
	}
	gone := orm.NewRecord(m)
	gone.Set(m.PrimaryKey, ev.ID)
	if r, ok := ev.Previous.(*orm.Record); ok && r != nil {
		gone = r
	}
	if err := s.Retire(ctx, m, gone); err != nil {
		return err
	}
	before := members(ev.Previous)
	if before == nil {
		return nil
	}
	for _, a := range m.Associations {
		for _, other := range s.formerKeys(a, before.Value(a.Alias)) {
			if err := s.publishUnlinked(ctx, ev, a, other); err != nil {
				return err
			}
		}
	}
	return nil
}

// member publishes that a collection has gained or lost a member.
func (s *Set) member(ctx context.Context, ev *Event) error {
	m := ev.Model
	a := m.Association(ev.Alias)
	target := s.opts.ORM.Model(a.Target)
	ev.Child = Key(target, ev.Child)
	context, key := AddTo(ev.Alias), "addedId"
	if ev.Verb == RemovedFrom {
		context, key = RemoveFrom(ev.Alias), "removedId"
	}
	message := value.Of("id", ev.ID, "verb", ev.Verb, "attribute", ev.Alias, key, ev.Child)
	if ev.Verb == AddedTo && members(ev.Added) != nil {
		added, err := s.redact(ctx, target, ev.Added, !s.opts.Switches.Stored)
		if err != nil {
			return err
		}
		message.Set("added", added)
	}
	if err := s.send(ctx, ev, s.Room(m, ev.ID, context), message); err != nil {
		return err
	}
	if ev.NoReverse {
		return nil
	}
	if ev.Verb == RemovedFrom {
		return s.publishUnlinked(ctx, ev, a, ev.Child)
	}
	child := orm.NewRecord(target)
	child.Set(target.PrimaryKey, ev.Child)
	if ev.By.Socket != "" && !ev.NoSubscribe {
		if err := s.Subscribe(ctx, ev.By, target, child); err != nil {
			return err
		}
	}
	return s.publishLinked(ctx, ev, a, ev.Child)
}

// send broadcasts a message to a room, except to the socket that caused it.
func (s *Set) send(ctx context.Context, ev *Event, room string, message *value.Map) error {
	m := ev.Model
	if s.opts.Switches.Firehose != "" && (s.opts.Guarded == nil || !s.opts.Guarded(m)) {
		if err := s.publishToFirehose(ctx, m, message); err != nil {
			return err
		}
	}
	if own, err := s.call(ctx, m, "broadcast", room, m.Identity, message, ev.By); own {
		return err
	}
	var except []string
	if ev.By.Socket != "" {
		except = append(except, ev.By.Socket)
	}
	if s.checks != nil {
		s.checks.send(ev, room, except, m.Identity, message)
		return nil
	}
	return s.opts.Rooms.Broadcast(ctx, []string{room}, except, m.Identity, message)
}

// publishToFirehose copies a message to the firehose, which uses the names that
// verbs had before 0.10.
func (s *Set) publishToFirehose(ctx context.Context, m *orm.Model, message *value.Map) error {
	copied := value.Of("model", m.Identity)
	for k, v := range message.All() {
		copied.Set(k, v)
	}
	switch message.Value("verb") {
	case Created:
		copied.Set("verb", "create")
	case Updated:
		copied.Set("verb", "update")
	case Destroyed:
		copied.Set("verb", "destroy")
	}
	return s.opts.Rooms.Broadcast(ctx, []string{s.opts.Switches.Firehose}, nil, "firehose", copied)
}

// Send broadcasts an event of the project to the subscribers of records, in one
// context, or, where ids is nil, to those who watch the model. A socket that is
// subscribed to several of the records gets it once for each.
func (s *Set) Send(ctx context.Context, by Request, m *orm.Model, ids []any, context, event string, data any) error {
	var except []string
	if by.Socket != "" {
		except = []string{by.Socket}
	}
	if ids == nil {
		return s.opts.Rooms.Broadcast(ctx, []string{WatchersRoom(m)}, except, event, data)
	}
	for _, id := range s.stored(m, ids) {
		room := s.Room(m, id, context)
		if s.checks != nil {
			s.checks.send(&Event{Model: m, ID: id}, room, except, event, data)
			continue
		}
		if err := s.opts.Rooms.Broadcast(ctx, []string{room}, except, event, data); err != nil {
			return err
		}
	}
	return nil
}
