package symmetric

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des" //nolint:gosec // projects may hold old data in it
	"fmt"
	"strings"
)

// Suite is what is known of a cipher.
type Suite struct {
	Name  string // as getCipherInfo returns it
	Mode  string // cbc, ccm, cfb, ctr, ecb, gcm, ocb, ofb, stream or wrap
	NID   int    // the number of OpenSSL
	Key   int    // bytes
	IV    int    // bytes; 0 where there is none
	Block int    // bytes; 1 where any length can be encrypted, 0 for stream ciphers
	make  func(key []byte) (cipher.Block, error)
	bits  int  // of feedback, in the mode cfb
	pads  bool // the mode wrap, of any length
}

// Authenticated says whether the cipher makes a tag.
func (s Suite) Authenticated() bool {
	return s.Mode == "gcm" || s.Mode == "ccm" || s.Mode == "ocb" || s.Name == "chacha20-poly1305"
}

// Find returns a cipher by any of its names.
func Find(name string) (Suite, bool) {
	s, ok := suites()[strings.ToLower(name)]
	return s, ok
}

// ByNID returns a cipher by its number in OpenSSL.
func ByNID(nid int) (Suite, bool) {
	for _, s := range suites() {
		if s.NID == nid {
			return s, true
		}
	}
	return Suite{}, false
}

// Names are all names of ciphers, as getCiphers returns them, not sorted.
func Names() []string {
	var out []string
	for name := range suites() {
		if strings.HasPrefix(name, "id-aes") {
			name = strings.NewReplacer("ccm", "CCM", "gcm", "GCM").Replace(name)
		}
		out = append(out, name)
	}
	return out
}

func suites() map[string]Suite {
	out := map[string]Suite{
		"chacha20":          {Name: "chacha20", Mode: "stream", NID: 1019, Key: 32, IV: 16},
		"chacha20-poly1305": {Name: "chacha20-poly1305", Mode: "stream", NID: 1018, Key: 32, IV: 12},
	}
	for i, bits := range []int{128, 192, 256} {
		for _, m := range []struct {
			mode      string
			iv, block int
			nid       int
		}{
			{"ecb", 0, 16, 418 + 4*i},
			{"cbc", 16, 16, 419 + 4*i},
			{"ofb", 16, 1, 420 + 4*i},
			{"cfb", 16, 1, 421 + 4*i},
			{"cfb1", 16, 1, 650 + i},
			{"cfb8", 16, 1, 653 + i},
			{"ctr", 16, 1, 904 + i},
			{"ocb", 12, 16, 958 + i},
			{"gcm", 12, 1, 895 + 3*i},
			{"ccm", 12, 1, 896 + 3*i},
			{"wrap", 8, 8, 788 + i},
			{"wrap-pad", 4, 8, 897 + 3*i},
		} {
			s := Suite{Name: fmt.Sprintf("aes-%d-%s", bits, m.mode), Mode: m.mode, NID: m.nid, Key: bits / 8, IV: m.iv, Block: m.block, make: aes.NewCipher}
			alias := fmt.Sprintf("id-aes%d-%s", bits, m.mode)
			switch m.mode {
			case "cfb", "cfb1", "cfb8":
				s.Mode, s.bits = "cfb", feedback(m.mode)
			case "gcm", "ccm":
				out[s.Name], out[alias] = named(s, alias), named(s, alias)
				continue
			case "wrap", "wrap-pad":
				s.Mode, s.pads = "wrap", m.mode == "wrap-pad"
				out[alias] = named(s, alias)
				if !s.pads {
					out[fmt.Sprintf("aes%d-wrap", bits)] = named(s, alias)
				}
				continue
			}
			out[s.Name] = s
		}
		out[fmt.Sprintf("aes%d", bits)] = out[fmt.Sprintf("aes-%d-cbc", bits)]
	}
	addTripleDES(out)
	return out
}

func named(s Suite, name string) Suite {
	s.Name = name
	return s
}

func feedback(mode string) int {
	switch mode {
	case "cfb1":
		return 1
	case "cfb8":
		return 8
	}
	return 0
}

func addTripleDES(out map[string]Suite) {
	two := func(key []byte) (cipher.Block, error) {
		return des.NewTripleDESCipher(append(key[:16:16], key[:8]...))
	}
	for _, m := range []struct {
		name, mode string
		iv, block  int
		nid2, nid3 int
	}{
		{"", "ecb", 0, 8, 32, 33},
		{"-cbc", "cbc", 8, 8, 43, 44},
		{"-ofb", "ofb", 8, 1, 62, 63},
		{"-cfb", "cfb", 8, 1, 60, 61},
		{"-cfb1", "cfb", 8, 1, 0, 658},
		{"-cfb8", "cfb", 8, 1, 0, 659},
	} {
		s := Suite{Name: "des-ede3" + m.name, Mode: m.mode, NID: m.nid3, Key: 24, IV: m.iv, Block: m.block, make: des.NewTripleDESCipher}
		s.bits = feedback(strings.TrimPrefix(m.name, "-"))
		out[s.Name] = s
		if m.nid2 != 0 {
			s.Name, s.NID, s.Key, s.make = "des-ede"+m.name, m.nid2, 16, two
			out[s.Name] = s
		}
	}
	out["des-ede-ecb"], out["des-ede3-ecb"], out["des3"] = out["des-ede"], out["des-ede3"], out["des-ede3-cbc"]
}
