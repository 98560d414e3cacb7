package routes

// The options of a route that this package reads, or a package above it.
const (
	skipAssets   = "skipAssets"
	skipRegex    = "skipRegex"
	associations = "associations"
	// Locals are the values of the view that a route names.
	Locals = "locals"
)

// GuardOptions lists the options that also work in a route without a target.
func GuardOptions() []string { return []string{"cors", "csrf"} }

// OptionNames lists the options of a route that the server reads, except those of the
// default actions, which package blueprints has.
func OptionNames() []string {
	return append(GuardOptions(), skipAssets, skipRegex, Locals, associations)
}
