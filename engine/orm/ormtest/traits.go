package ormtest

import (
	"cmp"
	"strings"
)

// Order is the order that records come in by themselves.
type Order int

// The natural orders: that of creation; that of the automatic key, in models
// that have one, else that of creation; that of the primary key; any.
const (
	ByCreation Order = iota
	ByAutomaticKey
	ByKey
	Unordered
)

// Traits say in which of the permitted ways a store behaves. The zero value
// is a store of SQL tables that ignores case, sorts by bytes with nulls first,
// and keeps the order of creation.
type Traits struct {
	// Sparse stores keep the difference between an absent attribute and null,
	// and attributes that no model declares; comparisons are true or false,
	// never unknown. See orm.Traits.
	Sparse bool
	// CaseSensitive stores compare text exactly.
	CaseSensitive bool
	// Fold is what text is taken for when case is ignored; nil: lower case as
	// Unicode has it.
	Fold func(string) string
	// Collate orders text when sorting; nil: by bytes.
	Collate func(a, b string) int
	// NullsLast stores put nulls after all values in ascending order.
	NullsLast bool
	// Natural is the order of records that no sort tells apart.
	Natural Order
	// UniqueFolds says that uniqueness, and with it exact comparison, ignores
	// case, whatever other comparisons do.
	UniqueFolds bool
	// TableOrder says that created records have their attributes in the order
	// of the model, not in the order in which they were given.
	TableOrder bool
	// Longest is how many characters a value of type string may have; 0 for
	// any number.
	Longest int
	// Gaps says that the automatic keys of a failed create are not given again.
	Gaps bool
	// Torn says that the server now and then shows half of a transaction to a
	// query beside it, whoever asks.
	Torn bool
	// DateOnly stores keep the day of an attribute of type date and no time.
	DateOnly bool
	// Words and Keys, when set, replace the texts and the primary keys of type
	// string that the properties use, for stores to which some of those are
	// more alike than Fold says.
	Words, Keys []string
}

func (t Traits) unordered() bool { return t.Natural == Unordered }

func (t Traits) fold(s string) string {
	if t.CaseSensitive {
		return s
	}
	return t.alike(s)
}

// alike is what text is taken for where case is ignored.
func (t Traits) alike(s string) string {
	if t.Fold != nil {
		return t.Fold(s)
	}
	return strings.ToLower(s)
}

func (t Traits) collate(a, b string) int {
	if t.Collate != nil {
		return t.Collate(a, b)
	}
	return cmp.Compare(a, b)
}
