package socketio

import (
	"fmt"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"framework/sockets/engineio"
)

// message is a packet to send, encoded once for each protocol that its
// receivers use. It is safe for concurrent use.
type message struct {
	kind      kind
	namespace string
	id        int64
	data      any

	engine  sync.Once
	packets []*engineio.Message

	legacy sync.Once
	text   string
}

func newEvent(namespace, name string, id int64, args []any) *message {
	data := make([]any, 0, 1+len(args))
	return &message{kind: kindEvent, namespace: namespace, id: id, data: append(append(data, name), args...)}
}

// forEngine is the message in the versions 3, 4 and 5.
func (m *message) forEngine() []*engineio.Message {
	m.engine.Do(func() {
		text, attachments := appendPacket(nil, m.kind, m.namespace, m.id, m.data)
		m.packets = append(m.packets, engineio.Text(string(text)))
		for _, a := range attachments {
			m.packets = append(m.packets, engineio.Binary(a))
		}
	})
	return m.packets
}

// escape writes what is not ASCII as escapes of JSON: it only stands in strings,
// as names of namespaces are ASCII.
func escape(text []byte) []byte {
	out := make([]byte, 0, len(text)*2)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch high, low := utf16.EncodeRune(r); {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[size:]
	}
	return out
}
