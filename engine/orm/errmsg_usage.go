package orm

import (
	"fmt"
	"slices"

	"framework/engine/value"
)

// What modern models say above the details of a call that cannot mean anything.

var usageTitles = map[string]string{
	InvalidNewRecord:   "Invalid new record.",
	InvalidNewRecords:  "Invalid initial data for new records.",
	InvalidValuesToSet: "Cannot perform update with the provided values.",
	InvalidCriteria:    "Invalid criteria.",
	InvalidPopulates:   "Invalid populate(s).",
	InvalidMeta:        "Invalid value provided for `meta`.",
	InvalidIteratee:    "Missing or invalid iteratee function for `.stream()`.",
}

// aggregates are methods for which Sails has a message of its own.
var aggregates = []string{"count", "sum", "avg"}

// title names the invalid part of the call.
func (e *UsageError) title() string {
	switch e.Code {
	case InvalidNewRecord:
		if e.Method == "findOrCreate" {
			return "Invalid initial data for new record."
		}
	case InvalidCriteria:
		if e.helped() {
			return "Invalid criteria.\nRefer to the docs for up-to-date info on query language syntax:\nhttps://sailsjs.com/docs/concepts/models-and-orm/query-language\n"
		}
	case InvalidNumericName:
		return fmt.Sprintf("The numeric attr name (i.e. first argument) to `.%s()` should be the name of an attribute in this model which is defined with `type: 'number'`.", e.Method)
	case InvalidTargetIDs:
		which := ""
		if e.Method == "replaceCollection" {
			which = "compatible "
		}
		return fmt.Sprintf("The target record ids (i.e. first argument) passed to `.%s()` should be the ID (or IDs) of %starget records whose collection will be modified.", e.Method, which)
	case InvalidCollection:
		return fmt.Sprintf("The collection attr name (i.e. second argument) to `.%s()` should be the name of a collection association from this model.", e.Method)
	case InvalidAssociatedIDs:
		if e.Method == "" {
			break // a default action has refused them
		}
		what := map[string]string{"addToCollection": "add", "removeFromCollection": "remove", "replaceCollection": "use"}[e.Method]
		return fmt.Sprintf("The associated ids (i.e. using `.members()`, or the third argument) passed to `.%s()` should be the ID (or IDs) of associated records to %s.", e.Method, what)
	}
	if title, ok := usageTitles[e.Code]; ok {
		return title
	}
	return "The query cannot be used."
}

// helped reports whether the message ends with a link for help.
func (e *UsageError) helped() bool {
	switch e.Code {
	case InvalidMeta, InvalidNewRecords:
		return true
	case InvalidNewRecord:
		return e.Method == "findOrCreate"
	case InvalidCriteria, InvalidPopulates:
		return e.Method == "stream" || slices.Contains(aggregates, e.Method)
	}
	return false
}

// Message is the error in the words of modern models: what was wrong in general, and
// the details.
func (e *UsageError) Message() string {
	end := "\n"
	if e.helped() {
		end = "\n [?] See https://sailsjs.com/support for help."
	}
	return e.title() + "\nDetails:\n  " + e.Reason + end
}

// NamesModel reports whether the JavaScript error has the member modelIdentity.
func (e *UsageError) NamesModel() bool {
	return e.helped() && e.Code != InvalidNewRecords && !slices.Contains(aggregates, e.Method) && !slices.Contains(collectionMethods, e.Method)
}

var collectionMethods = []string{"addToCollection", "removeFromCollection", "replaceCollection"}

// By sets the name of the method unless it is set.
func (e *UsageError) By(method, model string) *UsageError {
	if e.Method != "" {
		return e
	}
	out := *e
	out.Method, out.Model = method, model
	return &out
}

// NotRecords is the error for new records that are no list.
func NotRecords(v any) string {
	if _, none := v.(value.Undefined); none {
		return "Please specify `newRecords`."
	}
	return "Expecting an array but instead, got: " + shown(v)
}

// NotMeta is the error for options that are no object.
func NotMeta(v any) string {
	return "If `meta` is provided, it should be a dictionary (i.e. a plain JavaScript object).  But instead, got: " + shown(v)
}

// NotMetaFlag is the error for an option that is no boolean.
func NotMetaFlag(name string) string {
	if name == "skipEncryption" {
		return "If provided, `skipEncryption` should be true or false."
	}
	return fmt.Sprintf("If provided, `%s` should be either `true` or `false`.", name)
}

// NotKeyName is the error for an encryptWith that is no name of a key.
func NotKeyName() string {
	return "If provided, `encryptWith` should be a non-empty string (the name of one of the configured data encryption keys)."
}

// NotBatchSize is the error for an invalid number of records to read at once.
func NotBatchSize(v any) string {
	return fmt.Sprintf("If provided, `batchSize` should be a whole, positive, safe, and natural integer.  Instead, got %s.", shown(v))
}
