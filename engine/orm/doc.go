// Package orm is the data side of a project: model definitions, types and
// validation, criteria, associations, lifecycle callbacks, and the contract
// of the adapters that store records. It is Waterline-shaped and knows
// neither HTTP nor JavaScript.
//
// Values travel as package value describes them; records are ordered maps
// that know their model.
package orm
