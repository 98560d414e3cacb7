package symmetric_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"
	"pgregory.net/rapid"

	"framework/jsapi/node/symmetric"
)

// Messages in pieces become what Go makes of them at once, and come back.
func TestPiecesAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"aes-128-gcm", "aes-256-gcm", "chacha20-poly1305"}).Draw(t, "name")
		s, _ := symmetric.Find(name)
		size := func(n int) *rapid.Generator[[]byte] { return rapid.SliceOfN(rapid.Byte(), n, n) }
		key, iv, aad := size(s.Key).Draw(t, "key"), size(12).Draw(t, "iv"), rapid.SliceOf(rapid.Byte()).Draw(t, "aad")
		if s.Mode == "gcm" {
			iv = rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "iv of any length")
		}
		data := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "data")
		var whole cipher.AEAD
		var err error
		if s.Mode == "gcm" {
			var block cipher.Block
			if block, err = aes.NewCipher(key); err == nil {
				whole, err = cipher.NewGCMWithNonceSize(block, len(iv))
			}
		} else {
			whole, err = chacha20poly1305.New(key)
		}
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Seal(nil, iv, data, aad)
		got, tag := pieces(t, s, key, iv, aad, data, nil)
		if !bytes.Equal(append(bytes.Clone(got), tag...), want) {
			t.Fatalf("%x %x, want %x", got, tag, want)
		}
		if back, _ := pieces(t, s, key, iv, aad, got, tag); !bytes.Equal(back, data) {
			t.Fatalf("%x came back as %x", data, back)
		}
	})
}

// pieces encrypts, or decrypts where there is a tag.
func pieces(t *rapid.T, s symmetric.Suite, key, iv, aad, data, tag []byte) (out, made []byte) {
	c, err := symmetric.New(s, key, iv, tag != nil, symmetric.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tag != nil {
		c.SetTag(tag)
	}
	if err := c.SetAAD(aad, len(data)); err != nil {
		t.Fatal(err)
	}
	for len(data) > 0 {
		n := rapid.IntRange(1, len(data)).Draw(t, "piece")
		b, err := c.Update(data[:n])
		if err != nil {
			t.Fatal(err)
		}
		out, data = append(out, b...), data[n:]
	}
	last, err := c.Final()
	if err != nil {
		t.Fatal(err)
	}
	return append(out, last...), c.Tag()
}
