package mongostore

import (
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"framework/engine/orm/mongo/bsonvalue"
	"framework/engine/session"
	"framework/engine/value"
)

// encode writes a session as connect-mongo does: as JSON text, or with stringify: false
// as a document.
func (o *Options) encode(r session.Record, now time.Time) any {
	if r.Data == nil {
		r.Data = value.New(0)
	}
	all := r.Express(now)
	if o.Documents {
		return bsonvalue.Encode(all)
	}
	return string(value.Append(nil, all))
}

// decode reads both forms; nil for what is no session.
func decode(v bson.RawValue) *session.Record {
	var all any
	switch v.Type {
	case bson.TypeString:
		parsed, err := value.Parse([]byte(v.StringValue()))
		if err != nil {
			return nil
		}
		all = parsed
	case bson.TypeEmbeddedDocument:
		all = bsonvalue.Decode(v)
	}
	m, ok := all.(*value.Map)
	if !ok {
		return nil
	}
	return session.FromExpress(m)
}
