package engine

import (
	"fmt"
	"os"
	"path/filepath"

	"framework/engine/links"
	"framework/engine/ordered"
	"framework/jsapi"
)

// pipelineFile lists the scripts and style sheets of a project's pages.
const pipelineFile = "tasks/pipeline.js"

// assetLinks is what fills the pages of a project of 1.x whose pipeline links
// its assets; nil for others.
func (b *builder) assetLinks(r *jsapi.Realm) (func(text string) string, error) {
	path := filepath.Join(b.tree.Root, filepath.FromSlash(pipelineFile))
	if _, err := os.Stat(path); err != nil || !b.profile.Modern || len(b.tree.Assets) == 0 {
		return nil, nil //nolint:nilerr // no pipeline, no links
	}
	if off, _ := b.cfg.Get("hooks.grunt"); off == false || off == "false" {
		return nil, nil
	}
	exports, err := b.js.Loader().Require(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pipelineFile, err)
	}
	v, err := r.FromJS(exports)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pipelineFile, err)
	}
	m, _ := v.(*ordered.Map)
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
	linker := links.New(
		links.Pipeline{Scripts: globs("jsFilesToInject"), Styles: globs("cssFilesToInject")},
		b.tree.Assets, map[string]string{".less": ".css"},
	)
	return linker.Fill, nil
}
