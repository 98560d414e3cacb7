package snapshot

import (
	"context"

	"framework/engine/openapi"
	"framework/engine/openapi/client"
)

// OpenAPI is the HTTP interface of this version, for documents and clients.
func (s *Snapshot) OpenAPI(ctx context.Context) (*openapi.Project, error) {
	policies := identities(s.Tree.Policies)
	given, _ := s.Config.Get("openapi")
	settings, err := openapi.ReadSettings(given, policies)
	if err != nil {
		return nil, err
	}
	code, err := s.Code(ctx)
	if err != nil {
		return nil, err
	}
	return &openapi.Project{
		Dialect: s.Profile.OpenAPI, Name: s.Tree.Package.Name, Version: s.Tree.Package.Version,
		Bindings: s.Table.Bindings(), ORM: s.ORM, Code: code, Policies: policies, Settings: settings,
	}, nil
}

// Client is the source of a client of this version in TypeScript.
func (s *Snapshot) Client(ctx context.Context) ([]byte, error) {
	p, err := s.OpenAPI(ctx)
	if err != nil {
		return nil, err
	}
	return client.TypeScript(p), nil
}
