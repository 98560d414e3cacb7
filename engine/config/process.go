package config

import (
	"slices"
	"strings"

	"framework/engine/value"
)

// Process is where settings come from that no file of the project holds; they win
// over all of its files.
type Process struct {
	// Environ are the environment variables as os.Environ gives them.
	Environ []string
	// Lifted are the settings with which app.js called sails.lift, nil for none. It has
	// most of them from the files outside of the project, so they are above those only.
	Lifted *value.Map
	// RC is where files outside of the project are looked for.
	RC RCFolders
	// Flags are settings from the command line, nested by their dotted keys.
	Flags *value.Map
}

// Variable is an environment variable, "" for none.
func (p Process) Variable(name string) string {
	for _, kv := range slices.Backward(p.Environ) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// Layers are the layers for the project at root, lowest first: .sailsrc and its like,
// app.js, environment variables, flags.
func (p Process) Layers(root string, opts Options) ([]Layer, error) {
	folders := p.RC
	folders.Files = slices.Concat(ConfigVariables(p.Environ), folders.Files)
	layers, err := RCLayers(root, folders)
	if err != nil {
		return nil, err
	}
	variables, err := FromEnvironment(p.Environ, opts)
	if err != nil {
		return nil, err
	}
	if p.Lifted != nil {
		layers = append(layers, Layer{Source: "app.js", Values: p.Lifted})
	}
	return append(layers, variables, Layer{Source: "the command line", Values: p.Flags}), nil
}

// EnvironmentName is the environment of a project: that of above, which are the
// merged layers of the process, or NODE_ENV, else that of config/local.js, else
// development; no other file can set it.
func (p Process) EnvironmentName(above *Config, local []Layer) string {
	named, _ := above.String("environment", "") // what is no text: the next one decides
	for _, name := range []string{named, p.Variable("NODE_ENV")} {
		if name != "" {
			return name
		}
	}
	for _, l := range local {
		if name, _ := l.Values.Value("environment").(string); name != "" {
			return name
		}
	}
	return "development"
}
