package datastore

import "os"

// Access says how far databases are touched.
type Access int

const (
	// Full opens the databases, and makes what is missing.
	Full Access = iota
	// Existing opens those that exist.
	Existing
	// InMemory puts empty ones in memory in the place of all.
	InMemory
)

// connects says whether databases of servers may be connected to.
func (a Access) connects() bool { return a != InMemory }

// opens says whether the database in the file at path may be opened.
func (a Access) opens(path string) bool {
	switch a {
	case Full:
		return true
	case Existing:
		_, err := os.Stat(path)
		return err == nil
	}
	return false
}
