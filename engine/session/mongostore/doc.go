// Package mongostore keeps sessions in MongoDB, in the format of connect-mongo.
package mongostore
