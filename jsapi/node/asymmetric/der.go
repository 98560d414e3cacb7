package asymmetric

import (
	"bytes"
	"crypto/dsa" //nolint:staticcheck // projects may hold old keys
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"math/big"
)

type algorithm struct {
	OID        asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

type publicInfo struct {
	Algorithm algorithm
	Key       asn1.BitString
}

type privateInfo struct {
	Version    int
	Algorithm  algorithm
	Key        []byte
	Attributes asn1.RawValue `asn1:"optional,tag:0"`
	Public     asn1.RawValue `asn1:"optional,tag:1"`
}

type sec1 struct {
	Version int
	Key     []byte
	Curve   asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
	Public  asn1.BitString        `asn1:"optional,explicit,tag:1"`
}

type dsaParameters struct{ P, Q, G *big.Int }

type dsaKey struct {
	Version       int
	P, Q, G, Y, X *big.Int
}

type dhParameters struct {
	P, G   *big.Int
	Length int `asn1:"optional"`
}

type pssParameters struct {
	Hash    algorithm `asn1:"optional,explicit,tag:0"`
	MGF     algorithm `asn1:"optional,explicit,tag:1"`
	Salt    int       `asn1:"optional,explicit,tag:2,default:20"`
	Trailer int       `asn1:"optional,explicit,tag:3,default:1"`
}

var (
	oidRSA  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
	oidMGF1 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 8}
	oidPSS  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10}
	oidDSA  = asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}
	oidEC   = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	oidDH   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 3, 1}
)

var oidRaw = map[string]asn1.ObjectIdentifier{
	"x25519": {1, 3, 101, 110}, "x448": {1, 3, 101, 111}, "ed25519": {1, 3, 101, 112}, "ed448": {1, 3, 101, 113},
}

func rawType(oid asn1.ObjectIdentifier) string {
	for kind, known := range oidRaw {
		if known.Equal(oid) {
			return kind
		}
	}
	return ""
}

// oidHashes are the digests of rsa-pss keys.
var oidHashes = map[string]asn1.ObjectIdentifier{
	"sha1": {1, 3, 14, 3, 2, 26}, "sha224": {2, 16, 840, 1, 101, 3, 4, 2, 4}, "sha256": {2, 16, 840, 1, 101, 3, 4, 2, 1},
	"sha384": {2, 16, 840, 1, 101, 3, 4, 2, 2}, "sha512": {2, 16, 840, 1, 101, 3, 4, 2, 3},
	"sha512-224": {2, 16, 840, 1, 101, 3, 4, 2, 5}, "sha512-256": {2, 16, 840, 1, 101, 3, 4, 2, 6},
}

// unmarshal reads a value that has nothing behind it.
func unmarshal(der []byte, into any) bool {
	rest, err := asn1.Unmarshal(der, into)
	return err == nil && len(rest) == 0
}

// ParseSPKI reads a public key in DER.
func ParseSPKI(der []byte) (*Key, error) {
	var info publicInfo
	if !unmarshal(der, &info) || info.Key.BitLength%8 != 0 {
		return nil, unsupported()
	}
	oid, params, bits := info.Algorithm.OID, info.Algorithm.Parameters.FullBytes, info.Key.Bytes
	switch {
	case oid.Equal(oidRSA):
		return ParsePKCS1Public(bits)
	case oid.Equal(oidPSS):
		k, err := ParsePKCS1Public(bits)
		if err != nil {
			return nil, err
		}
		return restrict(k, params)
	case oid.Equal(oidEC):
		c, err := curveParameter(params)
		if err != nil {
			return nil, err
		}
		k, err := NewEC(c, bits, nil)
		if err != nil {
			return nil, unsupported()
		}
		return k, nil
	case oid.Equal(oidDSA):
		var p dsaParameters
		var y *big.Int
		if !unmarshal(params, &p) || !unmarshal(bits, &y) {
			return nil, unsupported()
		}
		return newDSA(p, y, nil)
	case oid.Equal(oidDH):
		var p dhParameters
		var y *big.Int
		if !unmarshal(params, &p) || !unmarshal(bits, &y) {
			return nil, unsupported()
		}
		return newDH(&Group{Prime: p.P, Generator: p.G, length: p.Length}, y, nil)
	}
	if kind := rawType(oid); kind != "" {
		return NewRaw(kind, bits, nil)
	}
	return nil, unsupported()
}

// ParsePKCS1Public reads a public RSA key in its older form.
func ParsePKCS1Public(der []byte) (*Key, error) {
	var k struct {
		N *big.Int
		E *big.Int
	}
	if !unmarshal(der, &k) || !k.E.IsInt64() || k.E.Int64() > 1<<31-1 || k.E.Sign() <= 0 {
		return nil, unsupported()
	}
	return newRSA(&rsa.PublicKey{N: k.N, E: int(k.E.Int64())})
}

