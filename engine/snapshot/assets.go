package snapshot

import (
	"context"
	"errors"
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

// assetPipeline is what makes the files that a project's pages ask for, and writes
// tags for them into its pages; nil for projects that have no public folder or
// switch it off.
func (b viewReader) assetPipeline(r *jsapi.Realm) (*assets.Pipeline, error) {
	if off, _ := b.cfg.Get("hooks.grunt"); off == false || off == "false" || len(b.tree.Assets) == 0 {
		return nil, nil
	}
	globs, err := b.pipelineGlobs(r)
	if err != nil {
		return nil, err
	}
	cacheControl, err := b.profile.HTTP.Caching.Read(b.cfg, b.set.Production())
	if err != nil {
		return nil, err
	}
	return assets.New(assets.Options{
		Root: b.tree.Root, Dirs: b.tree.Assets, Globs: globs,
		Translator: assetTranslator{b.iso, b.js}, CacheControl: cacheControl, Types: b.profile.Static.Types, Log: b.log.Warn,
	}), nil
}

// pipelineGlobs reads tasks/pipeline.js; they are nil for a project without it.
func (b viewReader) pipelineGlobs(r *jsapi.Realm) (*assets.Globs, error) {
	path := filepath.Join(b.tree.Root, filepath.FromSlash(pipelineFile))
	if _, err := os.Stat(path); err != nil {
		return nil, nil //nolint:nilerr // no pipeline, no links
	}
	exports, err := b.js.Loader().Require(path)
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

// assetTranslator makes assets with the packages of the project.
type assetTranslator struct {
	iso *jsapi.Isolate
	js  *app.App
}

var _ assets.Translator = assetTranslator{}

// Less implements assets.Translator.
func (t assetTranslator) Less(ctx context.Context, text, file string) (string, error) {
	return t.do(ctx, func(op *jsapi.Op) { t.js.CompileLess(op, text, file, filepath.Dir(file)) })
}

// Coffee implements assets.Translator.
func (t assetTranslator) Coffee(ctx context.Context, text, file string) (string, error) {
	return t.do(ctx, func(op *jsapi.Op) { op.Settle(t.js.CompileCoffee(text, file)) })
}

// Templates implements assets.Translator.
func (t assetTranslator) Templates(ctx context.Context, list []assets.Template) (string, error) {
	templates := make([]app.Template, len(list))
	for i, each := range list {
		templates[i] = app.Template(each)
	}
	return t.do(ctx, func(op *jsapi.Op) { op.Settle(t.js.CompileTemplates(templates)) })
}

func (t assetTranslator) do(ctx context.Context, start func(op *jsapi.Op)) (string, error) {
	v, err := t.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { start(op) }).Wait()
	if errors.Is(err, app.ErrNoPackage) {
		err = fmt.Errorf("%w: %w", assets.ErrNoTranslator, err)
	}
	made, _ := v.(string)
	return made, err
}
