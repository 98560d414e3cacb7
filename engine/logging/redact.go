package logging

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
)

// Hidden stands in the place of a secret.
const Hidden = "[redacted]"

// secretNames are parts of the names of what is secret; a space is where a separator may be.
var secretNames = []string{"password", "passwd", "passphrase", "secret", "token", "authorization", "cookie", "api key", "csrf", "credential", "private key", "session id"}

// plainSecrets are these without separators.
var plainSecrets = strings.Split(strings.ReplaceAll(strings.Join(secretNames, ","), " ", ""), ",")

// hide leaves out the value of an attribute that has the name of a secret.
func hide(a slog.Attr) slog.Attr {
	if len(a.Key) < 5 || !SecretName(a.Key) || a.Value.Kind() == slog.KindGroup {
		return a
	}
	return slog.String(a.Key, Hidden)
}

// SecretName reports whether what has this name is probably secret: a password, a token,
// a cookie.
func SecretName(name string) bool {
	var room [64]byte
	plain := room[:0]
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_' || c == '-' || c == '.' || c == ' ':
		case 'A' <= c && c <= 'Z':
			plain = append(plain, c+'a'-'A')
		default:
			plain = append(plain, c)
		}
	}
	for i, c := range plain {
		switch c {
		case 'a', 'c', 'p', 's', 't': // what secrets begin with
			for _, secret := range plainSecrets {
				if c == secret[0] && bytes.HasPrefix(plain[i:], []byte(secret)) {
					return true
				}
			}
		}
	}
	return false
}

// Redaction leaves secrets out of texts: what follows their names, passwords in
// addresses, and what Authorization headers have. It is safe for concurrent use.
type Redaction struct{ named *regexp.Regexp }

// NewRedaction returns the redaction of the usual secrets and those with further names.
func NewRedaction(names []string) *Redaction {
	var all []string
	for _, name := range secretNames {
		all = append(all, strings.ReplaceAll(name, " ", "[-_]?"))
	}
	for _, name := range names {
		all = append(all, regexp.QuoteMeta(name))
	}
	return &Redaction{regexp.MustCompile(
		`(?i)((?:` + strings.Join(all, "|") + `)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\x60[^\x60]*\x60|(?:bearer|basic)\s+[^\s,;"'}\]]+|[^\s,;&"'}\])]+)`)}
}

// These are secret wherever they stand: passwords in addresses, values of Authorization,
// JSON Web Tokens.
var (
	inAddress = regexp.MustCompile(`(://[^\s:/@"']*:)[^\s/@"']+@`)
	inHeader  = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}`)
	webToken  = regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*`)
)

// Text is a text without its secrets.
func (r *Redaction) Text(text string) string {
	if strings.ContainsAny(text, ":=") {
		text = r.named.ReplaceAllString(text, "${1}"+Hidden)
		text = inAddress.ReplaceAllString(text, "${1}"+Hidden+"@")
	}
	if strings.Contains(text, "eyJ") {
		text = webToken.ReplaceAllString(text, Hidden)
	}
	if strings.Contains(text, " ") && hasFold(text, "bearer", "basic") { // most lines have spaces
		text = inHeader.ReplaceAllString(text, "${1} "+Hidden)
	}
	return text
}

// hasFold reports whether a text has one of some words, which are in lower case.
func hasFold(text string, words ...string) bool {
	for _, word := range words {
		for i := 0; i+len(word) <= len(text); i++ {
			if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// plainNames are attributes of the request log, which hold no text of others.
var plainNames = map[string]bool{"method": true, "path": true, "route": true, "request": true, "transport": true, "user": true, "trace": true}

// record is a record without the secrets in its texts.
func (r *Redaction) record(in slog.Record) slog.Record {
	message := r.Text(in.Message)
	clean := message == in.Message
	if clean {
		in.Attrs(func(a slog.Attr) bool {
			_, changed := r.attr(a)
			clean = !changed
			return clean
		})
	}
	if clean {
		return in
	}
	out := slog.NewRecord(in.Time, in.Level, message, in.PC)
	in.Attrs(func(a slog.Attr) bool {
		a, _ = r.attr(a)
		out.AddAttrs(a)
		return true
	})
	return out
}

// attr is an attribute without the secrets in its text.
func (r *Redaction) attr(a slog.Attr) (_ slog.Attr, changed bool) {
	switch a.Value.Kind() {
	case slog.KindString:
		if plainNames[a.Key] {
			return a, false
		}
		before := a.Value.String()
		if !strings.ContainsAny(before, ":= ") {
			return a, false
		}
		if text := r.Text(before); text != before {
			return slog.String(a.Key, text), true
		}
	case slog.KindAny:
		if err, ok := a.Value.Any().(error); ok && !plainNames[a.Key] {
			before := err.Error()
			if text := r.Text(before); text != before {
				return slog.Any(a.Key, redacted{err, text}), true
			}
		}
	}
	return a, false
}

// redacted is an error whose text has no secrets; its stack stays.
type redacted struct {
	error
	text string
}

func (e redacted) Error() string { return e.text }
func (e redacted) Unwrap() error { return e.error }