// restrict makes a key rsa-pss.
func restrict(k *Key, params []byte) (*Key, error) {
	k.Type = "rsa-pss"
	if len(params) == 0 || bytes.Equal(params, asn1.NullBytes) {
		return k, nil
	}
	p := pssParameters{}
	if !unmarshal(params, &p) {
		return nil, unsupported()
	}
	k.pss = &PSS{Hash: "sha1", MGF: "sha1", Salt: p.Salt}
	name := func(oid asn1.ObjectIdentifier, into *string) bool {
		for n, known := range oidHashes {
			if known.Equal(oid) {
				*into = n
				return true
			}
		}
		return len(oid) == 0
	}
	var mgf algorithm
	if len(p.MGF.OID) > 0 && (!p.MGF.OID.Equal(oidMGF1) || !unmarshal(p.MGF.Parameters.FullBytes, &mgf)) {
		return nil, unsupported()
	}
	if !name(p.Hash.OID, &k.pss.Hash) || !name(mgf.OID, &k.pss.MGF) || p.Salt < 0 || p.Salt > maxRSA/8 {
		return nil, unsupported()
	}
	return k, nil
}

func curveParameter(params []byte) (*Curve, error) {
	var oid asn1.ObjectIdentifier
	var written curveParameters
	var c *Curve
	var ok bool
	switch {
	case unmarshal(params, &oid):
		c, ok = curveOf(oid)
	case unmarshal(params, &written):
		c, ok = written.curve()
	}
	if !ok {
		return nil, unsupported()
	}
	return c, nil
}

// ParsePKCS8 reads a private key in DER that is not encrypted.
func ParsePKCS8(der []byte) (*Key, error) {
	var info privateInfo
	if !unmarshal(der, &info) {
		return nil, unsupported()
	}
	oid, params := info.Algorithm.OID, info.Algorithm.Parameters.FullBytes
	switch {
	case oid.Equal(oidRSA):
		return ParsePKCS1Private(info.Key)
	case oid.Equal(oidPSS):
		k, err := ParsePKCS1Private(info.Key)
		if err != nil {
			return nil, err
		}
		return restrict(k, params)
	case oid.Equal(oidEC):
		c, err := curveParameter(params)
		if err != nil {
			return nil, err
		}
		return parseSEC1(info.Key, c)
	case oid.Equal(oidDSA):
		var p dsaParameters
		var x *big.Int
		if !unmarshal(params, &p) || !unmarshal(info.Key, &x) {
			return nil, unsupported()
		}
		return newDSA(p, nil, x)
	case oid.Equal(oidDH):
		var p dhParameters
		var x *big.Int
		if !unmarshal(params, &p) || !unmarshal(info.Key, &x) {
			return nil, unsupported()
		}
		return newDH(&Group{Prime: p.P, Generator: p.G, length: p.Length}, nil, x)
	}
	if kind := rawType(oid); kind != "" {
		var seed []byte
		if !unmarshal(info.Key, &seed) || len(seed) != rawSize(kind) {
			return nil, unsupported()
		}
		return NewRaw(kind, nil, seed)
	}
	return nil, unsupported()
}

// ParsePKCS1Private reads a private RSA key in its older form.
func ParsePKCS1Private(der []byte) (*Key, error) {
	if len(der) > 16*maxRSA/8 {
		return nil, unsupported()
	}
	private, err := x509.ParsePKCS1PrivateKey(der)
	if err != nil {
		return nil, unsupported()
	}
	k, err := newRSA(&private.PublicKey)
	if err != nil {
		return nil, err
	}
	k.rsaKey, k.Private = private, true
	return k, nil
}

// ParseSEC1 reads a private key of a curve in its older form.
func ParseSEC1(der []byte) (*Key, error) { return parseSEC1(der, nil) }

func parseSEC1(der []byte, c *Curve) (*Key, error) {
	var s struct {
		Version int
		Key     []byte
		Curve   asn1.RawValue  `asn1:"optional,explicit,tag:0"` // its Bytes are the parameters
		Public  asn1.BitString `asn1:"optional,explicit,tag:1"`
	}
	if !unmarshal(der, &s) || s.Version != 1 {
		return nil, unsupported()
	}
	if len(s.Curve.Bytes) > 0 {
		named, err := curveParameter(s.Curve.Bytes)
		if err != nil || c != nil && named.Name != c.Name {
			return nil, unsupported()
		}
		c = named
	}
	if c == nil {
		return nil, unsupported()
	}
	k, err := NewEC(c, nil, s.Key)
	if err != nil {
		return nil, unsupported()
	}
	return k, nil
}

// maxDSA is the longest prime of a DSA key, in bits, as in OpenSSL.
const maxDSA = 10000

