package asymmetric_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"testing"

	"framework/jsapi/node/asymmetric"
	"framework/jsapi/pace/pacetest"
)

// samples are keys and certificates that a real Node and OpenSSL made.
func samples(f *testing.F) {
	f.Helper()
	text, err := os.ReadFile("../testdata/questions/keys.json")
	if err != nil {
		f.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		f.Fatal(err)
	}
	for _, raw := range all {
		var members map[string]any
		if json.Unmarshal(raw, &members) != nil {
			continue
		}
		for _, v := range members {
			if s, ok := v.(string); ok {
				f.Add([]byte(s))
			}
		}
	}
}

// Whatever is read, nothing panics, and what was read is written and read again.
func FuzzParse(f *testing.F) {
	samples(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, _ := pacetest.After(t.Context(), 100) // a key says how long it takes to be decrypted
		var found []*asymmetric.Key
		for _, e := range []asymmetric.Encoding{{Format: "pem", Passphrase: []byte("secret")}, {Format: "der", Type: "pkcs8"}, {Format: "der", Type: "sec1"}, {Format: "der", Type: "pkcs1"}, {Format: "der", Type: "spki"}} {
			if k, err := asymmetric.ParsePrivate(ctx, data, e); err == nil {
				found = append(found, k)
			}
			if k, err := asymmetric.ParsePublic(ctx, data, e); err == nil {
				found = append(found, k)
			}
		}
		for _, k := range found {
			_ = k.Details()
			again(t, k)
		}
		if c, err := asymmetric.ReadCertificate(data); err == nil {
			_, _, _, _ = c.Subject(), c.AltNames(), c.InfoAccess(), c.KeyUsage()
			_ = c.Host("a.example.com", asymmetric.HostOptions{})
			_ = c.Email("a@example.com", "default")
			_ = c.Issued(c)
		}
		if s, err := asymmetric.ParseSPKAC([]byte(base64.StdEncoding.EncodeToString(data))); err == nil {
			_ = s.Valid()
		}
	})
}

func again(t *testing.T, k *asymmetric.Key) {
	t.Helper()
	e := asymmetric.Encoding{Format: "der", Type: "spki"}
	parse := asymmetric.ParsePublic
	if k.Private {
		e.Type, parse = "pkcs8", asymmetric.ParsePrivate
	}
	b, err := k.Write(e)
	if err != nil {
		t.Fatal(err)
	}
	other, err := parse(t.Context(), b, e)
	if err != nil || !other.Equal(k) {
		t.Errorf("a %s key is not read again: %v", k.Type, err)
	}
	if j, err := k.JWK(); err == nil {
		if _, err := asymmetric.ParseJWK(j); err != nil && k.Type != "rsa" {
			t.Errorf("a %s key is not read again from JWK: %v", k.Type, err)
		}
	}
}
