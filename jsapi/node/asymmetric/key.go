package asymmetric

import (
	"bytes"
	"crypto/dsa" //nolint:staticcheck // projects may hold old keys
	"crypto/rsa"
	"math/big"
)

// Key is a private key, or a public one.
type Key struct {
	// Type is rsa, rsa-pss, dsa, ec, ed25519, x25519, ed448, x448 or dh.
	Type    string
	Private bool

	rsa     *rsa.PublicKey
	rsaKey  *rsa.PrivateKey
	pss     *PSS
	dsa     *dsa.PublicKey
	secret  *big.Int // of dsa and dh
	curve   *Curve
	point   []byte // of ec
	scalar  []byte // of ec
	raw     []byte // the public key of ed25519 and similar
	seed    []byte // the private key of ed25519 and similar
	dhGroup *Group
	dhY     *big.Int
}

// PSS are the restrictions of a key of type rsa-pss.
type PSS struct {
	Hash, MGF string
	Salt      int // bytes, at least
}

// Public is the public key of a private one.
func (k *Key) Public() *Key {
	p := *k
	p.Private, p.rsaKey, p.secret, p.scalar, p.seed = false, nil, nil, nil, nil
	return &p
}

// Curve is the curve of a key of type ec, or nil.
func (k *Key) Curve() *Curve { return k.curve }

// Point is the public key of type ec.
func (k *Key) Point() []byte { return k.point }

// Raw is the public key of types such as ed25519.
func (k *Key) Raw() []byte { return k.raw }

// Details are the members of asymmetricKeyDetails.
type Details struct {
	ModulusLength   int
	PublicExponent  string // decimal
	DivisorLength   int
	NamedCurve      string
	PSS             *PSS
	PrimeLength     int
	Generator       int
	HasDivisor, RSA bool
}

// Details describes the key.
func (k *Key) Details() Details {
	switch k.Type {
	case "rsa", "rsa-pss":
		return Details{ModulusLength: k.rsa.N.BitLen(), PublicExponent: itoa(k.rsa.E), PSS: k.pss, RSA: true}
	case "dsa":
		return Details{ModulusLength: k.dsa.P.BitLen(), DivisorLength: k.dsa.Q.BitLen(), HasDivisor: true}
	case "ec":
		return Details{NamedCurve: k.curve.Name}
	}
	return Details{}
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

// Equal says whether both are the same key.
func (k *Key) Equal(other *Key) bool {
	if k.Type != other.Type || k.Private != other.Private {
		return false
	}
	a, err := k.SPKI()
	b, otherErr := other.SPKI()
	return err == nil && otherErr == nil && bytes.Equal(a, b)
}

// NewEC makes a key of type ec: scalar is nil for a public key, and point may be nil
// for a private one.
func NewEC(c *Curve, point, scalar []byte) (*Key, error) {
	k := &Key{Type: "ec", curve: c}
	var err error
	if scalar != nil {
		k.Private = true
		if k.scalar, err = c.fit(scalar); err != nil {
			return nil, err
		}
		if k.point, err = c.Public(k.scalar); err != nil {
			return nil, err
		}
		if point != nil && !bytes.Equal(point, k.point) {
			return nil, errPoint
		}
		return k, nil
	}
	k.point, err = c.Point(point)
	return k, err
}

// rawSize is the length of the keys of a type without parameters, 0 for others.
func rawSize(kind string) int {
	switch kind {
	case "ed25519", "x25519":
		return 32
	case "ed448":
		return 57
	case "x448":
		return 56
	}
	return 0
}

// NewRaw makes a key of type ed25519, x25519, ed448 or x448.
func NewRaw(kind string, public, seed []byte) (*Key, error) {
	n := rawSize(kind)
	k := &Key{Type: kind}
	if seed != nil {
		if len(seed) != n {
			return nil, unsupported()
		}
		k.Private, k.seed = true, bytes.Clone(seed)
		var err error
		if k.raw, err = rawPublic(kind, seed); err != nil {
			return nil, err
		}
		return k, nil
	}
	if n == 0 || len(public) != n {
		return nil, unsupported()
	}
	k.raw = bytes.Clone(public)
	return k, nil
}

// maxRSA is the longest modulus that is used, in bits, as in OpenSSL.
const maxRSA = 16384

func newRSA(k *rsa.PublicKey) (*Key, error) {
	if k.N.Sign() <= 0 || k.N.BitLen() > maxRSA || k.E < 2 {
		return nil, unsupported()
	}
	return &Key{Type: "rsa", rsa: k}, nil
}
