package ormtest

import (
	"cmp"
	"strings"
)

// Order is the order of records without a sort.
type Order int

// The natural orders: of creation; of the automatic key in models that have one, else
// of creation; of the primary key; undefined.
const (
	ByCreation Order = iota
	ByAutomaticKey
	ByKey
	Unordered
)

// Traits are the permitted differences between stores. The zero value is a store of SQL
// tables that ignores case, sorts by bytes with nulls first, and keeps the order of
// creation.
type Traits struct {
	// Sparse stores distinguish an absent attribute from null, and keep undeclared
	// attributes; comparisons are never unknown. See orm.Traits.
	Sparse bool
	// Documents stores, which are sparse, compare as MongoDB does: null equals null and
	// what is absent, both differ from all values, only values of one type have an
	// order, and only text matches patterns. Case counts except in equality and in
	// patterns. Their tables need not be made, their keys do not change, and null is
	// absent where values are unique.
	Documents bool
	// ExactPatterns: case counts in patterns of Documents stores too.
	ExactPatterns bool
	// Flat stores have no lists in lists.
	Flat bool
	// CaseSensitive stores compare text exactly.
	CaseSensitive bool
	// Fold normalises text for comparisons without case; nil means lower case of
	// Unicode.
	Fold func(string) string
	// Collate compares text for sorting; nil means by bytes.
	Collate func(a, b string) int
	// NullsLast stores put nulls after all values in ascending order.
	NullsLast bool
	// Natural is the order of records that are equal in the sort.
	Natural Order
	// UniqueFolds says that uniqueness and exact comparisons ignore case, whatever other
	// comparisons do.
	UniqueFolds bool
	// TableOrder says that created records have their attributes in the order of the
	// model, not in the given order.
	TableOrder bool
	// Longest is the maximum length of a value of type string, in characters; 0 for no
	// limit.
	Longest int
	// Gaps says that the automatic keys of a failed create are not used again.
	Gaps bool
	// Torn says that a concurrent query sometimes sees half of a transaction.
	Torn bool
	// DateOnly stores keep only the day of an attribute of type date.
	DateOnly bool
	// Words and Keys, if set, replace the texts and the primary keys of type string in
	// property tests, for stores that treat more of them as equal than Fold does.
	Words, Keys []string
	// SameMembers stores take objects that differ only in the names of their members for
	// equal, so that property tests use objects with the same names.
	SameMembers bool
	// Columns, if set, replace the names of columns in property tests.
	Columns []string
}

func (t Traits) unordered() bool { return t.Natural == Unordered }

func (t Traits) fold(s string) string {
	if t.CaseSensitive {
		return s
	}
	return t.alike(s)
}

// alike normalises text for comparisons without case.
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
