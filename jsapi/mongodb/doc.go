// Package mongodb gives code the objects of the MongoDB driver for Node (Db,
// Collection, Cursor, ObjectID): results have the form of its version 2.2, which the
// adapters sails-mongo 0.12 and 1.x bring along, with callbacks and promises.
package mongodb
