package types

import _ "embed"

//go:embed base/common.d.ts
var common string

//go:embed base/modern.d.ts
var modernModels string

//go:embed base/classic.d.ts
var classicModels string

// Dialect is how models look in one release of Sails. Classic and Modern make them.
type Dialect struct {
	models string
	// collections: records have their collections before these are populated.
	collections bool
	// missing: attributes without a value are missing or null; otherwise they are empty.
	missing bool
	// nested: a new record may hold new records of associated models.
	nested bool
}

// Classic is how models look up to 0.12.
func Classic() Dialect {
	return Dialect{models: classicModels, collections: true, missing: true, nested: true}
}

// Modern is how models look in 1.x.
func Modern() Dialect { return Dialect{models: modernModels} }
