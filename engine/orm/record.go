package orm

import "framework/engine/value"

// Record is one record of a model: its values in order, by attribute name.
// A populated association holds *Record (to-one) or Records (collection).
//
// An attribute that was never given a value may be absent, which is not the
// same as nil: schemaless stores keep the difference.
type Record struct {
	value.Map
	Model *Model
	// Blank are collections that were not populated, which JSON shows as empty
	// lists all the same: the classic releases do so with every collection of a
	// model whose records another association of the query brought along.
	Blank []string
}

// NewRecord returns an empty record of m.
func NewRecord(m *Model) *Record { return &Record{Model: m} }

// ID returns the value of the primary key, nil for no record.
func (r *Record) ID() any {
	if r == nil {
		return nil
	}
	return r.Value(r.Model.PrimaryKey)
}

// AppendJSON implements value.Appender. It is what the default toJSON of a
// record gives: protected attributes are left out. Records of models with a
// toJSON of their own are encoded by package waterline of jsapi, which can call
// it.
func (r *Record) AppendJSON(dst []byte, prefix, indent string) []byte {
	if r == nil {
		return append(dst, "null"...)
	}
	return r.shown().AppendJSON(dst, prefix, indent)
}

// PlainJSON implements value.Plainer.
func (r *Record) PlainJSON() any {
	if r == nil {
		return nil
	}
	return r.shown().PlainJSON()
}

// shown are the attributes that JSON has.
func (r *Record) shown() *value.Map {
	if !r.Model.hasProtected && len(r.Blank) == 0 {
		return &r.Map
	}
	shown := value.New(r.Len() + len(r.Blank))
	for _, alias := range r.Blank {
		if !r.Has(alias) {
			shown.Set(alias, Records{})
		}
	}
	for k, v := range r.All() {
		if a := r.Model.Attribute(k); a == nil || !a.Protected {
			shown.Set(k, v)
		}
	}
	return shown
}

// Records is a list of records as a value, as a populated collection holds it.
type Records []*Record

// AppendJSON implements value.Appender.
func (rs Records) AppendJSON(dst []byte, prefix, indent string) []byte {
	dst = append(dst, '[')
	inner := prefix + indent
	for i, r := range rs {
		if i > 0 {
			dst = append(dst, ',')
		}
		if indent != "" {
			dst = append(append(dst, '\n'), inner...)
		}
		dst = r.AppendJSON(dst, inner, indent)
	}
	if len(rs) > 0 && indent != "" {
		dst = append(append(dst, '\n'), prefix...)
	}
	return append(dst, ']')
}

// PlainJSON implements value.Plainer.
func (rs Records) PlainJSON() any {
	out := make([]any, len(rs))
	for i, r := range rs {
		out[i] = r.PlainJSON()
	}
	return out
}
