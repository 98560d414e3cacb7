package app

import "regexp"

// lifting is how code lifts the app: sails.lift(…), new Sails().load(…),
// require('sails').lift(…). Much else has a load.
var lifting = regexp.MustCompile(`\.\s*lift\s*\(|(?i:sails)['")(\s]*\.\s*load\s*\(`)

// Lifts reports whether a script seems to lift the app by itself.
func Lifts(script []byte) bool { return lifting.Match(script) }
