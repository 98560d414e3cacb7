package debug

// Matcher is a pattern.
type Matcher interface{ MatchString(text string) bool }

// Breakpoint pauses scripts at a place of files.
type Breakpoint struct {
	// ID is its name for whoever has set it, Key tells all breakpoints apart.
	ID, Key string
	// Of a file: its address, a pattern that addresses match, or one loaded script.
	URL    string
	Match  Matcher
	Script *Script

	Line, Column int // from 0
	Condition    string
}

// Add sets a breakpoint, and returns where it pauses, by script: at the first point from its
// place on.
func (d *Debugger) Add(b *Breakpoint) map[*Script]*Point {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.breaks[b.Key] = b
	d.arm()
	found := map[*Script]*Point{}
	for _, s := range d.scripts {
		if p := b.point(s); p != nil {
			found[s] = p
		}
	}
	return found
}

// Remove removes a breakpoint.
func (d *Debugger) Remove(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.breaks, key)
	d.arm()
}

// ActivateBreakpoints says whether breakpoints pause.
func (d *Debugger) ActivateBreakpoints(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inactive = !on
	d.arm()
}

// Ignore has scripts whose addresses match run past everything but breakpoints.
func (d *Debugger) Ignore(patterns []Matcher) { d.ignored.Store(&patterns) }

// ignores reports whether that is so for a script.
func (d *Debugger) ignores(s *Script) bool {
	list := d.ignored.Load()
	if list == nil {
		return false
	}
	for _, m := range *list {
		if m.MatchString(s.URL()) {
			return true
		}
	}
	return false
}

// SkipPauses says whether everything runs on.
func (d *Debugger) SkipPauses(on bool) { d.skip.Store(on) }

// Resolve returns the breakpoints of a script, and where they pause.
func (d *Debugger) Resolve(s *Script) map[*Breakpoint]*Point {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.arm() // the script may be new
	found := map[*Breakpoint]*Point{}
	for _, b := range d.breaks {
		if p := b.point(s); p != nil {
			found[b] = p
		}
	}
	return found
}

// arm finds the points of all breakpoints; d.mu is held.
func (d *Debugger) arm() {
	armed := map[*Point][]*Breakpoint{}
	if !d.inactive {
		for _, b := range d.breaks {
			for _, s := range d.scripts {
				if p := b.point(s); p != nil {
					armed[p] = append(armed[p], b)
				}
			}
		}
	}
	d.armed.Store(&armed)
}

// point is where a breakpoint pauses a script, nil for nowhere.
func (b *Breakpoint) point(s *Script) *Point {
	switch {
	case b.Script != nil && b.Script != s, b.URL != "" && b.URL != s.URL(), b.Match != nil && !b.Match.MatchString(s.URL()):
		return nil
	}
	var found *Point
	for _, p := range s.points {
		if !p.before(b.Line, b.Column) && (found == nil || p.before(found.Line, found.Column)) {
			found = p
		}
	}
	return found
}
