package engineio

import (
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"

	"framework/sockets/wire"
)

// Kind is the first character of a packet.
type Kind byte

// The kinds of packets, in the order of their numbers.
const (
	KindOpen Kind = '0' + iota
	KindClose
	KindPing
	KindPong
	KindMessage
	KindUpgrade
	KindNoop
)

// The revisions of the protocol that are spoken.
const (
	Revision3 = 3
	Revision4 = 4
)

// Packet is a packet as it was received. Data is text unless Binary.
type Packet struct {
	Kind   Kind
	Binary bool
	Data   []byte
}

// ErrPacket is wrapped by the errors of packets and payloads that cannot be
// decoded.
var ErrPacket = errors.New("malformed packet")

// DecodeText reads a packet that came as text: a frame, or a part of a payload.
func DecodeText(text []byte, revision int) (Packet, error) {
	if len(text) == 0 {
		return Packet{}, fmt.Errorf("%w: it is empty", ErrPacket)
	}
	if text[0] == 'b' {
		return decodeBase64(text[1:], revision)
	}
	kind := Kind(text[0])
	if kind < KindOpen || kind > KindNoop {
		return Packet{}, fmt.Errorf("%w: there is no type %q", ErrPacket, text[:1])
	}
	if !utf8.Valid(text) {
		return Packet{}, fmt.Errorf("%w: its text is not UTF-8", ErrPacket)
	}
	return Packet{Kind: kind, Data: text[1:]}, nil
}

// decodeBase64 reads the text after the b: in revision 3 it starts with the type.
func decodeBase64(text []byte, revision int) (Packet, error) {
	if revision == Revision3 {
		if len(text) == 0 || Kind(text[0]) != KindMessage {
			return Packet{}, fmt.Errorf("%w: only messages can be binary", ErrPacket)
		}
		text = text[1:]
	}
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		return Packet{}, fmt.Errorf("%w: %v", ErrPacket, err) //nolint:errorlint // the kind of error is ours
	}
	return Packet{Kind: KindMessage, Binary: true, Data: data[:n]}, nil
}

// DecodeBinary reads a packet that came as a binary frame.
func DecodeBinary(data []byte, revision int) (Packet, error) {
	if revision == Revision3 {
		if len(data) == 0 || data[0] != binaryMessage {
			return Packet{}, fmt.Errorf("%w: only messages can be binary", ErrPacket)
		}
		data = data[1:]
	}
	return Packet{Kind: KindMessage, Binary: true, Data: data}, nil
}

// binaryMessage is the type of a message in the binary frames of revision 3: a
// number, not a character.
const binaryMessage = 4

// Message is a message to send, encoded once for all receivers. It does not
// change, and is safe for concurrent use.
type Message struct {
	binary bool
	frame  []byte // as a frame; revision 4 if binary

	once   sync.Once
	frame3 []byte // binary in revision 3
}

// Text makes a text message of the parts, which have to be UTF-8.
func Text(parts ...string) *Message {
	all := make([]string, 0, 4)
	all = append(all, string(KindMessage))
	return &Message{frame: wire.Text(append(all, parts...)...)}
}

// Binary makes a binary message.
func Binary(data []byte) *Message { return &Message{binary: true, frame: wire.Binary(data)} }

// control makes a packet that is not a message.
func control(kind Kind, data string) *Message {
	return &Message{frame: wire.Text(string(kind), data)}
}

// wireFrame is the message as one WebSocket frame.
func (m *Message) wireFrame(revision int, asText bool) []byte {
	switch {
	case m.binary && asText: // of few clients: not worth being kept
		return wire.Text(string(m.appendBase64(nil, revision)))
	case !m.binary || revision != Revision3:
		return m.frame
	}
	m.once.Do(func() { m.frame3 = wire.Binary([]byte{binaryMessage}, wire.Payload(m.frame)) })
	return m.frame3
}

// appendBase64 writes a binary message as text.
func (m *Message) appendBase64(dst []byte, revision int) []byte {
	dst = append(dst, 'b')
	if revision == Revision3 {
		dst = append(dst, byte(KindMessage))
	}
	return base64.StdEncoding.AppendEncode(dst, m.payload())
}

// payload is the text of the packet with its type, or the data of a binary one.
func (m *Message) payload() []byte { return wire.Payload(m.frame) }

// size is roughly how many bytes the message takes in a queue.
func (m *Message) size() int { return len(m.frame) }
