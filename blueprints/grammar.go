package blueprints

import (
	"sync"

	"github.com/gertd/go-pluralize"
)

// grammar knows the plurals of English. It is made once, because that costs
// more than the routes of some models; no project can change its rules.
var grammar = sync.OnceValue(pluralize.NewClient)
