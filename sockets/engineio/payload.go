package engineio

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// separator stands between the packets of a payload of revision 4.
const separator = 0x1e

// form is the format in which a client of revision 3 reads the answer to a poll.
type form int

const (
	textForm   form = iota // text, bytes in base64
	eitherForm             // text or octets
	octetForm              // octets alone
)

// oldTimestamp is how engine.io-client marked its polls up to 1.5. In browsers
// those releases take octets for an answer, and text for that to a POST.
var oldTimestamp = regexp.MustCompile(`^\d{10,}-\d+$`)

// formOf is the form for the client of a handshake with this query.
func formOf(query url.Values) form {
	switch {
	case query.Get("b64") != "":
		return textForm
	case oldTimestamp.MatchString(query.Get("t")):
		return octetForm
	}
	return eitherForm
}

// encodePayload writes the packets of one answer to a poll, and says whether
// it is binary.
func encodePayload(messages []*Message, revision int, f form, toASCII func([]byte) []byte) (body []byte, isBinary bool) {
	if revision == Revision4 {
		return encodePayload4(messages), false
	}
	// Clients of different age disagree on how text beyond ASCII is written in a
	// text payload, but all of them read the binary one.
	octets := f == octetForm || f == eitherForm && slices.ContainsFunc(messages, func(m *Message) bool { return m.binary || !ascii(m.payload()) })
	if octets {
		return encodeBinaryPayload(messages), true
	}
	return encodeTextPayload(messages, toASCII), false
}

func encodePayload4(messages []*Message) []byte {
	var body []byte
	for i, m := range messages {
		if i > 0 {
			body = append(body, separator)
		}
		if m.binary {
			body = m.appendBase64(body, Revision4)
		} else {
			body = append(body, m.payload()...)
		}
	}
	return body
}

// encodeTextPayload writes <length>:<packet> for each packet of revision 3; the
// length counts UTF-16 units.
func encodeTextPayload(messages []*Message, toASCII func([]byte) []byte) []byte {
	var body []byte
	for _, m := range messages {
		text := m.payload()
		if m.binary {
			text = m.appendBase64(nil, Revision3)
		} else if toASCII != nil && !ascii(text) {
			text = toASCII(text)
		}
		body = strconv.AppendInt(body, int64(units(text)), 10)
		body = append(body, ':')
		body = append(body, text...)
	}
	return body
}

// encodeBinaryPayload writes for each packet of revision 3 a 0 for text or a 1,
// the digits of the length in bytes, a byte each, 0xff and the packet.
func encodeBinaryPayload(messages []*Message) []byte {
	var body []byte
	for _, m := range messages {
		data, n := m.payload(), len(m.payload())
		if m.binary {
			body = append(body, 1)
			n++
		} else {
			body = append(body, 0)
		}
		for _, digit := range strconv.Itoa(n) {
			body = append(body, byte(digit-'0'))
		}
		body = append(body, 0xff)
		if m.binary {
			body = append(body, binaryMessage)
		}
		body = append(body, data...)
	}
	return body
}

// maxPackets is how many packets one POST may carry: a packet takes more memory
// than its text, which may be a single byte.
const maxPackets = 50_000

// DecodePayload reads the packets of a POST. isBinary is what its content type
// says. It fails on the first packet that is malformed.
func DecodePayload(body []byte, revision int, isBinary bool) ([]Packet, error) {
	switch {
	case revision == Revision4:
		return decodePayload4(body)
	case isBinary:
		return decodeBinaryPayload(body)
	}
	return decodeTextPayload(body)
}

func tooManyPackets() error {
	return fmt.Errorf("%w: a payload has more than %d packets", ErrPacket, maxPackets)
}

func decodePayload4(body []byte) ([]Packet, error) {
	count := 1 + bytes.Count(body, []byte{separator})
	if count > maxPackets {
		return nil, tooManyPackets()
	}
	packets := make([]Packet, 0, count)
	for text := range bytes.SplitSeq(body, []byte{separator}) {
		p, err := DecodeText(text, Revision4)
		if err != nil {
			return nil, err
		}
		packets = append(packets, p)
	}
	return packets, nil
}

func decodeTextPayload(body []byte) ([]Packet, error) {
	var packets []Packet
	for len(body) > 0 {
		if len(packets) == maxPackets {
			return nil, tooManyPackets()
		}
		digits, rest, found := bytes.Cut(body, []byte{':'})
		n, err := strconv.ParseUint(string(digits), 10, 31)
		if !found || err != nil || n == 0 {
			return nil, fmt.Errorf("%w: a payload has no length where one is due", ErrPacket)
		}
		end, ok := skipUnits(rest, int(n))
		if !ok {
			return nil, fmt.Errorf("%w: a payload ends within a packet", ErrPacket)
		}
		p, err := DecodeText(encodedTwice(rest[:end]), Revision3)
		if err != nil {
			return nil, err
		}
		packets, body = append(packets, p), rest[end:]
	}
	if packets == nil {
		return nil, fmt.Errorf("%w: a payload is empty", ErrPacket)
	}
	return packets, nil
}

func decodeBinaryPayload(body []byte) ([]Packet, error) {
	var packets []Packet
	for len(body) > 0 {
		if len(packets) == maxPackets {
			return nil, tooManyPackets()
		}
		isText := body[0] == 0
		n, i := 0, 1
		for ; i < len(body) && body[i] <= 9 && i <= 10; i++ {
			n = n*10 + int(body[i])
		}
		if body[0] > 1 || i == 1 || i >= len(body) || body[i] != 0xff {
			return nil, fmt.Errorf("%w: a binary payload has no length where one is due", ErrPacket)
		}
		rest := body[i+1:]
		if n > len(rest) {
			return nil, fmt.Errorf("%w: a binary payload ends within a packet", ErrPacket)
		}
		decode := DecodeBinary
		if isText {
			decode = DecodeText
		}
		p, err := decode(rest[:n:n], Revision3)
		if err != nil {
			return nil, err
		}
		packets, body = append(packets, p), rest[n:]
	}
	if packets == nil {
		return nil, fmt.Errorf("%w: a payload is empty", ErrPacket)
	}
	return packets, nil
}

// encodedTwice undoes what the clients of Engine.IO 1.x do to the text of text
// payloads: they encode it as UTF-8 into a string of characters up to U+00FF,
// which is then encoded again. Text that cannot be meant so is left alone.
func encodedTwice(text []byte) []byte {
	if ascii(text) {
		return text
	}
	once := make([]byte, 0, len(text))
	for _, r := range string(text) {
		if r > 0xff {
			return text
		}
		once = append(once, byte(r))
	}
	if !utf8.Valid(once) {
		return text
	}
	return once
}

func ascii(text []byte) bool {
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// units is the length of text in UTF-16 units.
func units(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += width(r)
		text = text[size:]
	}
	return n
}

// skipUnits returns the offset after n UTF-16 units.
func skipUnits(text []byte, n int) (offset int, ok bool) {
	for n > 0 {
		if offset == len(text) {
			return 0, false
		}
		r, size := utf8.DecodeRune(text[offset:])
		n -= width(r)
		offset += size
	}
	return offset, n == 0
}

func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
