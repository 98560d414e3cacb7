package asymmetric

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"strings"

	"framework/jsapi/node/symmetric"
)

// Encoding says how a key is written, or how DER is to be read.
type Encoding struct {
	Format     string // pem or der
	Type       string // pkcs1, spki, pkcs8 or sec1; empty for the usual
	Cipher     string
	Passphrase []byte // nil for none
}

// ParsePrivate reads a private key: PEM in any of its forms, or DER of a type.
func ParsePrivate(ctx context.Context, data []byte, e Encoding) (*Key, error) {
	if e.Format == "der" {
		switch e.Type {
		case "pkcs1":
			return ParsePKCS1Private(data)
		case "sec1":
			return ParseSEC1(data)
		}
		if isEncrypted(data) {
			return parseEncrypted(ctx, data, e.Passphrase)
		}
		return ParsePKCS8(data)
	}
	for rest := data; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return nil, unsupported()
		}
		switch block.Type {
		case "ENCRYPTED PRIVATE KEY":
			return parseEncrypted(ctx, block.Bytes, e.Passphrase)
		case "PRIVATE KEY":
			return ParsePKCS8(block.Bytes)
		case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY":
			return parseOld(block, e.Passphrase)
		}
	}
}

// parseOld reads the PEM forms before PKCS #8.
func parseOld(block *pem.Block, passphrase []byte) (*Key, error) {
	der := block.Bytes
	if x509.IsEncryptedPEMBlock(block) { //nolint:staticcheck // such files are used
		if passphrase == nil {
			return nil, missingPassphrase()
		}
		var err error
		if der, err = x509.DecryptPEMBlock(block, passphrase); err != nil { //nolint:staticcheck // see above
			return nil, badDecrypt()
		}
	}
	switch block.Type {
	case "RSA PRIVATE KEY":
		return ParsePKCS1Private(der)
	case "EC PRIVATE KEY":
		return ParseSEC1(der)
	}
	var k dsaKey
	if !unmarshal(der, &k) {
		return nil, unsupported()
	}
	return newDSA(dsaParameters{k.P, k.Q, k.G}, nil, k.X)
}

func missingPassphrase() *Failure {
	return openssl("07880109", "common libcrypto routines", "interrupted or cancelled", "CRYPTO_INTERRUPTED_OR_CANCELLED")
}

func badDecrypt() *Failure {
	return openssl("1C800064", "Provider routines", "bad decrypt", "BAD_DECRYPT")
}

// ParsePublic reads a public key, one of a certificate or the public part of a private
// key: PEM, or DER of a type.
func ParsePublic(ctx context.Context, data []byte, e Encoding) (*Key, error) {
	if e.Format == "der" {
		switch e.Type {
		case "pkcs1":
			if k, err := ParsePKCS1Public(data); err == nil {
				return k, nil
			}
		case "spki":
			return ParseSPKI(data)
		}
		k, err := ParsePrivate(ctx, data, e)
		if err != nil {
			return nil, err
		}
		return k.Public(), nil
	}
	for rest := data; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		switch block.Type {
		case "PUBLIC KEY":
			return ParseSPKI(block.Bytes)
		case "RSA PUBLIC KEY":
			return ParsePKCS1Public(block.Bytes)
		case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
			c, err := ParseCertificate(block.Bytes)
			if err != nil {
				return nil, err
			}
			return c.PublicKey()
		}
	}
	k, err := ParsePrivate(ctx, data, e)
	if err != nil {
		return nil, err
	}
	return k.Public(), nil
}

// Write writes the key: private keys with their private part.
func (k *Key) Write(e Encoding) ([]byte, error) {
	der, label, err := k.form(e.Type)
	if err != nil {
		return nil, err
	}
	if e.Passphrase != nil {
		s, ok := symmetric.Find(e.Cipher)
		if !ok || s.Mode != "cbc" {
			return nil, refuse("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher")
		}
		if label != "PRIVATE KEY" {
			return encryptOld(label, der, s, e.Passphrase)
		}
		if der, err = encrypt(der, s, e.Passphrase); err != nil {
			return nil, err
		}
		label = "ENCRYPTED PRIVATE KEY"
	}
	if e.Format == "der" {
		return der, nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der}), nil
}

func (k *Key) form(kind string) (der []byte, label string, err error) {
	switch {
	case kind == "pkcs1" && !strings.HasPrefix(k.Type, "rsa"), kind == "pkcs1" && k.Type == "rsa-pss":
		return nil, "", refuse("Error", "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", "The selected key encoding pkcs1 can only be used for RSA keys.")
	case kind == "sec1" && k.Type != "ec":
		return nil, "", refuse("Error", "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", "The selected key encoding sec1 can only be used for EC keys.")
	case kind == "pkcs1" && k.Private:
		return k.PKCS1Private(), "RSA PRIVATE KEY", nil
	case kind == "pkcs1":
		return k.PKCS1Public(), "RSA PUBLIC KEY", nil
	case kind == "sec1":
		der, err = k.SEC1()
		return der, "EC PRIVATE KEY", err
	case k.Private:
		der, err = k.PKCS8()
		return der, "PRIVATE KEY", err
	}
	der, err = k.SPKI()
	return der, "PUBLIC KEY", err
}

// encryptOld encrypts as OpenSSL did before PKCS #8.
func encryptOld(label string, der []byte, s symmetric.Suite, passphrase []byte) ([]byte, error) {
	kind, ok := map[string]x509.PEMCipher{
		"des-ede3-cbc": x509.PEMCipher3DES, "aes-128-cbc": x509.PEMCipherAES128, "aes-192-cbc": x509.PEMCipherAES192, "aes-256-cbc": x509.PEMCipherAES256,
	}[s.Name]
	if !ok {
		return nil, refuse("Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher")
	}
	block, err := x509.EncryptPEMBlock(rand.Reader, label, der, passphrase, kind) //nolint:staticcheck // the project asks for it
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}
