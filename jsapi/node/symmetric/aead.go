package symmetric

import (
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"math"

	"golang.org/x/crypto/chacha20"
	"golang.org/x/crypto/poly1305" //nolint:staticcheck // chacha20poly1305 takes whole messages only
)

// aead is a mode that makes a tag. Pieces come out as they go in, before the tag is
// checked, as in OpenSSL.
type aead interface {
	aad(b []byte, total int) error
	update(b []byte) ([]byte, error)
	final() (rest, tag []byte, err error)
}

// gcm is the mode of that name. cipher.NewGCM takes whole messages only.
type gcm struct {
	block    cipher.Block
	decrypts bool
	hash     *ghash
	first    [16]byte // the counter block of the tag
	next     [16]byte
	key      []byte // key stream that is left of the last block
	aadLen   uint64
	length   uint64
}

func newGCM(block cipher.Block, iv []byte, decrypts bool) *gcm {
	var h [16]byte
	block.Encrypt(h[:], h[:])
	g := &gcm{block: block, decrypts: decrypts, hash: newGHASH(h)}
	if len(iv) == 12 {
		copy(g.first[:], iv)
		g.first[15] = 1
	} else {
		j := newGHASH(h)
		j.write(iv)
		j.lengths(0, uint64(len(iv)))
		g.first = j.sum()
	}
	g.next = g.first
	return g
}

func (g *gcm) aad(b []byte, _ int) error {
	if g.length > 0 {
		return ErrState
	}
	g.hash.write(b)
	g.aadLen += uint64(len(b))
	return nil
}

func (g *gcm) update(b []byte) ([]byte, error) {
	if uint64(len(b)) > 1<<36-32-g.length {
		return nil, ErrTooLarge
	}
	if g.length == 0 {
		g.hash.pad()
	}
	g.length += uint64(len(b))
	out := make([]byte, len(b))
	if g.decrypts {
		g.hash.write(b)
	}
	g.xor(out, b)
	if !g.decrypts {
		g.hash.write(out)
	}
	return out, nil
}

// xor encrypts with counters of 32 bits. It makes the key stream by cipher.NewCTR, up to
// where that counter would carry.
func (g *gcm) xor(dst, src []byte) {
	n := subtle.XORBytes(dst, src, g.key)
	g.key = g.key[n:]
	for n < len(src) {
		at := binary.BigEndian.Uint32(g.next[12:]) + 1
		binary.BigEndian.PutUint32(g.next[12:], at)
		whole := uint64(len(src)-n) / 16
		whole = min(whole, uint64(math.MaxUint32-at)+1)
		stream := cipher.NewCTR(g.block, g.next[:])
		if whole == 0 {
			g.key = make([]byte, 16)
			stream.XORKeyStream(g.key, g.key)
			used := subtle.XORBytes(dst[n:], src[n:], g.key)
			g.key = g.key[used:]
			return
		}
		stream.XORKeyStream(dst[n:n+int(whole)*16], src[n:n+int(whole)*16])
		n += int(whole) * 16
		binary.BigEndian.PutUint32(g.next[12:], at+uint32(whole)-1) //nolint:gosec // it wraps, as the mode says
	}
}

func (g *gcm) final() (rest, tag []byte, err error) {
	g.hash.pad()
	g.hash.lengths(g.aadLen, g.length)
	sum := g.hash.sum()
	tag = make([]byte, 16)
	g.block.Encrypt(tag, g.first[:])
	subtle.XORBytes(tag, tag, sum[:])
	return nil, tag, nil
}

// ghash is the hash of gcm: a polynomial in GF(2^128), evaluated with a table of
// sixteen multiples.
type ghash struct {
	table [16][2]uint64
	y     [2]uint64
	rest  []byte
}

func newGHASH(h [16]byte) *ghash {
	g := &ghash{}
	v := [2]uint64{binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:])}
	g.table[8] = v
	for i := 4; i > 0; i /= 2 {
		v = half(v)
		g.table[i] = v
	}
	for i := 2; i < 16; i *= 2 {
		for j := 1; j < i; j++ {
			g.table[i+j] = [2]uint64{g.table[i][0] ^ g.table[j][0], g.table[i][1] ^ g.table[j][1]}
		}
	}
	return g
}

// half multiplies by x, which in the bit order of gcm is a shift to the right.
func half(v [2]uint64) [2]uint64 {
	carry := v[1] & 1
	return [2]uint64{v[0]>>1 ^ -carry&(0xe1<<56), v[1]>>1 | v[0]<<63}
}

