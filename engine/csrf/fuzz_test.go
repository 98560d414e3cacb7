package csrf

import "testing"

// FuzzValid: a token is good for the secret that made it alone.
func FuzzValid(f *testing.F) {
	f.Add("salt-token", "secret")
	f.Add("", "")
	f.Add("-", "-")
	f.Add(token("salt", "secret"), "secret")
	f.Fuzz(func(t *testing.T, given, secret string) {
		const other = "some other secret"
		if secret == other {
			return
		}
		if valid(given, secret) && valid(given, other) {
			t.Errorf("%q is good for %q and for another secret", given, secret)
		}
		if made := Token(secret); valid(made, secret) != (secret != "") || valid(made, other) {
			t.Errorf("a token of %q is judged wrongly", secret)
		}
	})
}
