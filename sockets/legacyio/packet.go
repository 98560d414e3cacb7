package legacyio

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the first character of a packet.
type Kind byte

// The kinds of packets, in the order of their numbers.
const (
	KindDisconnect Kind = '0' + iota
	KindConnect
	KindHeartbeat
	KindMessage
	KindJSON
	KindEvent
	KindAck
	KindError
	KindNoop
)

// ErrPacket is wrapped by the errors of packets and payloads that cannot be
// decoded.
var ErrPacket = errors.New("malformed packet of Socket.IO 0.9")

// Packet is <type>:[<id>[+]]:[<endpoint>][:<data>].
type Packet struct {
	Kind     Kind
	ID       string // of the packet; of that which is acknowledged it is in Data
	WantData bool   // the acknowledgement is to carry data
	Endpoint string // "" or /name, maybe with a query
	Data     string
}

// Decode reads one packet.
func Decode(text string) (Packet, error) {
	parts := strings.SplitN(text, ":", 4)
	if len(parts) < 3 || len(parts[0]) != 1 || Kind(text[0]) < KindDisconnect || Kind(text[0]) > KindNoop || !utf8.ValidString(text) {
		return Packet{}, fmt.Errorf("%w: %.20q", ErrPacket, text)
	}
	p := Packet{Kind: Kind(text[0]), Endpoint: parts[2]}
	p.ID, p.WantData = strings.CutSuffix(parts[1], "+")
	for _, digit := range p.ID {
		if digit < '0' || digit > '9' || len(p.ID) > 18 {
			return Packet{}, fmt.Errorf("%w: the id is no number", ErrPacket)
		}
	}
	if len(parts) == 4 {
		p.Data = parts[3]
	}
	return p, nil
}

// String encodes the packet.
func (p Packet) String() string {
	var b strings.Builder
	b.WriteByte(byte(p.Kind))
	b.WriteByte(':')
	b.WriteString(p.ID)
	if p.WantData {
		b.WriteByte('+')
	}
	b.WriteByte(':')
	b.WriteString(p.Endpoint)
	if p.Data != "" {
		b.WriteByte(':')
		b.WriteString(p.Data)
	}
	return b.String()
}

// mark stands around the length of each packet of a payload with several.
const mark = "\ufffd"

// encodePayload writes the body that answers a poll; lengths count UTF-16 units.
func encodePayload(packets []string) []byte {
	if len(packets) == 1 {
		return []byte(packets[0])
	}
	var body []byte
	for _, p := range packets {
		n := 0
		for _, r := range p {
			n += width(r)
		}
		body = append(body, mark...)
		body = strconv.AppendInt(body, int64(n), 10)
		body = append(body, mark...)
		body = append(body, p...)
	}
	return body
}

// maxPackets is how many packets one payload may carry, which take more memory
// than their text.
const maxPackets = 50_000

// DecodePayload reads the packets of a POST or a frame.
func DecodePayload(body []byte) ([]Packet, error) {
	if !bytes.HasPrefix(body, []byte(mark)) {
		p, err := Decode(string(body))
		return []Packet{p}, err
	}
	var packets []Packet
	for rest := string(body); rest != ""; {
		if len(packets) == maxPackets {
			return nil, fmt.Errorf("%w: a payload has more than %d packets", ErrPacket, maxPackets)
		}
		digits, after, found := strings.Cut(strings.TrimPrefix(rest, mark), mark)
		n, err := strconv.ParseUint(digits, 10, 31)
		if !strings.HasPrefix(rest, mark) || !found || err != nil {
			return nil, fmt.Errorf("%w: a payload has no length where one is due", ErrPacket)
		}
		end := 0
		for left := int(n); left > 0; {
			r, size := utf8.DecodeRuneInString(after[end:])
			if size == 0 {
				return nil, fmt.Errorf("%w: a payload ends within a packet", ErrPacket)
			}
			left -= width(r)
			end += size
		}
		p, err := Decode(after[:end])
		if err != nil {
			return nil, err
		}
		packets, rest = append(packets, p), after[end:]
	}
	return packets, nil
}

func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
