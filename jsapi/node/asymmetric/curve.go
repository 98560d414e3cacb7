package asymmetric

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/asn1"
	"errors"
	"math/big"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	k1 "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// Curve is an elliptic curve. Points are bytes: 4, x and y. Scalars have Size bytes.
type Curve struct {
	Name string // in OpenSSL
	JWK  string // empty where it has none
	oid  asn1.ObjectIdentifier
	Size int
	nist elliptic.Curve // nil for secp256k1
	dh   ecdh.Curve     // nil where crypto/ecdh does not have it
}

func curves() []*Curve {
	return []*Curve{
		{"prime256v1", "P-256", asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}, 32, elliptic.P256(), ecdh.P256()},
		{"secp224r1", "", asn1.ObjectIdentifier{1, 3, 132, 0, 33}, 28, elliptic.P224(), nil},
		{"secp256k1", "secp256k1", asn1.ObjectIdentifier{1, 3, 132, 0, 10}, 32, nil, nil},
		{"secp384r1", "P-384", asn1.ObjectIdentifier{1, 3, 132, 0, 34}, 48, elliptic.P384(), ecdh.P384()},
		{"secp521r1", "P-521", asn1.ObjectIdentifier{1, 3, 132, 0, 35}, 66, elliptic.P521(), ecdh.P521()},
	}
}

// CurveNames are the names of the curves in OpenSSL.
func CurveNames() []string {
	var out []string
	for _, c := range curves() {
		out = append(out, c.Name)
	}
	return out
}

// FindCurve returns a curve by its name in OpenSSL or at NIST.
func FindCurve(name string) (*Curve, bool) {
	for _, c := range curves() {
		if c.Name == name || c.JWK == name && name != "" || c.Name == "secp224r1" && name == "P-224" {
			return c, true
		}
	}
	return nil, false
}

func curveOf(oid asn1.ObjectIdentifier) (*Curve, bool) {
	for _, c := range curves() {
		if c.oid.Equal(oid) {
			return c, true
		}
	}
	return nil, false
}

// curveParameters are the numbers of a curve, which keys of older programs have in place of its name
// (ECParameters of RFC 3279).
type curveParameters struct {
	Version int
	Field   struct {
		Type  asn1.ObjectIdentifier
		Prime *big.Int
	}
	Curve struct {
		A, B []byte
		Seed asn1.BitString `asn1:"optional"`
	}
	Base     []byte
	Order    *big.Int
	Cofactor *big.Int `asn1:"optional"`
}

var oidPrimeField = asn1.ObjectIdentifier{1, 2, 840, 10045, 1, 1}

// curve is the known curve that has these numbers.
func (p *curveParameters) curve() (*Curve, bool) {
	if !p.Field.Type.Equal(oidPrimeField) || p.Cofactor != nil && p.Cofactor.Cmp(big.NewInt(1)) != 0 {
		return nil, false
	}
	for _, c := range curves() {
		known, a := secp256k1.S256().Params(), new(big.Int) //nolint:staticcheck // for its numbers
		if c.nist != nil {
			known = c.nist.Params()
			a.Sub(known.P, big.NewInt(3))
		}
		if known.P.Cmp(p.Field.Prime) != 0 || a.Cmp(new(big.Int).SetBytes(p.Curve.A)) != 0 || known.B.Cmp(new(big.Int).SetBytes(p.Curve.B)) != 0 || known.N.Cmp(p.Order) != 0 {
			continue
		}
		base, err := c.Point(p.Base)
		return c, err == nil && bytes.Equal(base, c.join(known.Gx, known.Gy))
	}
	return nil, false
}

var errPoint = errors.New("the bytes are no point of the curve")

// Point reads a point: compressed, uncompressed or hybrid.
func (c *Curve) Point(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, errPoint
	}
	if c.nist == nil {
		k, err := secp256k1.ParsePubKey(b)
		if err != nil {
			return nil, err
		}
		return k.SerializeUncompressed(), nil
	}
	if len(b) == 1+c.Size && (b[0] == 2 || b[0] == 3) {
		x, y := elliptic.UnmarshalCompressed(c.nist, b)
		if x == nil {
			return nil, errPoint
		}
		return c.join(x, y), nil
	}
	if len(b) != 1+2*c.Size {
		return nil, errPoint
	}
	plain := append([]byte{4}, b[1:]...)
	if hybrid := b[0] == 6 || b[0] == 7; !hybrid && b[0] != 4 || hybrid && b[0]&1 != b[len(b)-1]&1 {
		return nil, errPoint
	}
	if _, err := ecdsa.ParseUncompressedPublicKey(c.nist, plain); err != nil {
		return nil, err
	}
	return plain, nil
}

func (c *Curve) join(x, y *big.Int) []byte {
	out := make([]byte, 1+2*c.Size)
	out[0] = 4
	x.FillBytes(out[1 : 1+c.Size])
	y.FillBytes(out[1+c.Size:])
	return out
}

// Form writes a point: "compressed", "hybrid" or, for any other word, uncompressed.
func (c *Curve) Form(point []byte, form string) []byte {
	odd := point[len(point)-1] & 1
	switch form {
	case "compressed":
		return append([]byte{2 | odd}, point[1:1+c.Size]...)
	case "hybrid":
		return append([]byte{6 | odd}, point[1:]...)
	}
	return append([]byte(nil), point...)
}