func (g *ghash) block(b []byte) {
	y := [2]uint64{g.y[0] ^ binary.BigEndian.Uint64(b[:8]), g.y[1] ^ binary.BigEndian.Uint64(b[8:16])}
	var z [2]uint64
	for word := 1; word >= 0; word-- {
		for shift := 0; shift < 64; shift += 4 {
			low := z[1] & 0xf
			z[1] = z[1]>>4 | z[0]<<60
			z[0] = z[0]>>4 ^ reduction[low]<<48
			t := &g.table[y[word]>>shift&0xf]
			z[0] ^= t[0]
			z[1] ^= t[1]
		}
	}
	g.y = z
}

// reduction is what the four bits that leave a shift add at the other end.
var reduction = [16]uint64{
	0x0000, 0x1c20, 0x3840, 0x2460, 0x7080, 0x6ca0, 0x48c0, 0x54e0,
	0xe100, 0xfd20, 0xd940, 0xc560, 0x9180, 0x8da0, 0xa9c0, 0xb5e0,
}

func (g *ghash) write(b []byte) {
	if len(g.rest) > 0 {
		n := min(16-len(g.rest), len(b))
		g.rest = append(g.rest, b[:n]...)
		b = b[n:]
		if len(g.rest) < 16 {
			return
		}
		g.block(g.rest)
		g.rest = g.rest[:0]
	}
	for len(b) >= 16 {
		g.block(b)
		b = b[16:]
	}
	g.rest = append(g.rest, b...)
}

// pad fills the last block with zeros.
func (g *ghash) pad() {
	if len(g.rest) > 0 {
		g.block(append(g.rest, make([]byte, 16-len(g.rest))...))
		g.rest = g.rest[:0]
	}
}

func (g *ghash) lengths(a, c uint64) {
	g.pad()
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], a*8)
	binary.BigEndian.PutUint64(b[8:], c*8)
	g.block(b[:])
}

func (g *ghash) sum() (out [16]byte) {
	binary.BigEndian.PutUint64(out[:8], g.y[0])
	binary.BigEndian.PutUint64(out[8:], g.y[1])
	return out
}

// poly is chacha20-poly1305.
type poly struct {
	stream         *chacha20.Cipher
	mac            *poly1305.MAC
	decrypts       bool
	aadLen, length uint64
}

// chacha sets up both ciphers with ChaCha20.
func (c *Cipher) chacha(key []byte) error {
	if c.Suite.Name == "chacha20" {
		// OpenSSL takes the counter, 32 bits, before the nonce of 96 bits.
		s, err := chacha20.NewUnauthenticatedCipher(key, c.iv[4:])
		if err != nil {
			return err
		}
		s.SetCounter(binary.LittleEndian.Uint32(c.iv))
		c.stream = &endless{Cipher: s, left: (1<<32 - uint64(binary.LittleEndian.Uint32(c.iv))) * 64}
		return nil
	}
	nonce := append(make([]byte, 12-len(c.iv)), c.iv...)
	s, err := chacha20.NewUnauthenticatedCipher(key, nonce)
	if err != nil {
		return err
	}
	var once [32]byte
	s.XORKeyStream(once[:], once[:])
	s.SetCounter(1)
	c.aead = &poly{stream: s, mac: poly1305.New(&once), decrypts: c.decrypts}
	return nil
}

// endless stops where the counter of ChaCha20 is at its end, instead of a panic.
type endless struct {
	*chacha20.Cipher
	left uint64 // bytes
}

func (e *endless) XORKeyStream(dst, src []byte) {
	n := min(uint64(len(src)), e.left)
	e.Cipher.XORKeyStream(dst[:n], src[:n])
	e.left -= n
}

func (p *poly) aad(b []byte, _ int) error {
	if p.length > 0 {
		return ErrState
	}
	_, _ = p.mac.Write(b) // it has no errors
	p.aadLen += uint64(len(b))
	return nil
}

// fill ends a part of what the tag covers.
func (p *poly) fill(n uint64) {
	if n%16 != 0 {
		_, _ = p.mac.Write(make([]byte, 16-n%16)) // it has no errors
	}
}

func (p *poly) update(b []byte) ([]byte, error) {
	if uint64(len(b)) > 1<<38-64-p.length {
		return nil, ErrTooLarge
	}
	if p.length == 0 && len(b) > 0 {
		p.fill(p.aadLen)
	}
	p.length += uint64(len(b))
	out := make([]byte, len(b))
	p.stream.XORKeyStream(out, b)
	covered := out
	if p.decrypts {
		covered = b
	}
	_, _ = p.mac.Write(covered) // it has no errors
	return out, nil
}

func (p *poly) final() (rest, tag []byte, err error) {
	if p.length == 0 {
		p.fill(p.aadLen)
	}
	p.fill(p.length)
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:8], p.aadLen)
	binary.LittleEndian.PutUint64(b[8:], p.length)
	_, _ = p.mac.Write(b[:]) // it has no errors
	return nil, p.mac.Sum(nil), nil
}
