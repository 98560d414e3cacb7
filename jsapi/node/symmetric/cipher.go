package symmetric

import (
	"bytes"
	"crypto/cipher"
	"crypto/subtle"
	"errors"
)

// What goes wrong with a cipher. The words are those of Node.
var (
	ErrKeyLength   = errors.New("Invalid key length")                               //nolint:staticcheck // see above
	ErrIV          = errors.New("Invalid initialization vector")                    //nolint:staticcheck // see above
	ErrState       = errors.New("Unsupported state")                                //nolint:staticcheck // see above
	ErrAuth        = errors.New("Unsupported state or unable to authenticate data") //nolint:staticcheck // see above
	ErrDecrypt     = errors.New("bad decrypt")
	ErrFinalLength = errors.New("wrong final block length")
	ErrTooLarge    = errors.New("the message is too large for the cipher")
)

// Cipher encrypts or decrypts a message piece by piece. It is not safe for
// concurrent use.
type Cipher struct {
	Suite    Suite
	decrypts bool
	unpadded bool
	block    cipher.Block
	mode     cipher.BlockMode // of ecb, cbc
	stream   cipher.Stream    // of ctr, cfb, ofb, chacha20
	rest     []byte           // less than a block, which waits
	aead     aead
	iv       []byte
	size     int    // of the tag
	tag      []byte // made, or to be checked
}

// Options of New that concern ciphers with a tag.
type Options struct {
	TagSize int // bytes; 0 for the usual
}

