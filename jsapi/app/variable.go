package app

// SetVariable sets an environment variable as the project sees it.
func (a *App) SetVariable(name, value string) error {
	rt := a.realm.Runtime()
	process := rt.Get("process")
	if process == nil {
		return nil
	}
	env := process.ToObject(rt).Get("env")
	if env == nil {
		return nil
	}
	return env.ToObject(rt).Set(name, value)
}
