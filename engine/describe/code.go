package describe

import (
	"encoding/json"
	"fmt"
)

// Code is what the scripts of a project define.
type Code struct {
	Helpers  []Function `json:"helpers"`
	Actions  []Function `json:"actions"`
	Services []Object   `json:"services"`
	Models   []Model    `json:"models"`
	Hooks    []string   `json:"hooks"`
	// App: the app object is a global variable.
	App bool `json:"app"`
	// Libraries are those of _ and async that are global variables.
	Libraries []string `json:"libraries"`
	// Views are added by the build, which knows the templates.
	Views []View `json:"-"`
}

// Function is a definition with inputs and exits, or an action of which only the identity
// is known.
type Function struct {
	// Path leads to it: "mail.send" below sails.helpers, "pet/adopt" for an action.
	Path string `json:"path"`
	// Defined: it has inputs and exits, which may be none.
	Defined     bool    `json:"defined"`
	Name        string  `json:"name"` // friendlyName
	Description string  `json:"description"`
	Sync        bool    `json:"sync"`
	Serial      bool    `json:"serial"` // inputs are arguments in their order
	Inputs      []Input `json:"inputs"`
	Exits       []Exit  `json:"exits"`
}

// Input is one input. Type is 'string', 'number', 'boolean', 'json', 'ref', 'lamda', a list
// of one type, or an object of types; nil is unknown.
type Input struct {
	Name        string   `json:"name"`
	Type        any      `json:"type"`
	Required    bool     `json:"required"`
	AllowNull   bool     `json:"allowNull"`
	Default     any      `json:"defaultsTo"`
	IsIn        []any    `json:"isIn"`
	Description string   `json:"description"`
	Example     any      `json:"example"`
	MinLength   *float64 `json:"minLength"`
	MaxLength   *float64 `json:"maxLength"`
	Min         *float64 `json:"min"`
	Max         *float64 `json:"max"`
	IsEmail     bool     `json:"isEmail"`
	IsURL       bool     `json:"isURL"`
	IsUUID      bool     `json:"isUUID"`
	IsInteger   bool     `json:"isInteger"`
}

// Exit is one exit.
type Exit struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Type        any    `json:"outputType"` // as Input.Type, nil if not given
	Status      int    `json:"statusCode"`
	Response    string `json:"responseType"`
	View        string `json:"viewTemplatePath"`
}

// Object is something with members, such as a service.
type Object struct {
	Name    string   `json:"name"`
	Global  bool     `json:"global"` // there is a variable of that name
	Members []Member `json:"members"`
}

// Member is one of the members of an object.
type Member struct {
	Name   string `json:"name"`
	Method bool   `json:"method"`
	// Params is how many parameters a method has.
	Params int `json:"params"`
}

// Model is what the scripts of a model define besides its attributes.
type Model struct {
	Identity string `json:"identity"`
	Global   bool   `json:"global"`
	// Statics are members of the model, Methods those of its records.
	Statics []Member `json:"statics"`
	Methods []Member `json:"methods"`
	// Fetches are the settings fetchRecordsOn… that are on.
	Fetches []string `json:"fetches"`
}

// View is a template.
type View struct {
	Name string
	// Locals are names that the template uses and does not declare.
	Locals []string
}

// Parse reads what the realm of the project writes.
func Parse(text []byte) (Code, error) {
	var out Code
	if err := json.Unmarshal(text, &out); err != nil {
		return Code{}, fmt.Errorf("the description of the project's code: %w", err)
	}
	return out, nil
}
