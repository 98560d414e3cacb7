// Package bridge is the orm.Adapter that hands queries to an adapter written for
// Waterline: one of the classic releases (registerConnection), or one of 1.x
// (registerDatastore). It speaks to it through the interface Driver and knows
// nothing of JavaScript.
//
// Values. Rows have columns, records have attributes. What the adapter returns is
// brought into the kinds of the attributes where it is clear what is meant: text of
// a date, 0 and 1 of a boolean, JSON text of an object.
//
// What an adapter cannot do is done here, over what it finds: conditions that its
// criteria cannot say, and aggregates, which is logged once. Associations are
// populated by package orm, with queries of one table each; the method join of an
// adapter is not used.
package bridge
