package symmetric

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"errors"
)

// ErrWrapped is the error of wrapped keys that were changed, or are none.
var ErrWrapped = errors.New("the wrapped key is damaged")

// maxWrapped is the longest key that is wrapped, in bytes.
const maxWrapped = 1 << 20

// WrapKey wraps a key with another by RFC 3394.
func WrapKey(kek, key []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil {
		return nil, err
	}
	return wrapBlocks(block, usualIV, key)
}

// UnwrapKey is the opposite of WrapKey.
func UnwrapKey(kek, wrapped []byte) ([]byte, error) {
	block, err := aes.NewCipher(kek)
	if err != nil {
		return nil, err
	}
	iv, key, err := unwrapBlocks(block, wrapped)
	if err != nil || subtle.ConstantTimeCompare(iv, usualIV) != 1 {
		return nil, ErrWrapped
	}
	return key, nil
}

var usualIV = bytes.Repeat([]byte{0xa6}, 8)

func wrapBlocks(block cipher.Block, iv, key []byte) ([]byte, error) {
	if len(key)%8 != 0 || len(key) < 16 || len(key) > maxWrapped {
		return nil, ErrWrapped
	}
	out := append(bytes.Clone(iv), key...)
	var b [16]byte
	t := uint64(0)
	for range 6 {
		for i := 8; i < len(out); i += 8 {
			t++
			copy(b[:8], out[:8])
			copy(b[8:], out[i:])
			block.Encrypt(b[:], b[:])
			binary.BigEndian.PutUint64(out, binary.BigEndian.Uint64(b[:8])^t)
			copy(out[i:], b[8:])
		}
	}
	return out, nil
}

func unwrapBlocks(block cipher.Block, wrapped []byte) (iv, key []byte, err error) {
	if len(wrapped)%8 != 0 || len(wrapped) < 24 || len(wrapped) > maxWrapped+8 {
		return nil, nil, ErrWrapped
	}
	out := bytes.Clone(wrapped)
	var b [16]byte
	t := uint64(6 * (len(out)/8 - 1)) //nolint:gosec // it is positive
	for range 6 {
		for i := len(out) - 8; i > 0; i -= 8 {
			binary.BigEndian.PutUint64(b[:8], binary.BigEndian.Uint64(out)^t)
			copy(b[8:], out[i:i+8])
			block.Decrypt(b[:], b[:])
			copy(out, b[:8])
			copy(out[i:], b[8:])
			t--
		}
	}
	return out[:8], out[8:], nil
}

// wrap is the mode of RFC 3394, or of RFC 5649 for keys of any length. A message is
// one piece.
func (c *Cipher) wrap(data []byte) ([]byte, error) {
	if !c.Suite.pads {
		if !c.decrypts {
			return wrapBlocks(c.block, c.iv, data)
		}
		iv, key, err := unwrapBlocks(c.block, data)
		if err == nil && subtle.ConstantTimeCompare(iv, c.iv) != 1 {
			err = ErrWrapped
		}
		return key, err
	}
	if !c.decrypts {
		if len(data) == 0 || len(data) > maxWrapped {
			return nil, ErrWrapped
		}
		iv := binary.BigEndian.AppendUint32(bytes.Clone(c.iv), uint32(len(data))) //nolint:gosec // it was compared
		padded := append(bytes.Clone(data), make([]byte, (8-len(data)%8)%8)...)
		if len(padded) == 8 {
			out := append(iv, padded...)
			c.block.Encrypt(out, out)
			return out, nil
		}
		return wrapBlocks(c.block, iv, padded)
	}
	var iv, key []byte
	if len(data) == 16 {
		out := make([]byte, 16)
		c.block.Decrypt(out, data)
		iv, key = out[:8], out[8:]
	} else {
		var err error
		if iv, key, err = unwrapBlocks(c.block, data); err != nil {
			return nil, err
		}
	}
	n := int(binary.BigEndian.Uint32(iv[4:]))
	if subtle.ConstantTimeCompare(iv[:4], c.iv) != 1 || n > len(key) || n <= len(key)-8 || bytes.ContainsFunc(key[n:], func(r rune) bool { return r != 0 }) {
		return nil, ErrWrapped
	}
	return key[:n], nil
}
