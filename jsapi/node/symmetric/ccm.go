package symmetric

import (
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"errors"
)

// ErrMessageLength is the error of a CCM message that is longer than its nonce allows.
var ErrMessageLength = errors.New("Invalid message length") //nolint:staticcheck // the words of Node

// ccm is the mode of that name (NIST SP 800-38C). The whole message is one piece.
type ccm struct {
	block    cipher.Block
	nonce    []byte
	decrypts bool
	size     int // of the tag
	data     []byte
	tag      []byte
	expected []byte
	done     bool
}

func newCCM(block cipher.Block, nonce []byte, decrypts bool, size int) *ccm {
	return &ccm{block: block, nonce: nonce, decrypts: decrypts, size: size}
}

func (c *ccm) expect(tag []byte) { c.expected = tag }

func (c *ccm) aad(b []byte, total int) error {
	if !c.allows(total) {
		return ErrMessageLength
	}
	c.data = append(c.data, b...)
	return nil
}

// allows says whether a length can be written beside the nonce.
func (c *ccm) allows(n int) bool { return len(c.nonce) < 13 || n < 1<<16 }

func (c *ccm) update(b []byte) ([]byte, error) {
	if c.done {
		return nil, ErrState
	}
	if !c.allows(len(b)) {
		return nil, ErrMessageLength
	}
	c.done = true
	start := make([]byte, 16)
	start[0] = byte(14 - len(c.nonce))
	copy(start[1:], c.nonce)
	stream := cipher.NewCTR(c.block, start)
	key := make([]byte, 16)
	stream.XORKeyStream(key, key)
	out := make([]byte, len(b))
	stream.XORKeyStream(out, b)
	plain := b
	if c.decrypts {
		plain = out
	}
	c.tag = c.mac(plain)
	subtle.XORBytes(c.tag, c.tag, key)
	if c.decrypts && subtle.ConstantTimeCompare(c.expected, c.tag[:min(len(c.expected), 16)]) != 1 {
		c.tag = nil // final says so
		return nil, nil
	}
	return out, nil
}

func (c *ccm) mac(plain []byte) []byte {
	x := make([]byte, 16)
	size := c.size
	if c.decrypts {
		size = len(c.expected)
	}
	x[0] = byte((size-2)/2<<3 | (14 - len(c.nonce))) //nolint:gosec // both are small
	if len(c.data) > 0 {
		x[0] |= 0x40
	}
	copy(x[1:], c.nonce)
	for i, n := 15, len(plain); i > len(c.nonce); i-- {
		x[i] = byte(n)
		n >>= 8
	}
	c.block.Encrypt(x, x)
	if len(c.data) > 0 {
		var head []byte
		if n := len(c.data); n < 0xff00 {
			head = binary.BigEndian.AppendUint16(nil, uint16(n)) //nolint:gosec // it was compared
		} else {
			head = binary.BigEndian.AppendUint32([]byte{0xff, 0xfe}, uint32(n)) //nolint:gosec // a message is smaller
		}
		c.absorb(x, append(head, c.data...))
	}
	c.absorb(x, plain)
	return x
}

func (c *ccm) absorb(x, b []byte) {
	for len(b) > 0 {
		n := subtle.XORBytes(x, x, b[:min(16, len(b))])
		b = b[n:]
		c.block.Encrypt(x, x)
	}
}

func (c *ccm) final() (rest, tag []byte, err error) {
	if !c.done {
		if _, err := c.update(nil); err != nil {
			return nil, nil, err
		}
	}
	if c.tag == nil {
		return nil, nil, ErrAuth
	}
	return nil, c.tag, nil
}
