package redisbroker

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tinylib/msgp/msgp"

	"framework/engine/value"
	"framework/sockets"
)

// The messages, in the order in which releases of socket.io-redis introduced them:
//
//	channel                payload
//	key#/#  key#/#room#    [node, {type, data, nsp}, {rooms, except, flags}] in MessagePack: an event
//	key#node               the same without node: an event, of old emitters
//	key#sails#             {uid, event, payload: {sourceRoom, destRooms}} in JSON: of the members of a room
//	key-request#/#         {type, opts: {rooms, except}, rooms} in JSON: of the members of several
//
// where a key is configured, the third of them is published to the key itself. The
// name of the namespace stands between the number signs; the third is about "/".
// Messages of this server have one more member, which socket.io-redis ignores: framework, a list of the
// version of this format and the number of the message among those of the node.

// version of the format; messages of a higher version are refused.
const version = 1

// defaultKey begins the names of channels where no key is configured.
const defaultKey = "socket.io"

// channels are the names under which nodes meet.
type channels struct {
	key     string
	members string // of operations on the members of a room
}

func newChannels(key string) channels {
	if key == "" {
		return channels{key: defaultKey, members: defaultKey + "#sails#"}
	}
	return channels{key: key, members: key}
}

func (c channels) events(namespace string) string   { return c.key + "#" + namespace + "#" }
func (c channels) requests(namespace string) string { return c.key + requests + namespace + "#" }

const requests = "-request#"

// patterns cover all of them. Servers that count the subscribers of the channel
// of requests, to wait for that many answers, do not count patterns.
func (c channels) patterns() []string {
	key := glob.Replace(c.key)
	patterns := []string{key + "#*", key + requests + "/*"}
	if c.members == c.key {
		patterns = append(patterns, key)
	}
	return patterns
}

