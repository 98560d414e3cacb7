package assets

import (
	"fmt"
	"os"
	"path/filepath"

	"framework/engine/assets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// pipelineFile lists the scripts and style sheets of a project's pages.
const pipelineFile = "tasks/pipeline.js"

// ReadGlobs reads tasks/pipeline.js of the project at root; the globs are nil for a
// project without it. It belongs on the loop.
func ReadGlobs(r *jsapi.Realm, js *app.App, root string) (*assets.Globs, error) {
	path := filepath.Join(root, filepath.FromSlash(pipelineFile))
	if _, err := os.Stat(path); err != nil {
		return nil, nil //nolint:nilerr // no pipeline, no links
	}
	exports, err := js.Loader().Require(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pipelineFile, err)
	}
	v, err := r.FromJS(exports)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pipelineFile, err)
	}
	m, _ := v.(*value.Map)
	globs := func(name string) []string {
		var out []string
		list, _ := m.Value(name).([]any)
		for _, each := range list {
			if s, ok := each.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return &assets.Globs{Scripts: globs("jsFilesToInject"), Styles: globs("cssFilesToInject"), Templates: globs("templateFilesToInject")}, nil
}
