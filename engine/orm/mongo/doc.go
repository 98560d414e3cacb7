// Package mongo is the orm.Adapter that keeps records as documents of a MongoDB
// server.
//
// Documents. An attribute is the member of a document that its column names. A
// member that is not there is an attribute without a value. The primary key in the
// column id, or _id, is the _id of the document; a model with another primary key
// has a unique index for it, and an _id that no record shows.
//
// Keys. Keys and references to them are ObjectIDs in the database and text of 24
// hexadecimal digits in records, unless a model keeps plain keys. Text that is no
// ObjectID is stored as it is, or refused if Options.Exact.
//
// Comparison. It is that of MongoDB: null equals null and no member, both differ
// from all values, only values of one type have an order, and a list equals each of
// its members. Equality and patterns of text ignore case as the adapters of Sails
// do; lists of values, inequality and order do not.
//
// Concurrency. Operations run on a pool of connections. What one operation does to
// one document is atomic; an operation on several documents is not.
package mongo
