package blueprints

import "framework/router"

// Switches are the differences between the classic releases that blueprints
// show; a profile fills them in.
type Switches struct {
	// CreatedOK: create answers with ok, 200 (0.10), instead of created, 201.
	CreatedOK bool
	// ArrayCreate: a body that is an array makes one record of each element
	// (0.12); without it the array is one odd record.
	ArrayCreate bool
	// KeyChanges: an update whose body names another primary key changes it
	// (0.10, 0.11); without it the key of the path stays.
	KeyChanges bool
	// ChildByEmptyList: populating with a child's key answers with an empty
	// list (0.10) instead of that child.
	ChildByEmptyList bool
	// CheckWhere: a where clause with an unknown structure is refused (0.12).
	CheckWhere bool
	// SortJSON: sort may be JSON text (0.12).
	SortJSON bool
	// RestPrefix: the setting restPrefix exists (0.11 and later).
	RestPrefix bool
	// RemoveErrorList: removing without a child's key answers with a list of
	// failed transactions (0.10) instead of a sentence.
	RemoveErrorList bool
	// IndexAlone: an index action is bound to the path of its controller even where
	// actions are off (0.10, 0.11).
	IndexAlone bool
	// ValuesOption: the option values gives create defaults (0.11 and later).
	ValuesOption bool
	// Params are how the parameters of a request are read.
	Params router.ParamRules
	// ProjectPlans: parseBlueprintOptions of a project says what an action is to do
	// (1.x).
	ProjectPlans bool
	// Rules are those of the release; nil stands for Classic().
	Rules Rules
	// AddTwiceSilent: adding a record to a many-to-many collection that holds it
	// already is not published (0.10, 0.11).
	AddTwiceSilent bool
	// PreviousWhole: the previous record in the event of an update has all of its
	// associations (0.10, 0.11), whatever the request populates.
	PreviousWhole bool
	// DeepPopulated: of the records that one refers to, only those in the answer
	// are subscribed to (1.x), not those of which it has the key.
	DeepPopulated bool
}
