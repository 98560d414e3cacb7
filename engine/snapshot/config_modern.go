package snapshot

import (
	"fmt"

	"framework/engine/profile"
	"framework/jsapi/app"
)

// checkEnvironment refuses a project of 1.x whose environment is production
// while NODE_ENV, which half of npm goes by, says something else; where
// NODE_ENV says nothing it is set.
func checkEnvironment(p profile.Release, js *app.App, environment, node string) error {
	if !p.Modern || environment != "production" || node == "production" {
		return nil
	}
	if node != "" {
		return fmt.Errorf("the environment is production, but NODE_ENV is %q: set NODE_ENV to production as well, or leave it out", node)
	}
	return js.SetVariable("NODE_ENV", environment)
}
