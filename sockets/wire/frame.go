package wire

import (
	"encoding/binary"
	"unicode/utf8"
)

// The kinds of frames that a server sends, RFC 6455 section 5.2.
const (
	opText   = 1
	opBinary = 2
	opClose  = 8
	opPong   = 10
)

// Codes of close frames, RFC 6455 section 7.4.1.
const (
	CodeNormal   = 1000
	CodeAway     = 1001
	CodeProtocol = 1002
	CodePolicy   = 1008
	CodeTooBig   = 1009
	CodeTryLater = 1013
)

// maxHeader is the longest header of a frame that is not masked.
const maxHeader = 10

// Text returns a whole frame that carries the parts as text.
func Text(parts ...string) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	frame := appendHeader(make([]byte, 0, maxHeader+n), opText, n)
	for _, p := range parts {
		frame = append(frame, p...)
	}
	return frame
}

// Binary returns a whole frame that carries the parts as binary data.
func Binary(parts ...[]byte) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	frame := appendHeader(make([]byte, 0, maxHeader+n), opBinary, n)
	for _, p := range parts {
		frame = append(frame, p...)
	}
	return frame
}

// Payload is what a frame of Text or Binary carries.
func Payload(frame []byte) []byte {
	switch frame[1] {
	case 126:
		return frame[4:]
	case 127:
		return frame[10:]
	}
	return frame[2:]
}

// closeFrame carries a code and the reason, cut to what a control frame holds.
func closeFrame(code int, reason string) []byte {
	const room = 123
	if len(reason) > room {
		reason = reason[:room]
		for !utf8.ValidString(reason) {
			reason = reason[:len(reason)-1]
		}
	}
	frame := appendHeader(nil, opClose, 2+len(reason))
	frame = binary.BigEndian.AppendUint16(frame, uint16(code))
	return append(frame, reason...)
}

func pongFrame(data string) []byte {
	return append(appendHeader(nil, opPong, len(data)), data...)
}

// appendHeader appends the header of a final frame: the frames of a server are
// not masked.
func appendHeader(dst []byte, op byte, n int) []byte {
	const final = 0x80
	dst = append(dst, final|op)
	switch {
	case n < 126:
		return append(dst, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(dst, 126), uint16(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, 127), uint64(n))
}
