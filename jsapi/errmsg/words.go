package errmsg

import "strings"

// The messages of V8. Each % stands for a part.
const (
	cannotRead              = "Cannot read properties of % (reading '%')"
	cannotSet               = "Cannot set properties of % (setting '%')"
	notFunction             = "% is not a function"
	notConstructor          = "% is not a constructor"
	classCalled             = "Class constructor % cannot be invoked without 'new'"
	notReady                = "Cannot access '%' before initialization"
	cannotDestructure       = "Cannot destructure '%' as it is %."
	cannotDestructureMember = "Cannot destructure property '%' of '%' as it is %."
	notIterable             = "% is not iterable"
	notIterableCall         = "% is not a function or its return value is not iterable"
	notIterableArgument     = "% is not iterable (cannot read property undefined)"
	notIterableValue        = "% is not iterable (cannot read property Symbol(Symbol.iterator))"
	spreadNeeds             = "Spread syntax requires ...iterable[Symbol.iterator] to be a function"
	iteratorNoObject        = "Result of the Symbol.iterator method is not an object"
	cannotSearch            = "Cannot use 'in' operator to search for '%' in %"
	instanceOfValue         = "Right-hand side of 'instanceof' is not an object"
	instanceOfObject        = "Right-hand side of 'instanceof' is not callable"
	instanceNoPrototype     = "Function has non-object prototype '%' in instanceof check"
	cannotExtend            = "Class extends value % is not a constructor or null"
	extendsPrototype        = "Class extends value does not have valid prototype property %"
	superNoConstructor      = "Super constructor % of % is not a constructor"
	stackFull               = "Maximum call stack size exceeded"
	notAList                = "CreateListFromArrayLike called on non-object"
	noDate                  = "this is not a Date object."
	noPrimitive             = "Cannot convert object to primitive value"
	needsThis               = "%.prototype.% requires that 'this' be a %"
	superFirst              = "Must call super constructor in derived class before accessing 'this' or returning from derived constructor"
	cannotAssign            = "Cannot assign to read only property '%' of % '%'"
	cannotWritePrivate      = "Cannot write private member % to an object whose class did not declare it"
)

// fixed are whole messages of goja, and those of V8.
var fixed = map[string]string{
	"No initial value":                                             "Reduce of empty array with no initial value",
	"Malformed URI":                                                "URI malformed",
	"Constructor Promise requires 'new'":                           "Promise constructor cannot be invoked without 'new'",
	"exponent must be positive":                                    "undefined must be positive",
	"radix must be an integer between 2 and 36":                    "toString() radix argument must be between 2 and 36",
	"toFixed() precision must be between 0 and 100":                "toFixed() digits argument must be between 0 and 100",
	"toPrecision() precision must be between 1 and 100":            "toPrecision() argument must be between 1 and 100",
	"toExponential() precision must be between 0 and 100":          "toExponential() argument must be between 0 and 100",
	"The normalization form should be one of NFC, NFD, NFKC, NFKD": "The normalization form should be one of NFC, NFD, NFKC, NFKD.",
	"RegExp doesn't have global flag set":                          "String.prototype.matchAll called with a non-global RegExp argument",
	"Illegal generator state":                                      "Generator is already running",
	"Promise self-resolution":                                      "Chaining cycle detected for promise #<Promise>",
	"length is not writable":                                       "Cannot assign to read only property 'length' of object '[object Array]'",
}

const (
	// noObject is the message of goja for null and undefined as an object.
	noObject    = "Cannot convert undefined or null to object"
	iteratorKey = "Symbol(Symbol.iterator)"
)

// say fills the parts of a message in.
func say(message string, parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		before, after, more := strings.Cut(message, "%")
		if !more {
			break
		}
		b.WriteString(before)
		b.WriteString(part)
		message = after
	}
	b.WriteString(message)
	return b.String()
}

// matched returns the parts of a text for the % of a form.
func matched(text, form string) (parts []string, ok bool) {
	pieces := strings.Split(form, "%")
	if !strings.HasPrefix(text, pieces[0]) {
		return nil, false
	}
	text = text[len(pieces[0]):]
	for i, piece := range pieces[1:] {
		at := strings.Index(text, piece)
		if i == len(pieces)-2 {
			if !strings.HasSuffix(text, piece) {
				return nil, false
			}
			at = len(text) - len(piece)
		}
		if at < 0 {
			return nil, false
		}
		parts = append(parts, text[:at])
		text = text[at+len(piece):]
	}
	return parts, text == ""
}
