package redisconn

import "framework/engine/config"

// Read reads where Redis is from a section of the configuration.
func Read(r *config.Reader, section string) Options {
	return Options{
		URL: r.Text(section+".url", ""), Host: r.Text(section+".host", ""), Port: r.Int(section + ".port"), DB: r.Natural(section + ".db"),
		User: r.Text(section+".username", ""), Password: r.Text(section+".pass", r.Text(section+".password", "")),
		Socket: r.Text(section+".socket", ""),
	}
}
