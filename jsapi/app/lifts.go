package app

import "regexp"

// lifting is how code lifts the app: sails.lift(…), sails.load(…),
// require('sails').lift(…), or with an app of its own, new Sails(). Much else has a load.
var lifting = regexp.MustCompile(`\.\s*lift\s*\(|(?i:sails)['")(\s]*\.\s*load\s*\(|\bnew\s[^;\n]*\bSails(App)?\b`)

// Lifts reports whether a script seems to lift the app by itself.
func Lifts(script []byte) bool { return lifting.Match(script) }
