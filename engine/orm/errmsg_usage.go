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

// title says which part of the call is wrong.
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
		what := map[string]string{"addToCollection": "add", "removeFromCollection": "remove", "replaceCollection": "use"}[e.Method]
		return fmt.Sprintf("The associated ids (i.e. using `.members()`, or the third argument) passed to `.%s()` should be the ID (or IDs) of associated records to %s.", e.Method, what)
	}
	if title, ok := usageTitles[e.Code]; ok {
		return title
	}
	return "The query cannot be used."
}

// helped says that the message ends with where to get help.
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

// Message is the error as modern models tell it: what was wrong in general, and
// the details.
func (e *UsageError) Message() string {
	end := "\n"
	if e.helped() {
		end = "\n [?] See https://sailsjs.com/support for help."
	}
	return e.title() + "\nDetails:\n  " + e.Reason + end
}

// NamesModel says that the error names its model to code.
func (e *UsageError) NamesModel() bool {
	return e.helped() && e.Code != InvalidNewRecords && !slices.Contains(aggregates, e.Method) && !slices.Contains(collectionMethods, e.Method)
}

var collectionMethods = []string{"addToCollection", "removeFromCollection", "replaceCollection"}

// By says which method was called, where that is not known yet.
func (e *UsageError) By(method, model string) *UsageError {
	if e.Method != "" {
		return e
	}
	out := *e
	out.Method, out.Model = method, model
	return &out
}

// NotRecords says that v is no list of new records.
func NotRecords(v any) string {
	if _, none := v.(value.Undefined); none {
		return "Please specify `newRecords`."
	}
	return "Expecting an array but instead, got: " + shown(v)
}

// NotMeta says that v is no object of options.
func NotMeta(v any) string {
	return "If `meta` is provided, it should be a dictionary (i.e. a plain JavaScript object).  But instead, got: " + shown(v)
}

// NotMetaFlag says that an option is neither on nor off.
func NotMetaFlag(name string) string {
	if name == "skipEncryption" {
		return "If provided, `skipEncryption` should be true or false."
	}
	return fmt.Sprintf("If provided, `%s` should be either `true` or `false`.", name)
}

// NotKeyName says that encryptWith names no key.
func NotKeyName() string {
	return "If provided, `encryptWith` should be a non-empty string (the name of one of the configured data encryption keys)."
}

// NotBatchSize says that v is no number of records to read at once.
func NotBatchSize(v any) string {
	return fmt.Sprintf("If provided, `batchSize` should be a whole, positive, safe, and natural integer.  Instead, got %s.", shown(v))
}
