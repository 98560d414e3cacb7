package symmetric

import (
	"crypto/cipher"
	"crypto/subtle"
	"math/bits"
)

// ocb is the mode OCB3 of RFC 7253.
type ocb struct {
	block    cipher.Block
	decrypts bool
	star     [16]byte
	dollar   [16]byte
	l        [][16]byte // L_0, L_1, …
	offset   [16]byte
	checksum [16]byte
	at       uint64 // blocks
	rest     []byte

	dataOffset, dataSum [16]byte
	dataAt              uint64
	dataRest            []byte
}

func newOCB(block cipher.Block, nonce []byte, decrypts bool, size int) *ocb {
	o := &ocb{block: block, decrypts: decrypts}
	block.Encrypt(o.star[:], o.star[:])
	o.dollar = double(o.star)
	o.l = [][16]byte{double(o.dollar)}
	var first [16]byte
	copy(first[16-len(nonce):], nonce)
	first[15-len(nonce)] |= 1
	first[0] |= byte(size * 8 % 128 << 1)
	bottom := uint(first[15] & 0x3f)
	first[15] &= 0xc0
	var top [24]byte
	block.Encrypt(top[:16], first[:])
	for i := range 8 {
		top[16+i] = top[i] ^ top[i+1]
	}
	for i := range o.offset {
		at := uint(i) + bottom/8 //nolint:gosec // an index
		o.offset[i] = top[at]<<(bottom%8) | byte(uint(top[at+1])>>(8-bottom%8))
	}
	return o
}

func double(b [16]byte) (out [16]byte) {
	for i := range 15 {
		out[i] = b[i]<<1 | b[i+1]>>7
	}
	out[15] = b[15]<<1 ^ 0x87*(b[0]>>7)
	return out
}

func (o *ocb) ntz(i uint64) [16]byte {
	n := bits.TrailingZeros64(i)
	for len(o.l) <= n {
		o.l = append(o.l, double(o.l[len(o.l)-1]))
	}
	return o.l[n]
}

func xor(to *[16]byte, b []byte) { subtle.XORBytes(to[:], to[:], b) }

func (o *ocb) aad(b []byte, _ int) error {
	o.dataRest = append(o.dataRest, b...)
	for len(o.dataRest) >= 16 {
		o.dataAt++
		l := o.ntz(o.dataAt)
		xor(&o.dataOffset, l[:])
		o.addData(o.dataRest[:16])
		o.dataRest = o.dataRest[16:]
	}
	return nil
}

func (o *ocb) addData(b []byte) {
	x := o.dataOffset
	xor(&x, b)
	o.block.Encrypt(x[:], x[:])
	xor(&o.dataSum, x[:])
}

func (o *ocb) update(b []byte) ([]byte, error) {
	o.rest = append(o.rest, b...)
	var out []byte
	for len(o.rest) >= 16 {
		o.at++
		l := o.ntz(o.at)
		xor(&o.offset, l[:])
		x := o.offset
		xor(&x, o.rest[:16])
		if o.decrypts {
			o.block.Decrypt(x[:], x[:])
		} else {
			o.block.Encrypt(x[:], x[:])
			xor(&o.checksum, o.rest[:16])
		}
		xor(&x, o.offset[:])
		if o.decrypts {
			xor(&o.checksum, x[:])
		}
		out = append(out, x[:]...)
		o.rest = o.rest[16:]
	}
	return out, nil
}

func (o *ocb) final() (rest, tag []byte, err error) {
	if n := len(o.rest); n > 0 {
		xor(&o.offset, o.star[:])
		var pad [16]byte
		o.block.Encrypt(pad[:], o.offset[:])
		rest = make([]byte, n)
		subtle.XORBytes(rest, o.rest, pad[:])
		plain := o.rest
		if o.decrypts {
			plain = rest
		}
		xor(&o.checksum, append(append([]byte(nil), plain...), 0x80))
	}
	if n := len(o.dataRest); n > 0 {
		xor(&o.dataOffset, o.star[:])
		var last [16]byte
		copy(last[:], o.dataRest)
		last[n] = 0x80
		o.addData(last[:])
	}
	t := o.checksum
	xor(&t, o.offset[:])
	xor(&t, o.dollar[:])
	o.block.Encrypt(t[:], t[:])
	xor(&t, o.dataSum[:])
	return rest, t[:], nil
}