func newDSA(p dsaParameters, y, x *big.Int) (*Key, error) {
	one := big.NewInt(1)
	if p.P == nil || p.P.BitLen() > maxDSA || p.P.Cmp(one) <= 0 || p.P.Bit(0) == 0 || p.Q.Cmp(one) <= 0 || p.Q.Cmp(p.P) >= 0 || p.G.Cmp(one) <= 0 || p.G.Cmp(p.P) >= 0 {
		return nil, unsupported()
	}
	k := &Key{Type: "dsa", dsa: &dsa.PublicKey{Parameters: dsa.Parameters{P: p.P, Q: p.Q, G: p.G}, Y: y}}
	if x != nil {
		if x.Sign() <= 0 || x.Cmp(p.Q) >= 0 {
			return nil, unsupported()
		}
		k.Private, k.secret = true, x
		k.dsa.Y = new(big.Int).Exp(p.G, x, p.P)
	}
	if k.dsa.Y.Sign() <= 0 || k.dsa.Y.Cmp(p.P) >= 0 {
		return nil, unsupported()
	}
	return k, nil
}

// SPKI writes the public key in DER.
func (k *Key) SPKI() ([]byte, error) {
	a, err := k.algorithm()
	if err != nil {
		return nil, err
	}
	var bits []byte
	switch k.Type {
	case "rsa", "rsa-pss":
		bits = k.PKCS1Public()
	case "ec":
		bits = k.point
	case "dsa":
		bits, err = asn1.Marshal(k.dsa.Y)
	case "dh":
		bits, err = asn1.Marshal(k.dhY)
	default:
		bits = k.raw
	}
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(publicInfo{a, asn1.BitString{Bytes: bits, BitLength: 8 * len(bits)}})
}

func (k *Key) algorithm() (algorithm, error) {
	with := func(oid asn1.ObjectIdentifier, params any) (algorithm, error) {
		der, err := asn1.Marshal(params)
		return algorithm{oid, asn1.RawValue{FullBytes: der}}, err
	}
	switch k.Type {
	case "rsa":
		return algorithm{oidRSA, asn1.NullRawValue}, nil
	case "rsa-pss":
		if k.pss == nil {
			return algorithm{OID: oidPSS}, nil
		}
		return k.pss.algorithm()
	case "ec":
		return with(oidEC, k.curve.oid)
	case "dsa":
		return with(oidDSA, dsaParameters{k.dsa.P, k.dsa.Q, k.dsa.G})
	case "dh":
		return with(oidDH, dhParameters{k.dhGroup.Prime, k.dhGroup.Generator, k.dhGroup.length})
	}
	return algorithm{OID: oidRaw[k.Type]}, nil
}

func (p *PSS) algorithm() (algorithm, error) {
	hash := func(name string) algorithm { return algorithm{oidHashes[name], asn1.NullRawValue} }
	out := pssParameters{Salt: p.Salt, Trailer: 1}
	if p.Hash != "sha1" {
		out.Hash = hash(p.Hash)
	}
	if p.MGF != "sha1" {
		inner, err := asn1.Marshal(hash(p.MGF))
		if err != nil {
			return algorithm{}, err
		}
		out.MGF = algorithm{oidMGF1, asn1.RawValue{FullBytes: inner}}
	}
	der, err := asn1.Marshal(out)
	return algorithm{oidPSS, asn1.RawValue{FullBytes: der}}, err
}

// PKCS1Public writes a public RSA key in its older form.
func (k *Key) PKCS1Public() []byte { return x509.MarshalPKCS1PublicKey(k.rsa) }

// PKCS1Private writes a private RSA key in its older form.
func (k *Key) PKCS1Private() []byte { return x509.MarshalPKCS1PrivateKey(k.rsaKey) }

// SEC1 writes a private key of a curve in its older form.
func (k *Key) SEC1() ([]byte, error) { return k.sec1(true) }

func (k *Key) sec1(named bool) ([]byte, error) {
	s := sec1{Version: 1, Key: k.scalar, Public: asn1.BitString{Bytes: k.point, BitLength: 8 * len(k.point)}}
	if named {
		s.Curve = k.curve.oid
	}
	return asn1.Marshal(s)
}

// PKCS8 writes the private key in DER.
func (k *Key) PKCS8() ([]byte, error) {
	a, err := k.algorithm()
	if err != nil {
		return nil, err
	}
	var inner []byte
	switch k.Type {
	case "rsa", "rsa-pss":
		inner = k.PKCS1Private()
	case "ec":
		inner, err = k.sec1(false)
	case "dsa", "dh":
		inner, err = asn1.Marshal(k.secret)
	default:
		inner, err = asn1.Marshal(k.seed)
	}
	if err != nil {
		return nil, err
	}
	type info struct {
		Version   int
		Algorithm algorithm
		Key       []byte
	}
	return asn1.Marshal(info{0, a, inner})
}