// glob takes the meaning of patterns from a text.
var glob = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`)

// message is an envelope, or a part of one, on its way out. The payload lacks
// its end, the sequence number that it gets when it is queued.
type message struct {
	channel string
	payload []byte
	json    bool
	queued  time.Time
}

// size is how many bytes the message counts in the queue.
func (m *message) size() int { return len(m.payload) + len(m.channel) + 100 }

// number completes the payload.
func (m *message) number(n uint64) {
	if m.json {
		m.payload = fmt.Appendf(m.payload, `,"framework":[%d,%d]}`, version, n)
		return
	}
	m.payload = msgp.AppendString(m.payload, "framework")
	m.payload = msgp.AppendArrayHeader(m.payload, 2)
	m.payload = msgp.AppendInt(m.payload, version)
	m.payload = msgp.AppendUint64(m.payload, n)
}

// The numbers of requests, and of packets.
const (
	requestJoin       = 2
	requestLeave      = 3
	requestDisconnect = 4

	packetEvent       = 2
	packetBinaryEvent = 5
)

// memberOperations are the names of the operations on the members of a room.
var memberOperations = map[sockets.Operation]string{
	sockets.OpJoin: "join", sockets.OpLeave: "leave", sockets.OpLeaveAll: "leaveAll",
}

// encode writes the messages of an envelope.
func (c channels) encode(node string, e *sockets.Envelope) []*message {
	if e.Op == sockets.OpBroadcast {
		return []*message{c.encodeEvent(node, e)}
	}
	name, ok := memberOperations[e.Op]
	if !ok || namespace(e) != "/" || len(e.To) == 0 || len(e.Except) > 0 {
		if e.Op == sockets.OpLeaveAll {
			return nil // no hub needs it
		}
		return []*message{c.encodeRequest(node, e)}
	}
	list := make([]*message, len(e.To))
	for i, source := range e.To {
		payload := value.Of("sourceRoom", source)
		if e.Op == sockets.OpLeaveAll {
			payload.Set("options", value.Of("includeSourceRoom", !e.KeepSource))
		} else {
			payload.Set("destRooms", texts(e.Rooms))
		}
		list[i] = c.json(c.members, value.Of("uid", node, "event", name, "payload", payload))
	}
	return list
}

// namespace is that of an envelope.
func namespace(e *sockets.Envelope) string {
	if e.Namespace == "" {
		return "/"
	}
	return e.Namespace
}

func (c channels) encodeEvent(node string, e *sockets.Envelope) *message {
	m := &message{channel: c.events(namespace(e))}
	if len(e.To) == 1 {
		m.channel += e.To[0] + "#"
	}
	b := msgp.AppendArrayHeader(make([]byte, 0, 256), 3)
	b = msgp.AppendString(b, node)
	b = msgp.AppendMapHeader(b, 3)
	b = msgp.AppendInt(msgp.AppendString(b, "type"), packetEvent)
	b = msgp.AppendString(b, "data")
	b = msgp.AppendArrayHeader(b, uint32(1+len(e.Args)))
	b = msgp.AppendString(b, e.Event)
	for _, v := range e.Args {
		b = appendValue(b, v)
	}
	b = msgp.AppendString(msgp.AppendString(b, "nsp"), namespace(e))
	b = msgp.AppendMapHeader(b, 4)
	b = appendValue(msgp.AppendString(b, "rooms"), texts(e.To))
	b = appendValue(msgp.AppendString(b, "except"), texts(e.Except))
	b = msgp.AppendMapHeader(msgp.AppendString(b, "flags"), 0)
	m.payload = b
	return m
}

func (c channels) encodeRequest(node string, e *sockets.Envelope) *message {
	r := value.Of("uid", node, "opts", value.Of("rooms", texts(e.To), "except", texts(e.Except)))
	switch e.Op {
	case sockets.OpJoin:
		r.Set("type", int64(requestJoin))
		r.Set("rooms", texts(e.Rooms))
	case sockets.OpLeave:
		r.Set("type", int64(requestLeave))
		r.Set("rooms", texts(e.Rooms))
	case sockets.OpDisconnect:
		r.Set("type", int64(requestDisconnect))
		r.Set("close", true)
	}
	return c.json(c.requests(namespace(e)), r)
}

func (channels) json(channel string, m *value.Map) *message {
	payload := value.Append(nil, m)
	return &message{channel: channel, payload: payload[:len(payload)-1], json: true}
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// received is a message as it came in.
type received struct {
	node     string // who sent it; emitters are called alike
	number   uint64 // among those of the node, 0 when it does not count
	envelope *sockets.Envelope
}

// errNewer is wrapped by the error about messages of a later version.
var errNewer = fmt.Errorf("%w: it is of a later version of the server", errFormat)

// decode reads a message. What is not meant for this node, because node sent it
// or for what it is, gives nil.
func (c channels) decode(node, channel string, payload []byte) (*received, error) {
	switch {
	case channel == c.members:
		return decodeMembers(node, payload)
	case strings.HasPrefix(channel, c.key+requests):
		name, _, _ := strings.Cut(channel[len(c.key+requests):], "#")
		return decodeRequest(node, name, payload)
	}
	rest, ok := strings.CutPrefix(channel, c.key+"#")
	switch {
	case !ok:
		return nil, nil
	case strings.HasPrefix(rest, "/"):
		if _, room, ok := strings.Cut(rest, "#"); ok {
			return decodeEvent(node, strings.TrimSuffix(room, "#"), payload)
		}
		return nil, nil
	case strings.HasSuffix(rest, "#"):
		return nil, nil
	}
	return decodeOld(rest, payload)
}

// decodeEvent reads [node, packet, options]. room is that of the channel.
func decodeEvent(node, room string, payload []byte) (*received, error) {
	n, rest, err := msgp.ReadArrayHeaderBytes(payload)
	if err != nil || n < 3 {
		return nil, fmt.Errorf("%w: no list of three", errFormat)
	}
	from, rest, err := readValue(rest, 1)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errFormat, err)
	}
	r := &received{}
	if r.node, _ = from.(string); r.node == node {
		return nil, nil
	}
	if err := r.readEvent(rest); err != nil || r.envelope == nil {
		return nil, err
	}
	// Emitters of long ago send an event for several rooms to the channel of
	// each.
	if to := r.envelope.To; room != "" && len(to) > 1 && to[0] != room {
		return nil, nil
	}
	return r, nil
}

// decodeOld reads [packet, options] of the channel of a node.
func decodeOld(node string, payload []byte) (*received, error) {
	n, rest, err := msgp.ReadArrayHeaderBytes(payload)
	if err != nil || n < 2 {
		return nil, fmt.Errorf("%w: no list of two", errFormat)
	}
	r := &received{node: node}
	if err := r.readEvent(rest); err != nil || r.envelope == nil {
		return nil, err
	}
	return r, nil
}

// readEvent reads a packet and its options.
func (r *received) readEvent(src []byte) error {
	var parts [2]*value.Map
	for i := range parts {
		v, rest, err := readValue(src, 1)
		if err != nil {
			return fmt.Errorf("%w: %w", errFormat, err)
		}
		m, ok := v.(*value.Map)
		if !ok && !(i == 1 && v == nil) {
			return fmt.Errorf("%w: an event needs a packet and its options", errFormat)
		}
		parts[i], src = m, rest
	}
	packet, options := parts[0], parts[1]
	if kind := packet.Value("type"); kind != int64(packetEvent) && kind != int64(packetBinaryEvent) {
		return nil
	}
	data, _ := packet.Value("data").([]any)
	if len(data) == 0 {
		return fmt.Errorf("%w: an event has no name", errFormat)
	}
	e := &sockets.Envelope{Op: sockets.OpBroadcast, Namespace: "/", Args: data[1:]}
	if name, ok := packet.Value("nsp").(string); ok && name != "" {
		if name[0] != '/' || strings.Contains(name, "#") { // # ends it in the name of a channel
			return fmt.Errorf("%w: the name of the namespace is %q", errFormat, name)
		}
		e.Namespace = name
	}
	switch name := data[0].(type) {
	case string:
		e.Event = name
	case int64:
		e.Event = strconv.FormatInt(name, 10)
	default:
		return fmt.Errorf("%w: the name of an event is no text", errFormat)
	}
	var err error
	if e.To, err = names(options.Value("rooms")); err != nil {
		return err
	}
	if e.Except, err = names(options.Value("except")); err != nil {
		return err
	}
	r.envelope = e
	return r.readNumber(options)
}

// decodeMembers reads {uid, event, payload}.
func decodeMembers(node string, payload []byte) (*received, error) {
	m, r, err := readJSON(node, payload)
	if err != nil || r == nil {
		return nil, err
	}
	what, _ := m.Value("payload").(*value.Map)
	source, ok := what.Value("sourceRoom").(string)
	e := &sockets.Envelope{Namespace: "/", To: []string{source}}
	switch m.Value("event") {
	case "join":
		e.Op = sockets.OpJoin
	case "leave":
		e.Op = sockets.OpLeave
	case "leaveAll":
		e.Op = sockets.OpLeaveAll
		options, _ := what.Value("options").(*value.Map)
		e.KeepSource = options.Value("includeSourceRoom") == false
	default:
		return nil, nil // of the project's own
	}
	if !ok {
		return nil, fmt.Errorf("%w: sourceRoom is missing", errFormat)
	}
	if e.Rooms, err = names(what.Value("destRooms")); err != nil {
		return nil, err
	}
	r.envelope = e
	return r, nil
}

// decodeRequest reads {type, opts, rooms}. Requests that need an answer are
// ignored: only servers on Node send them to each other.
func decodeRequest(node, namespace string, payload []byte) (*received, error) {
	m, r, err := readJSON(node, payload)
	if err != nil || r == nil {
		return nil, err
	}
	options, ok := m.Value("opts").(*value.Map)
	if !ok {
		return nil, nil
	}
	e := &sockets.Envelope{Namespace: namespace}
	switch m.Value("type") {
	case int64(requestJoin):
		e.Op = sockets.OpJoin
	case int64(requestLeave):
		e.Op = sockets.OpLeave
	case int64(requestDisconnect):
		e.Op = sockets.OpDisconnect
	default:
		return nil, nil
	}
	if e.To, err = names(options.Value("rooms")); err != nil {
		return nil, err
	}
	if e.Except, err = names(options.Value("except")); err != nil {
		return nil, err
	}
	if e.Rooms, err = names(m.Value("rooms")); err != nil {
		return nil, err
	}
	r.envelope = e
	return r, nil
}

// readJSON reads an object and its sender.
func readJSON(node string, payload []byte) (*value.Map, *received, error) {
	if !bytes.HasPrefix(payload, []byte("{")) {
		return nil, nil, fmt.Errorf("%w: no JSON object", errFormat)
	}
	v, err := value.Parse(payload)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errFormat, err)
	}
	m := v.(*value.Map) // as it begins with a brace
	r := &received{}
	if r.node, _ = m.Value("uid").(string); r.node == node {
		return nil, nil, nil
	}
	return m, r, r.readNumber(m)
}

// readNumber reads the member that only our messages have.
func (r *received) readNumber(m *value.Map) error {
	own, ok := m.Value("framework").([]any)
	if !ok || len(own) < 2 {
		return nil
	}
	of, _ := own[0].(int64)
	n, _ := own[1].(int64)
	if of < 1 || n < 1 {
		return fmt.Errorf("%w: it has no number", errFormat)
	}
	if of > version {
		return errNewer
	}
	r.number = uint64(n)
	return nil
}

// names reads a list of rooms; elsewhere they may be numbers.
func names(v any) ([]string, error) {
	list, ok := v.([]any)
	switch one := v.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{one}, nil
	}
	if !ok {
		return nil, fmt.Errorf("%w: rooms are no list", errFormat)
	}
	out := make([]string, len(list))
	for i, v := range list {
		switch v := v.(type) {
		case string:
			out[i] = v
		case int64, float64:
			out[i] = string(value.Append(nil, v))
		default:
			return nil, fmt.Errorf("%w: the name of a room is no text", errFormat)
		}
	}
	return out, nil
}