var errScalar = errors.New("the private key is not valid for the curve")

// Public is the point of a private key.
func (c *Curve) Public(scalar []byte) ([]byte, error) {
	scalar, err := c.fit(scalar)
	if err != nil {
		return nil, err
	}
	if c.nist == nil {
		var s secp256k1.ModNScalar
		if s.SetByteSlice(scalar) || s.IsZero() {
			return nil, errScalar
		}
		return secp256k1.NewPrivateKey(&s).PubKey().SerializeUncompressed(), nil
	}
	k, err := ecdsa.ParseRawPrivateKey(c.nist, scalar)
	if err != nil {
		return nil, err
	}
	return k.PublicKey.Bytes()
}

// fit gives a scalar the size of the curve.
func (c *Curve) fit(scalar []byte) ([]byte, error) {
	for len(scalar) > c.Size && scalar[0] == 0 {
		scalar = scalar[1:]
	}
	if len(scalar) > c.Size {
		return nil, errScalar
	}
	return append(make([]byte, c.Size-len(scalar)), scalar...), nil
}

// Generate makes a private key.
func (c *Curve) Generate() ([]byte, error) {
	if c.nist == nil {
		k, err := secp256k1.GeneratePrivateKey()
		if err != nil {
			return nil, err
		}
		return k.Serialize(), nil
	}
	k, err := ecdsa.GenerateKey(c.nist, rand.Reader)
	if err != nil {
		return nil, err
	}
	return k.Bytes()
}

// Agree is the shared secret of a private key and the point of another.
func (c *Curve) Agree(scalar, point []byte) ([]byte, error) {
	switch {
	case c.dh != nil:
		private, err := c.dh.NewPrivateKey(scalar)
		if err != nil {
			return nil, err
		}
		public, err := c.dh.NewPublicKey(point)
		if err != nil {
			return nil, err
		}
		return private.ECDH(public)
	case c.nist == nil:
		public, err := secp256k1.ParsePubKey(point)
		if err != nil {
			return nil, err
		}
		return secp256k1.GenerateSharedSecret(secp256k1.PrivKeyFromBytes(scalar), public), nil
	}
	x, y := new(big.Int).SetBytes(point[1:1+c.Size]), new(big.Int).SetBytes(point[1+c.Size:])
	if !c.nist.IsOnCurve(x, y) { //nolint:staticcheck // crypto/ecdh does not have P-224
		return nil, errPoint
	}
	x, _ = c.nist.ScalarMult(x, y, scalar) //nolint:staticcheck // see above
	return x.FillBytes(make([]byte, c.Size)), nil
}

type pair struct{ R, S *big.Int }

// sign returns a signature of a digest in DER.
func (c *Curve) sign(scalar, sum []byte) ([]byte, error) {
	if c.nist == nil {
		return k1.Sign(secp256k1.PrivKeyFromBytes(scalar), sum).Serialize(), nil
	}
	k, err := ecdsa.ParseRawPrivateKey(c.nist, scalar)
	if err != nil {
		return nil, err
	}
	return ecdsa.SignASN1(rand.Reader, k, sum)
}

func (c *Curve) verify(point, sum, signature []byte) bool {
	if c.nist == nil {
		var s pair
		if rest, err := asn1.Unmarshal(signature, &s); err != nil || len(rest) > 0 {
			return false
		}
		public, err := secp256k1.ParsePubKey(point)
		if err != nil || s.R.Sign() <= 0 || s.S.Sign() <= 0 || s.R.BitLen() > 256 || s.S.BitLen() > 256 {
			return false
		}
		var r, v secp256k1.ModNScalar
		if r.SetByteSlice(s.R.Bytes()) || v.SetByteSlice(s.S.Bytes()) {
			return false
		}
		return k1.NewSignature(&r, &v).Verify(sum, public)
	}
	k, err := ecdsa.ParseUncompressedPublicKey(c.nist, point)
	return err == nil && ecdsa.VerifyASN1(k, sum, signature)
}

// plainSignature converts a signature from DER to r and s side by side.
func (c *Curve) plainSignature(der []byte) ([]byte, error) { return plainPair(der, c.Size) }

func plainPair(der []byte, size int) ([]byte, error) {
	var s pair
	if _, err := asn1.Unmarshal(der, &s); err != nil {
		return nil, err
	}
	if s.R.Sign() < 0 || s.S.Sign() < 0 || s.R.BitLen() > 8*size || s.S.BitLen() > 8*size {
		return nil, errScalar
	}
	out := make([]byte, 2*size)
	s.R.FillBytes(out[:size])
	s.S.FillBytes(out[size:])
	return out, nil
}

// derSignature is the opposite of plainPair.
func derSignature(plain []byte, size int) ([]byte, bool) {
	if len(plain) != 2*size {
		return nil, false
	}
	der, err := asn1.Marshal(pair{new(big.Int).SetBytes(plain[:size]), new(big.Int).SetBytes(plain[size:])})
	return der, err == nil
}
