package registry

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // Old lock files have no other sum.
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// sums are the algorithms of an integrity attribute, the strongest first.
var sums = []struct {
	name string
	make func() hash.Hash
}{
	{"sha512", sha512.New}, {"sha384", sha512.New384}, {"sha256", sha256.New}, {"sha1", sha1.New},
}

// Integrity is the strongest sum of a text such as "sha1-… sha512-…"; several of
// the same algorithm are alternatives.
type Integrity struct {
	algorithm string
	make      func() hash.Hash
	digests   [][]byte
}

// ParseIntegrity reads the value of an integrity attribute. The result is empty
// if the text has no sum that can be checked.
func ParseIntegrity(text string) Integrity {
	for _, sum := range sums {
		var in Integrity
		for _, part := range strings.Fields(text) {
			encoded, ok := strings.CutPrefix(part, sum.name+"-")
			if !ok {
				continue
			}
			encoded, _, _ = strings.Cut(encoded, "?")
			if digest, err := base64.StdEncoding.DecodeString(encoded); err == nil && len(digest) == sum.make().Size() {
				in.digests = append(in.digests, digest)
			}
		}
		if len(in.digests) > 0 {
			in.algorithm, in.make = sum.name, sum.make
			return in
		}
	}
	return Integrity{}
}

// FromShasum returns the integrity attribute of a SHA-1 sum in hexadecimal
// digits, which is all that old packages have; "" if it is none.
func FromShasum(hexadecimal string) string {
	digest, err := hex.DecodeString(hexadecimal)
	if err != nil || len(digest) != sha1.Size {
		return ""
	}
	return "sha1-" + base64.StdEncoding.EncodeToString(digest)
}

// Empty reports whether there is nothing to check.
func (i Integrity) Empty() bool { return len(i.digests) == 0 }

// file is the place of a file in the cache.
func (i Integrity) file() string {
	name := hex.EncodeToString(i.digests[0])
	return i.algorithm + "/" + name[:2] + "/" + name[2:]
}

// check returns an error unless data has the sum.
func (i Integrity) check(data []byte) error {
	h := i.make()
	_, _ = h.Write(data)
	got := h.Sum(nil)
	for _, want := range i.digests {
		if bytes.Equal(got, want) {
			return nil
		}
	}
	return fmt.Errorf("its %s sum is %s, and has to be %s: the file was changed on its way, or the lock file is of another one",
		i.algorithm, base64.StdEncoding.EncodeToString(got), base64.StdEncoding.EncodeToString(i.digests[0]))
}

// Sum returns the integrity attribute of data.
func Sum(data []byte) string {
	sum := sha512.Sum512(data)
	return "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
}
