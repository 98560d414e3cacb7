package router

// Address is where a binding listens: a verb and a path pattern or regular
// expression, as written in config/routes.js.
type Address struct {
	// Verb is upper case; "" stands for GET, PUT, POST, DELETE and PATCH,
	// "ALL" for every verb there is.
	Verb string
	// Path is the pattern as written, "" for a regular expression.
	Path string
	// Regexp is the source of a regular expression address, and Names are
	// those of its groups.
	Regexp string
	Names  []string
}
