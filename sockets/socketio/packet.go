package socketio

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"framework/engine/value"
)

// kind is the first character of a packet.
type kind byte

const (
	kindConnect kind = '0' + iota
	kindDisconnect
	kindEvent
	kindAck
	kindConnectError
	kindBinaryEvent
	kindBinaryAck
)

// errPacket is wrapped by the errors of packets that cannot be decoded.
var errPacket = errors.New("malformed Socket.IO packet")

// noID is the id of packets that want no acknowledgement.
const noID = -1

// packet is a packet as it was received.
type packet struct {
	kind        kind
	namespace   string // with its query, which version 4 allows: /admin?token=1
	id          int64
	attachments int // that follow
	data        any // nil when there is none
	// busy says that it was not read, as too much is being read; release gives
	// back what it takes of the budget.
	busy    bool
	release func()
}

// decode reads <type>[<attachments>-][<namespace>,][<id>][JSON].
func decode(text string, limits value.Limits) (*packet, error) {
	p, rest, err := decodeHead(text)
	if err == nil {
		err = p.read(rest, limits)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// maxNamespace is how long the name of a namespace with its query may be.
const maxNamespace = 16 << 10

// maxAuth is how long the JSON of connect may be: a socket keeps it as long as it
// lasts.
const maxAuth = 64 << 10

// decodeHead reads the part before the JSON, and returns the rest.
func decodeHead(text string) (p *packet, rest string, err error) {
	if text == "" || text[0] < byte(kindConnect) || text[0] > byte(kindBinaryAck) {
		return nil, "", fmt.Errorf("%w: no such type", errPacket)
	}
	p = &packet{kind: kind(text[0]), namespace: "/", id: noID}
	rest = text[1:]
	if p.kind == kindBinaryEvent || p.kind == kindBinaryAck {
		digits, after, found := strings.Cut(rest, "-")
		n, err := strconv.ParseUint(digits, 10, 31)
		if !found || err != nil {
			return nil, "", fmt.Errorf("%w: the number of attachments is missing", errPacket)
		}
		p.attachments, rest = int(n), after
	}
	if strings.HasPrefix(rest, "/") {
		p.namespace, rest, _ = strings.Cut(rest, ",")
		if len(p.namespace) > maxNamespace {
			return nil, "", fmt.Errorf("%w: the name of its namespace is too long", errPacket)
		}
	}
	if n := digits(rest); n > 0 {
		id, err := strconv.ParseInt(rest[:n], 10, 64)
		if err != nil {
			return nil, "", fmt.Errorf("%w: its id is too large", errPacket)
		}
		p.id, rest = id, rest[n:]
	}
	return p, rest, nil
}

// read takes the JSON of a packet.
func (p *packet) read(text string, limits value.Limits) error {
	if text != "" {
		data, err := value.ParseUntrusted([]byte(text), limits)
		if err != nil {
			return fmt.Errorf("%w: %v", errPacket, err) //nolint:errorlint // the kind of error is ours
		}
		p.data = data
	}
	return p.check()
}

// refuse makes of a packet one that was not read, as too much is being read. Its
// text gives an event its name, unless that is known.
func (p *packet) refuse(text string) {
	switch list, _ := p.data.([]any); {
	case p.kind != kindEvent && p.kind != kindBinaryEvent:
		p.data = nil
	case len(list) > 0:
		p.data = list[:1:1]
	default:
		p.data = []any{eventName(text)}
	}
	p.busy, p.release = true, nil
}

// eventName is the name of an event whose JSON is not read, "" where it is
// written in an unusual way.
func eventName(text string) string {
	rest, ok := strings.CutPrefix(text, `["`)
	name, _, found := strings.Cut(rest, `"`)
	if !ok || !found || strings.Contains(name, `\`) {
		return ""
	}
	return name
}

func digits(text string) int {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// check reports whether the data is valid for the type of the packet.
func (p *packet) check() error {
	switch p.kind {
	case kindEvent, kindBinaryEvent:
		list, _ := p.data.([]any)
		if len(list) == 0 {
			return fmt.Errorf("%w: an event has no name", errPacket)
		}
		switch name := list[0].(type) {
		case string:
			if reserved(name) {
				return fmt.Errorf("%w: the name %q is not for applications", errPacket, name)
			}
		case int64:
			list[0] = strconv.FormatInt(name, 10)
		default:
			return fmt.Errorf("%w: the name of an event is no text", errPacket)
		}
	case kindAck, kindBinaryAck:
		if _, ok := p.data.([]any); !ok || p.id == noID {
			return fmt.Errorf("%w: an acknowledgement needs an id and a list", errPacket)
		}
	case kindDisconnect:
		if p.data != nil {
			return fmt.Errorf("%w: disconnect carries nothing", errPacket)
		}
	case kindConnectError:
		p.data = nil // a packet that only servers send: ignored
	case kindConnect:
		if _, ok := p.data.(*value.Map); p.data != nil && !ok {
			return fmt.Errorf("%w: what comes with connect is no object", errPacket)
		}
	}
	return nil
}

// over releases a packet that has no receiver.
func (p *packet) over() {
	if p.release != nil {
		p.release()
	}
}

// reserved are the names that clients use for events of their own.
func reserved(name string) bool {
	switch name {
	case "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener":
		return true
	}
	return false
}

// appendPacket writes a packet. What data holds of bytes is returned apart, as
// attachments; with any, the type is to be a binary one.
func appendPacket(dst []byte, k kind, namespace string, id int64, data any) (text []byte, attachments [][]byte) {
	data, attachments = detach(data, nil)
	if len(attachments) > 0 {
		switch k {
		case kindEvent:
			k = kindBinaryEvent
		case kindAck:
			k = kindBinaryAck
		}
	}
	dst = append(dst, byte(k))
	if len(attachments) > 0 {
		dst = strconv.AppendInt(dst, int64(len(attachments)), 10)
		dst = append(dst, '-')
	}
	if namespace != "/" {
		dst = append(dst, namespace...)
		dst = append(dst, ',')
	}
	if id != noID {
		dst = strconv.AppendInt(dst, id, 10)
	}
	if data != nil {
		dst = value.Append(dst, data)
	}
	return dst, attachments
}

const (
	placeholderKey = "_placeholder"
	placeholderNum = "num"
)

// detach returns the value with a placeholder for every []byte in it, and those
// after the ones found before. What holds none is not copied.
func detach(v any, found [][]byte) (any, [][]byte) {
	switch v := v.(type) {
	case []byte:
		return value.Of(placeholderKey, true, placeholderNum, int64(len(found))), append(found, v)
	case []any:
		var list []any // a copy, once there is something to change
		for i := range v {
			var member any
			n := len(found)
			if member, found = detach(v[i], found); len(found) == n {
				continue
			}
			if list == nil {
				list = slices.Clone(v)
			}
			list[i] = member
		}
		if list != nil {
			return list, found
		}
	case *value.Map:
		var m *value.Map
		for i := range v.Len() {
			_, member := v.At(i)
			n := len(found)
			if member, found = detach(member, found); len(found) == n {
				continue
			}
			if m == nil {
				m = v.Clone()
			}
			m.SetAt(i, member)
		}
		if m != nil {
			return m, found
		}
	}
	return v, found
}

// attach puts the attachments where their placeholders are, in place.
func attach(v any, attachments [][]byte) (any, error) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			e, err := attach(v[i], attachments)
			if err != nil {
				return nil, err
			}
			v[i] = e
		}
	case *value.Map:
		if v.Value(placeholderKey) == true {
			n, ok := v.Value(placeholderNum).(int64)
			if !ok || n < 0 || n > math.MaxInt32 || int(n) >= len(attachments) {
				return nil, fmt.Errorf("%w: there is no attachment for a placeholder", errPacket)
			}
			return attachments[n], nil
		}
		for i := range v.Len() {
			_, e := v.At(i)
			e, err := attach(e, attachments)
			if err != nil {
				return nil, err
			}
			v.SetAt(i, e)
		}
	}
	return v, nil
}
