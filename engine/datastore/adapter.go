package datastore

import "framework/engine/value"

// builtinAdapters is the list of adapters in errors about other ones.
const builtinAdapters = "sails-disk, sails-memory, sails-sqlite3, sails-postgresql, sails-mysql and sails-mongo are built in"

// CheckAdapter is an error unless datastores can have the adapter; hint says what to
// do then.
func CheckAdapter(adapter string) (hint string, err error) {
	if _, err := sqliteOptions(value.New(0), adapter, "", ""); err != nil {
		return builtinAdapters, err
	}
	return "", nil
}

// CheckSettings is the error about the settings of a database server that opening it
// would end with before anything is connected; nil for what needs no server.
func CheckSettings(settings *value.Map, root string, rules Rules) error {
	adapter, _ := settings.Value("adapter").(string)
	var err error
	switch {
	case serverAdapters[adapter] != nil:
		_, err = serverOptions(settings, 0, nil)
	case adapter == mongoAdapter:
		_, err = mongoOptions(settings, root, rules.exact())
	}
	return err
}
