package project

// Language is a language other than JavaScript and TypeScript that projects are
// written in, compiled by a package of theirs.
type Language struct {
	Extensions []string
	Packages   []string // that register the language, the preferred first
	Install    string   // the name of the package for npm
}

// Languages are those that Sails looks for in projects.
func Languages() []Language {
	return []Language{
		{
			Extensions: []string{".coffee", ".litcoffee"},
			Packages:   []string{"coffee-script/register", "coffeescript/register"}, Install: "coffee-script",
		},
		{
			Extensions: []string{".iced", ".liticed"},
			Packages:   []string{"iced-coffee-script/register"}, Install: "iced-coffee-script",
		},
		{Extensions: []string{".ls"}, Packages: []string{"livescript", "LiveScript"}, Install: "livescript"},
	}
}

// ScriptExtensions are the extensions of scripts that projects are made of.
func ScriptExtensions() []string {
	out := []string{".js", ".cjs", ".mjs", ".ts", ".mts", ".cts"}
	for _, language := range Languages() {
		out = append(out, language.Extensions...)
	}
	return out
}
