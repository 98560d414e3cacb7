// Package seeds fills models with the records of seed files, and of fixtures for tests.
package seeds
