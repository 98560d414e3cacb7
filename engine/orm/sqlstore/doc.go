// Package sqlstore stores records in the tables of SQL databases.
package sqlstore
