package logging_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"framework/engine/logging"
)

// TestRedaction: the texts that secrets usually stand in, and those that only look like
// them.
func TestRedaction(t *testing.T) {
	t.Parallel()
	r := logging.NewRedaction([]string{"iban"})
	for text, want := range map[string]string{
		`connecting to postgres://me:hunter2@db/shop`: `connecting to postgres://me:[redacted]@db/shop`,
		`{ password: 'hunter2', name: 'Rex' }`:        `{ password: [redacted], name: 'Rex' }`,
		`{"userPassword":"hun\"ter2","age":7}`:        `{"userPassword":[redacted],"age":7}`,
		`GET /a?api_key=hunter2&page=3`:               `GET /a?api_key=[redacted]&page=3`,
		`Authorization: Bearer hunter2hunter2`:        `Authorization: [redacted]`,
		`it sent Bearer hunter2hunter2 to us`:         `it sent Bearer [redacted] to us`,
		`Set-Cookie: sails.sid=hunter2; Path=/`:       `Set-Cookie: [redacted]; Path=/`,
		`token=eyJhbGciOi.eyJzdWIiOi.hunter2`:         `token=[redacted]`,
		`it is eyJhbGciOi.eyJzdWIiOi.hunter2`:         `it is [redacted]`,
		`iban: DE00hunter2`:                           `iban: [redacted]`,
		`the password is wrong`:                       `the password is wrong`,
		`a basic example of a bearer`:                 `a basic example of a bearer`,
		`http://localhost:1337/pet?limit=10`:          `http://localhost:1337/pet?limit=10`,
		`lifted in 31 ms: http://localhost:1337`:      `lifted in 31 ms: http://localhost:1337`,
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%s\n is %s\nwant %s", text, got, want)
		}
	}
}

// TestSecretAttributes: an attribute with the name of a secret has no value in any format.
func TestSecretAttributes(t *testing.T) {
	t.Parallel()
	for _, format := range []logging.Format{logging.Text, logging.JSON} {
		var out strings.Builder
		log := logging.Open(&out, new(slog.LevelVar))
		log.SetFormat(format)
		log.Info("hello", "password", "hunter2", "x-api-key", "hunter2", "Cookie", []string{"hunter2"}, "name", "Rex")
		log.With("accessToken", "hunter2").Info("again")
		log.Redact(logging.NewRedaction(nil))
		log.Error("failed", "error", errors.New("at redis://:hunter2@cache"))
		if text := out.String(); strings.Contains(text, "hunter2") || !strings.Contains(text, "Rex") || strings.Count(text, "[redacted]") != 5 {
			t.Errorf("%s: got\n%s", format, text)
		}
	}
}

// FuzzRedaction: whatever the text, what is given as a password is not left.
func FuzzRedaction(f *testing.F) {
	r := logging.NewRedaction(nil)
	f.Add("a: b, ", " c=d")
	f.Add(`{"x":"`, `"}`)
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "hunter2hunter2"
		if strings.Contains(before+after, secret) {
			return
		}
		text := before + " password=" + secret + " " + after
		if got := r.Text(text); strings.Contains(got, secret) {
			t.Errorf("%q leaves %q", text, got)
		}
	})
}

func BenchmarkRedaction(b *testing.B) {
	r := logging.NewRedaction(nil)
	text := "a request failed: the column name of pet is missing at api/controllers/PetController.js:12:7"
	b.ReportAllocs()
	for b.Loop() {
		_ = r.Text(text)
	}
}
