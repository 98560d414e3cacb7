package orm

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"framework/engine/value"
)

// Encrypted values are four parts in base64, divided by $: the name of the
// cipher and of the key, the nonce, the encrypted JSON of the value, and the tag
// that proves it and the names, as the package encrypted-attr has them. A
// database can move between the two.

const (
	cipherName = "aes-256-gcm"
	tagSize    = 16
)

// DecodeKey reads a data encryption key: 32 bytes in base64.
func DecodeKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return nil, errors.New("a data encryption key has to be 32 bytes in base64, and this is no base64")
	}
	if len(key) != 32 {
		return nil, fmt.Errorf("a data encryption key has to be 32 bytes in base64, and this is one of %d", len(key))
	}
	return key, nil
}

// encrypt encrypts v with the key of that name, for storing.
func encrypt(keys map[string][]byte, name string, v any) (string, error) {
	key, ok := keys[name]
	if !ok {
		return "", fmt.Errorf("there is no data encryption key called %q", name)
	}
	sealer, err := gcm(key)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, sealer.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	header := []byte(cipherName + "$$" + name)
	sealed := sealer.Seal(nil, nonce, value.Append(nil, v), header)
	body, tag := sealed[:len(sealed)-tagSize], sealed[len(sealed)-tagSize:]
	std, raw := base64.StdEncoding, base64.RawStdEncoding
	return std.EncodeToString(header) + "$" + raw.EncodeToString(nonce) + "$" + std.EncodeToString(body) + "$" + raw.EncodeToString(tag), nil
}

// decrypt is the value behind what is stored; ok is false for what was not
// encrypted.
func decrypt(keys map[string][]byte, text string) (v any, ok bool, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 4 {
		return nil, false, nil
	}
	raw := make([][]byte, 4)
	for i, part := range parts {
		if raw[i], ok = fromBase64(part); !ok { // some other text
			return nil, false, nil
		}
	}
	header := strings.Split(string(raw[0]), "$")
	if len(header) != 3 || header[0] != cipherName {
		return nil, false, nil
	}
	name := header[2]
	key, known := keys[name]
	if !known {
		return nil, true, fmt.Errorf("it was encrypted with the key %q, which dataEncryptionKeys does not have", name)
	}
	sealer, err := gcm(key)
	if err != nil {
		return nil, true, err
	}
	if len(raw[1]) != sealer.NonceSize() {
		return nil, true, errors.New("it is damaged")
	}
	plain, err := sealer.Open(nil, raw[1], append(raw[2], raw[3]...), raw[0])
	if err != nil {
		return nil, true, fmt.Errorf("it is damaged, or was encrypted with another key of the name %q", name)
	}
	v, err = value.Parse(plain)
	return v, true, err
}

// fromBase64 reads base64 with or without its padding.
func fromBase64(text string) ([]byte, bool) {
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	return raw, err == nil
}

func gcm(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// encryptAll encrypts the values of encrypted attributes in place. Empty values
// are not encrypted, nor are values that are in done, which were encrypted
// before.
func (m *Model) encryptAll(values *value.Map, meta *Meta, done map[string]any) error {
	if !m.hasEncrypted || meta.SkipEncryption {
		return nil
	}
	name := meta.EncryptWith
	if name == "" {
		name = m.Definition.KeyName
	}
	for _, a := range m.Attributes {
		v, given := values.Get(a.Name)
		if !a.Encrypt || !given {
			continue
		}
		if before, ok := done[a.Name]; ok && before == v {
			continue
		}
		if v == nil || v == "" || v == int64(0) || v == false {
			continue
		}
		text, err := encrypt(m.Definition.Keys, name, v)
		if err != nil {
			return fmt.Errorf("encrypting `%s` of the model `%s`: %w", a.Name, m.Identity, err)
		}
		values.Set(a.Name, text)
		if done != nil {
			done[a.Name] = text
		}
	}
	return nil
}

// showDecrypted brings what was read of encrypted attributes into shape: with clear
// their values are decrypted; those that were stored in clear have the
// attribute's type again, which their column does not have.
func (m *Model) showDecrypted(records []*Record, clear bool) error {
	if !m.hasEncrypted {
		return nil
	}
	for _, a := range m.Attributes {
		if !a.Encrypt {
			continue
		}
		for _, r := range records {
			text, ok := r.Value(a.Name).(string)
			if !ok {
				continue
			}
			v, encrypted, err := decrypt(m.Definition.Keys, text)
			switch {
			case err != nil && clear:
				return fmt.Errorf("decrypting `%s` of the record %v of the model `%s`: %w", a.Name, r.ID(), m.Identity, err)
			case encrypted && clear:
				r.Set(a.Name, v)
			case !encrypted && a.Type == "json":
				if parsed, err := value.Parse([]byte(text)); err == nil {
					r.Set(a.Name, parsed)
				}
			case !encrypted:
				if typed, ok := coerce(a.Type, text); ok {
					r.Set(a.Name, typed)
				}
			}
		}
	}
	return nil
}
