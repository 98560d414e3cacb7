package orm

import (
	"crypto/rand"
	"strings"
)

// documentColumn is the column of a primary key that document stores give.
const documentColumn = "_id"

// makesKeys reports whether new records of the model get a text as their key, as
// sails-disk of 1.x gives them: templates for MongoDB define their keys so.
func (m *Model) makesKeys() bool {
	a := m.byName[m.PrimaryKey]
	return a != nil && a.Column == documentColumn && !a.AutoIncrement && !a.Required && !a.HasDefault &&
		m.keyType() == "string" && m.adapter.Traits().Embedded
}

// documentKey is a random key of 16 letters and digits.
func documentKey() string {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	var out strings.Builder
	for out.Len() < 16 {
		var b [24]byte
		_, _ = rand.Read(b[:]) // never fails
		for _, one := range b {
			// The remainder of 256 would favour some signs.
			if int(one) < 256-256%len(signs) && out.Len() < 16 {
				out.WriteByte(signs[int(one)%len(signs)])
			}
		}
	}
	return out.String()
}

// hasObjectIDs reports whether the store makes keys of its own type for the model.
func (m *Model) hasObjectIDs() bool {
	return m.adapter != nil && m.adapter.Traits().ObjectIDs && !m.Definition.PlainKeys
}

// givesKey reports whether a is the key that the store makes for new records.
func (m *Model) givesKey(a *Attribute) bool {
	if !a.PrimaryKey || a.Assoc != nil || m.adapter == nil {
		return false
	}
	return (a.Column == documentColumn || a.Column == "id") && m.hasObjectIDs() ||
		m.adapter.Traits().MakesKeys && !a.Required && !a.AutoIncrement
}
