package orm

import (
	"context"
	"fmt"
	"strings"

	"framework/engine/value"
)

// archiveDefinition is the model that archived records go to, where the project
// declares none.
func archiveDefinition(identity string, like *Definition) *Definition {
	schema := true
	key := AttributeDef{Type: "number", AutoIncrement: true}
	for _, a := range like.Attributes {
		if a.PrimaryKey && a.AutoIncrement {
			key = a
		}
	}
	key.Name, key.PrimaryKey, key.Unique = "id", true, true
	return &Definition{
		Identity: identity, GlobalID: strings.ToUpper(identity[:1]) + identity[1:], Source: like.Source, Datastore: like.Datastore, Schema: &schema, Migrate: like.Migrate,
		MayMiss: true, Internal: true, // it is only needed by those who archive
		Attributes: []AttributeDef{
			key,
			{Name: "createdAt", Type: "number", AutoCreatedAt: true},
			{Name: "fromModel", Type: "string", Required: true},
			{Name: "originalRecord", Type: "json", Required: true},
			{Name: "originalRecordId", Type: "json"},
		},
	}
}

// archives makes the models that the others archive into.
func (c *compiler) archives() {
	for _, m := range c.orm.order[:len(c.orm.order):len(c.orm.order)] {
		if name := m.Definition.ArchiveIn; name != "" && c.orm.models[name] == nil {
			c.model(archiveDefinition(name, m.Definition))
		}
	}
}

// Archive moves the matching records into the model's archive, and returns them.
func (m *Model) Archive(ctx context.Context, q *Query) ([]*Record, error) {
	if err := m.requireCondition(q, "archive"); err != nil {
		return nil, err
	}
	into := m.orm.models[m.Definition.ArchiveIn]
	if into == nil {
		return nil, &UsageError{Code: InvalidCriteria, Reason: fmt.Sprintf("the model `%s` has no archive: its archiveModelIdentity is false", m.Identity)}
	}
	if q.Nothing {
		return []*Record{}, nil
	}
	var gone []*Record
	err := m.Transact(ctx, func(ctx context.Context) error {
		found, err := m.queries.Find(ctx, m, &Query{Where: q.Where, Sort: q.Sort, Limit: q.Limit, Skip: q.Skip})
		if err != nil || len(found) == 0 {
			gone = []*Record{}
			return err
		}
		rows := make([]*value.Map, len(found))
		for i, r := range found {
			rows[i] = value.Of("fromModel", m.Identity, "originalRecord", &r.Map, "originalRecordId", r.ID())
		}
		if _, err := into.CreateEachWith(ctx, rows, Meta{Unfetched: true, SkipCallbacks: q.Meta.SkipCallbacks}); err != nil {
			return err
		}
		those := *q
		those.Where, those.Limit, those.Skip = m.byKeys(keysIn(found)...).Where, 0, 0
		gone, err = m.Destroy(ctx, &those)
		return err
	})
	if err != nil {
		return nil, err
	}
	return gone, nil
}