// New returns a cipher. The lengths of key and iv are checked.
func New(s Suite, key, iv []byte, decrypts bool, o Options) (*Cipher, error) {
	if len(iv) != s.IV && (!s.Authenticated() || !s.IVFits(len(iv))) {
		return nil, ErrIV
	}
	if len(key) != s.Key {
		return nil, ErrKeyLength
	}
	c := &Cipher{Suite: s, decrypts: decrypts, iv: bytes.Clone(iv), size: o.TagSize}
	if c.size == 0 {
		c.size = 16
	}
	var err error
	if s.make != nil {
		if c.block, err = s.make(key); err != nil {
			return nil, err
		}
	}
	switch s.Mode {
	case "ecb":
		c.mode = ecb{c.block, decrypts}
	case "cbc":
		c.mode = cipher.NewCBCEncrypter(c.block, c.iv)
		if decrypts {
			c.mode = cipher.NewCBCDecrypter(c.block, c.iv)
		}
	case "ctr":
		c.stream = cipher.NewCTR(c.block, c.iv)
	case "ofb":
		c.stream = cipher.NewOFB(c.block, c.iv) //nolint:staticcheck // the project asks for it
	case "cfb":
		c.stream = c.feedback()
	case "gcm":
		c.aead = newGCM(c.block, c.iv, decrypts)
	case "ccm":
		c.aead = newCCM(c.block, c.iv, decrypts, c.size)
	case "ocb":
		c.aead = newOCB(c.block, c.iv, decrypts, c.size)
	case "stream":
		if err := c.chacha(key); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// TagFits says whether a tag may have n bytes.
func (s Suite) TagFits(n int) bool {
	switch s.Mode {
	case "gcm":
		return n == 4 || n == 8 || n >= 12 && n <= 16
	case "ccm":
		return n >= 4 && n <= 16 && n%2 == 0
	}
	return n > 0 && n <= 16
}

// IVFits says whether a cipher with a tag takes an iv of n bytes.
func (s Suite) IVFits(n int) bool {
	switch s.Mode {
	case "gcm":
		return n > 0
	case "ccm":
		return n >= 7 && n <= 13
	case "ocb":
		return n > 0 && n <= 15
	}
	return n == 12
}

func (c *Cipher) feedback() cipher.Stream {
	switch {
	case c.Suite.bits > 0:
		return &shift{block: c.block, register: bytes.Clone(c.iv), bits: c.Suite.bits, decrypts: c.decrypts}
	case c.decrypts:
		return cipher.NewCFBDecrypter(c.block, c.iv) //nolint:staticcheck // the project asks for it
	}
	return cipher.NewCFBEncrypter(c.block, c.iv) //nolint:staticcheck // the project asks for it
}

// SetPadding says whether the message is filled to whole blocks.
func (c *Cipher) SetPadding(on bool) { c.unpadded = !on }

// SetAAD adds data that the tag covers too. total is the length of the message, which
// only the mode ccm needs.
func (c *Cipher) SetAAD(b []byte, total int) error {
	if c.aead == nil {
		return ErrState
	}
	return c.aead.aad(b, total)
}

// SetTag sets the tag that the message must have.
func (c *Cipher) SetTag(tag []byte) {
	c.tag = bytes.Clone(tag)
	if x, ok := c.aead.(interface{ expect(tag []byte) }); ok {
		x.expect(c.tag)
	}
}

// Tag is the tag of a message that was encrypted, nil before Final.
func (c *Cipher) Tag() []byte { return bytes.Clone(c.tag) }

// MadeTag is as Tag, and nothing of a message that was decrypted.
func (c *Cipher) MadeTag() []byte {
	if c.decrypts {
		return nil
	}
	return c.Tag()
}

// Update encrypts or decrypts the next piece.
func (c *Cipher) Update(data []byte) ([]byte, error) {
	switch {
	case c.aead != nil:
		return c.aead.update(data)
	case c.stream != nil:
		out := make([]byte, len(data))
		c.stream.XORKeyStream(out, data)
		return out, nil
	case c.Suite.Mode == "wrap":
		return c.wrap(data)
	}
	c.rest = append(c.rest, data...)
	size := c.block.BlockSize()
	n := len(c.rest) / size * size
	if c.decrypts && !c.unpadded && n == len(c.rest) && n > 0 {
		n -= size // the last block holds the padding
	}
	out := make([]byte, n)
	c.mode.CryptBlocks(out, c.rest[:n])
	c.rest = append([]byte(nil), c.rest[n:]...)
	return out, nil
}

// Final ends the message and returns the last piece.
func (c *Cipher) Final() ([]byte, error) {
	switch {
	case c.aead != nil:
		return c.seal()
	case c.mode == nil:
		return nil, nil
	case c.unpadded:
		if len(c.rest) != 0 {
			return nil, ErrFinalLength
		}
		return nil, nil
	}
	size := c.block.BlockSize()
	if !c.decrypts {
		pad := size - len(c.rest)
		out := append(c.rest, bytes.Repeat([]byte{byte(pad)}, pad)...)
		c.mode.CryptBlocks(out, out)
		return out, nil
	}
	if len(c.rest) != size {
		return nil, ErrFinalLength
	}
	out := make([]byte, size)
	c.mode.CryptBlocks(out, c.rest)
	pad := int(out[size-1])
	if pad == 0 || pad > size || !bytes.Equal(out[size-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) {
		return nil, ErrDecrypt
	}
	return out[:size-pad], nil
}

func (c *Cipher) seal() ([]byte, error) {
	out, tag, err := c.aead.final()
	if err != nil {
		return nil, err
	}
	if !c.decrypts {
		c.tag = tag[:min(c.size, len(tag))]
		return out, nil
	}
	if len(c.tag) == 0 || len(c.tag) > len(tag) || subtle.ConstantTimeCompare(c.tag, tag[:len(c.tag)]) != 1 {
		return nil, ErrAuth
	}
	return out, nil
}

// ecb encrypts each block by itself.
type ecb struct {
	cipher.Block
	decrypts bool
}

func (e ecb) CryptBlocks(dst, src []byte) {
	n := e.BlockSize()
	for i := 0; i < len(src); i += n {
		if e.decrypts {
			e.Decrypt(dst[i:i+n], src[i:i+n])
		} else {
			e.Encrypt(dst[i:i+n], src[i:i+n])
		}
	}
}

// shift is the mode cfb with a feedback of 1 or 8 bits.
type shift struct {
	block    cipher.Block
	register []byte
	bits     int
	decrypts bool
}

func (s *shift) XORKeyStream(dst, src []byte) {
	pad := make([]byte, s.block.BlockSize())
	for i, in := range src {
		var out byte
		for at := 0; at < 8; at += s.bits {
			s.block.Encrypt(pad, s.register)
			mask := byte(0xff) << (8 - s.bits)
			piece := in << at & mask
			made := (piece ^ pad[0]) & mask
			out |= made >> at
			fed := made
			if s.decrypts {
				fed = piece
			}
			s.push(fed)
		}
		dst[i] = out
	}
}

// push shifts the upper bits of b into the register.
func (s *shift) push(b byte) {
	if s.bits == 8 {
		copy(s.register, s.register[1:])
		s.register[len(s.register)-1] = b
		return
	}
	carry := b >> 7
	for i := len(s.register) - 1; i >= 0; i-- {
		next := s.register[i] >> 7
		s.register[i] = s.register[i]<<1 | carry
		carry = next
	}
}
