package blueprints

import (
	"sync"

	"github.com/gertd/go-pluralize"
)

// grammar knows the plurals of English. It is made once, which costs more than
// the routes of some models; nobody gives it rules of their own.
var grammar = sync.OnceValue(pluralize.NewClient)
