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
	// Names of rules that check the content of a value and do not convert it.
	"number":   KindFloat,
	"finite":   KindFloat,
	"object":   KindJSON,
	"geojson":  KindJSON,
	"geometry": KindJSON,
}

// String is the type word of the kind.
func (k Kind) String() string {
	names := [...]string{
		KindString: "string", KindText: "text", KindInteger: "integer", KindFloat: "float", KindBoolean: "boolean",
		KindDate: "date", KindDatetime: "datetime", KindTime: "time", KindArray: "array", KindJSON: "json", KindBinary: "binary",
		KindRef: "ref",
	}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// kindOf is the kind of an attribute that is no association.
func kindOf(a *AttributeDef) Kind {
	if a.AutoIncrement {
		return KindInteger
	}
	return kinds[a.Type]
}

// modernKind is kindOf for the types of modern models.
func modernKind(a *AttributeDef) Kind {
	timestamp := a.AutoCreatedAt || a.AutoUpdatedAt
	switch {
	case a.Encrypt:
		return KindText
	case a.AutoIncrement, a.Type == "number" && (a.PrimaryKey || timestamp):
		return KindInteger
	case a.Type == "ref" && timestamp:
		return KindDatetime
	}
	switch a.Type {
	case "number":
		return KindFloat
	case "boolean":
		return KindBoolean
	case "json":
		return KindJSON
	case "ref":
		return KindRef
	}
	return KindString
}
