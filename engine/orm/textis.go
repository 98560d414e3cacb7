package orm

// TextIs reports whether s passes the test that a type word stands for, such
// as email, url, ip, uuid, hexColor or creditcard; a word that is none passes.
func TextIs(word, s string) bool {
	test, ok := types[word]
	return !ok || test(s)
}
