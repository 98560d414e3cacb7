package orm

// kinds maps the type words of definitions to kinds. All other words, names
// of validation rules such as email among them, are strings.
var kinds = map[string]Kind{
	"string":     KindString,
	"text":       KindText,
	"mediumtext": KindText,
	"longtext":   KindText,
	"integer":    KindInteger,
	"float":      KindFloat,
	"boolean":    KindBoolean,
	"date":       KindDate,
	"datetime":   KindDatetime,
	"time":       KindTime,
	"array":      KindArray,
	"json":       KindJSON,
	"binary":     KindBinary,
}

// kindOf is the kind of an attribute that is no association.
func kindOf(a *AttributeDef) Kind {
	if a.AutoIncrement {
		return KindInteger
	}
	return kinds[a.Type]
}
