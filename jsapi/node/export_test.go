package node

// Shapeless returns options with which the exports of modules are as they are written, without shapes.json.
func Shapeless(opts Options) Options {
	opts.shapeless = true
	return opts
}
